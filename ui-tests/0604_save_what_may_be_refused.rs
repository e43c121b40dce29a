//! rule: a refusal comes before the save: it hands the run back, and there is nothing to save
//! expect: E0599
//! tried: saving without looking whether the approval was taken
//! why: `approve` gives a `Result`, and `save` is a method of the `Unsaved` in its `Ok`: the `Err` holds no move.
//! instead: `?` before `.save`, or a match that gets the run back

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
    let _approved = review.approve(approval, museum).save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
