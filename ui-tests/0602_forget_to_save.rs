//! rule: a move that is not saved was never made
//! expect: unused_must_use
//! tried: reserving a lookup without saving it
//! why: `Unsaved` is `#[must_use]`: dropped, it writes nothing, and the ledger has the run where it was before.
//! instead: call `.save(&mut ledger)`, and keep what it hands out

#![deny(unused_must_use)]

use countersign::domains::museum::{Museum, Question, TENANT};
use countersign::ledger::{Ledger, MemoryLedger};
use countersign::phase::Validated;
use countersign::{Error, Run, RunId};

type Waiting = Vec<RunId>;

fn lesson(run: Run<Museum, Validated>, ledger: &mut MemoryLedger) -> Result<Waiting, Error> {
    run.reserve(Question::Catalogue); // <-- here
    Ok(ledger.pending(&TENANT)?)
}

fn main() {}
