//! rule: only a run that a person approved can be simulated
//! expect: E0599
//! tried: simulating a draft that still waits for its decision
//! why: `simulate` is written for `Run<D, ApprovedForSimulation>` alone: in `Review` there is no decision yet that it could check.
//! instead: approve it; the run that comes out of that save can be simulated

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
    let _next = review.simulate(museum, review.deadline())?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
