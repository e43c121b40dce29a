//! The legal twin: draft first: the digest that a decision names is the draft's

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::LookedUp;
use countersign::{Approval, Error, ForSimulation, Run, Tick};

fn lesson(
    looked_up: Run<Museum, LookedUp>,
    (approval, museum): (Approval<Museum, ForSimulation>, &Museum),
    ledger: &mut MemoryLedger,
    now: Tick,
) -> Result<(), Error> {
    let _next = looked_up.draft(museum, now)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
