//! The legal twin: reserve a lookup, ask with its attempt, observe the answer, then draft

use countersign::domains::museum::{LookUp, Museum};
use countersign::ledger::MemoryLedger;
use countersign::phase::Validated;
use countersign::{Error, Run, Tick};

fn lesson(
    validated: Run<Museum, Validated>,
    at: (&Museum, Tick),
    ledger: &mut MemoryLedger,
) -> Result<LookUp, Error> {
    let _next = validated.reserve(LookUp::Catalogue).save(ledger)??; // <-- here
    Ok(LookUp::Catalogue)
}

fn main() {}
