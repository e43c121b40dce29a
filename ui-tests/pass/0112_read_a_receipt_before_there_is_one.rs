//! The legal twin: simulate, save, then read

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::ApprovedForSimulation;
use countersign::{Error, Run, Tick};

type Approved = Run<Museum, ApprovedForSimulation>;

fn lesson(approved: Approved, at: (&Museum, Tick), ledger: &mut MemoryLedger) -> Result<(), Error> {
    let done = approved.simulate(at.0, at.1)?.save(ledger)??; // <-- here
    println!("real writes: {}", done.receipt().real_writes);
    Ok(())
}

fn main() {}
