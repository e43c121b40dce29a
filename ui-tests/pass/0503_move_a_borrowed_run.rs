//! The legal twin: take the run by value

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::Review;
use countersign::{Approval, Error, ForSimulation, Run};

fn lesson(
    review: Run<Museum, Review>, // <-- here
    approval: Approval<Museum, ForSimulation>,
    museum: &Museum,
    ledger: &mut MemoryLedger,
) -> Result<(), Error> {
    let _approved = review.approve(approval, museum)?.save(ledger)??;
    Ok(())
}

fn main() {}
