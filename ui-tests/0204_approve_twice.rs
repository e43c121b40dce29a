//! rule: one draft takes one decision
//! expect: E0599
//! tried: giving a second approval to a run that was approved
//! why: `approve` belongs to `Review`; what the save of an approval hands out is of another type, which has no `approve`.
//! instead: simulate: that is the only move of a run approved for simulation

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::ApprovedForSimulation;
use countersign::{Approval, Error, ForSimulation, Run, Tick};

fn lesson(
    approved: Run<Museum, ApprovedForSimulation>,
    (second, museum): (Approval<Museum, ForSimulation>, &Museum),
    ledger: &mut MemoryLedger,
    now: Tick,
) -> Result<(), Error> {
    let _next = approved.approve(second, museum)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
