//! The legal twin: take the run by value

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::Review;
use countersign::{Approval, Error, Run};

fn lesson(
    review: Run<Museum, Review>, // <-- here
    approval: Approval<Museum>,
    museum: &Museum,
    ledger: &mut MemoryLedger,
) -> Result<(), Error> {
    let _approved = review.approve(approval, museum)?.save(ledger)??;
    Ok(())
}

fn main() {}
