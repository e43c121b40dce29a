//! rule: a decision uses the review up, whichever way it goes
//! expect: E0382
//! tried: rejecting a draft, then approving it all the same
//! why: `reject` takes the run by value, so that after it there is nothing left to approve.
//! instead: one decision: take the phase that its save hands out

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::Review;
use countersign::{Approval, Error, ForSimulation, Rejection, Run};

fn lesson(
    review: Run<Museum, Review>,
    (yes, no): (Approval<Museum, ForSimulation>, Rejection<Museum>),
    museum: &Museum,
    ledger: &mut MemoryLedger,
) -> Result<(), Error> {
    let _rejected = review.reject(no, museum)?.save(ledger)??;
    let _approved = review.approve(yes, museum)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
