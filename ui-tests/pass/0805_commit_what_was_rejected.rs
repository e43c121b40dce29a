//! The legal twin: the run has ended: read who said no

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Review;
use countersign::{Error, Rejection, Run, Tick};

type Reviewed = (Run<Tickets, Review>, Rejection<Tickets>);

fn lesson((review, no): Reviewed, now: Tick, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let rejected = review.reject(no, &Tickets)?.save(ledger)??;
    println!("{} said no", rejected.rejected_by()); // <-- here
    Ok(())
}

fn main() {}
