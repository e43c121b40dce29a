//! The legal twin: a no to what is under review goes to `reject`

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Review;
use countersign::{Error, Rejection, Run};

type Reviewed = (Run<Tickets, Review>, Rejection<Tickets>);

fn lesson((review, no): Reviewed, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let _ended = review.reject(no, &Tickets)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
