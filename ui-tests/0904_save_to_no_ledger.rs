//! rule: moves are saved to a ledger
//! expect: E0277
//! tried: saving to something else
//! why: `save` asks for `L: Ledger`, and a number has no transaction in which an event could be kept.
//! instead: give a `MemoryLedger`, a `SqliteLedger`, or a ledger of your own

use countersign::domains::museum::{Museum, Question};
use countersign::ledger::MemoryLedger;
use countersign::phase::Validated;
use countersign::{Error, Run};

fn lesson(run: Run<Museum, Validated>, ledger: &mut MemoryLedger) -> Result<(), Error> {
    let _in_flight = run.reserve(Question::Catalogue).save(&mut 5)??; // <-- here
    Ok(())
}

fn main() {}
