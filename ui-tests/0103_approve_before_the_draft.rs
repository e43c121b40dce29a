//! rule: there is nothing to approve before there is a draft
//! expect: E0599
//! tried: approving a run whose facts are there, but no draft
//! why: `approve` holds the approval against the draft that is bound to the run, and a `LookedUp` run has none bound.
//! instead: draft first: the digest that a decision names is the draft's

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
    let _next = looked_up.approve(approval, museum)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
