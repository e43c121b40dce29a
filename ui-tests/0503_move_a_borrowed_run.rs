//! rule: a move needs the run itself, not a loan of it
//! expect: E0507
//! tried: approving a run that was only borrowed
//! why: `approve` takes `self`, not `&self`: else the lender would still hold a run that waits for its decision.
//! instead: take the run by value

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::Review;
use countersign::{Approval, Error, ForSimulation, Run};

fn lesson(
    review: &Run<Museum, Review>, // <-- here
    approval: Approval<Museum, ForSimulation>,
    museum: &Museum,
    ledger: &mut MemoryLedger,
) -> Result<(), Error> {
    let _approved = review.approve(approval, museum)?.save(ledger)??;
    Ok(())
}

fn main() {}
