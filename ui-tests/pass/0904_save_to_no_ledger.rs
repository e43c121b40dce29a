//! The legal twin: give a `MemoryLedger`, a `SqliteLedger`, or a ledger of your own

use countersign::domains::museum::{Museum, Question};
use countersign::ledger::MemoryLedger;
use countersign::phase::Validated;
use countersign::{Error, Run};

fn lesson(run: Run<Museum, Validated>, ledger: &mut MemoryLedger) -> Result<(), Error> {
    let _in_flight = run.reserve(Question::Catalogue).save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
