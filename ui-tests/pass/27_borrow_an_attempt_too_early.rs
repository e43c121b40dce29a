//! The legal twin: reserve, save, and ask the run in flight

use countersign::domains::museum::{LookUp, Museum};
use countersign::ledger::MemoryLedger;
use countersign::phase::Validated;
use countersign::{Error, Run};

fn lesson(
    validated: Run<Museum, Validated>,
    museum: &Museum,
    ledger: &mut MemoryLedger,
) -> Result<LookUp, Error> {
    let mut lender = validated.reserve(LookUp::Catalogue).save(ledger)??; // <-- here
    let answer = museum.look_up(lender.attempt()?);
    drop(answer);
    Ok(LookUp::Catalogue)
}

fn main() {}
