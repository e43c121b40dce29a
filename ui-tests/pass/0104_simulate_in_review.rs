//! The legal twin: approve it; the run that comes out of that save can be simulated

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::Review;
use countersign::{Approval, Error, ForSimulation, Run};

fn lesson(
    review: Run<Museum, Review>,
    approval: Approval<Museum, ForSimulation>,
    museum: &Museum,
    ledger: &mut MemoryLedger,
) -> Result<(), Error> {
    let _next = review.approve(approval, museum)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
