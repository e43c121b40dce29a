//! The legal twin: one decision: take the phase that its save hands out

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
    drop(yes); // <-- here
    Ok(())
}

fn main() {}
