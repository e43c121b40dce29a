//! rule: only an approval can be taken back
//! expect: E0599
//! tried: revoking a draft that is still under review
//! why: `Review` has no `revoke`: its stop says that a yes was undone, and here nobody has said yes.
//! instead: a no to what is under review goes to `reject`

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Review;
use countersign::{Error, Rejection, Run};

type Reviewed = (Run<Tickets, Review>, Rejection<Tickets>);

fn lesson((review, no): Reviewed, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let _ended = review.revoke(no)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
