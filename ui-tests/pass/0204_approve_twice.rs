//! The legal twin: simulate: that is the only move of a run approved for simulation

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
    let _next = approved.simulate(museum, now)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
