//! rule: a receipt exists once the run was simulated and saved
//! expect: E0599
//! tried: reading the receipt of a run that was only approved
//! why: `receipt` is a method of `Simulated`: in a run that was only approved there is nothing that it could lend out.
//! instead: simulate, save, then read

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::ApprovedForSimulation;
use countersign::{Error, Run, Tick};

type Approved = Run<Museum, ApprovedForSimulation>;

fn lesson(approved: Approved, at: (&Museum, Tick), ledger: &mut MemoryLedger) -> Result<(), Error> {
    let done = approved; // <-- here
    println!("real writes: {}", done.receipt().real_writes);
    Ok(())
}

fn main() {}
