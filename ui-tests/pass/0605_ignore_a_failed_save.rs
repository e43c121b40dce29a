//! The legal twin: `??` ends early; a match gets the unsaved move back

#![deny(unused_must_use)]

use countersign::domains::museum::{Museum, Question};
use countersign::ledger::MemoryLedger;
use countersign::phase::Validated;
use countersign::{Error, Run};

fn lesson(run: Run<Museum, Validated>, ledger: &mut MemoryLedger) -> Result<(), Error> {
    let _in_flight = run.reserve(Question::Catalogue).save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
