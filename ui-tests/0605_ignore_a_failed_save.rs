//! rule: a save can fail, and then the move is handed back
//! expect: unused_must_use
//! tried: saving without looking whether it worked
//! why: `save` is `#[must_use]`: the next run comes out of it and nowhere else, or the reason why there is none.
//! instead: `??` ends early; a match gets the unsaved move back

#![deny(unused_must_use)]

use countersign::domains::museum::{Museum, Question};
use countersign::ledger::MemoryLedger;
use countersign::phase::Validated;
use countersign::{Error, Run};

fn lesson(run: Run<Museum, Validated>, ledger: &mut MemoryLedger) -> Result<(), Error> {
    run.reserve(Question::Catalogue).save(ledger); // <-- here
    Ok(())
}

fn main() {}
