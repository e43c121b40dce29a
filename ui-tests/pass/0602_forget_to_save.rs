//! The legal twin: call `.save(&mut ledger)`, and keep what it hands out

#![deny(unused_must_use)]

use countersign::domains::museum::{Museum, Question, TENANT};
use countersign::ledger::{Ledger, MemoryLedger};
use countersign::phase::Validated;
use countersign::{Error, Run, RunId};

type Waiting = Vec<RunId>;

fn lesson(run: Run<Museum, Validated>, ledger: &mut MemoryLedger) -> Result<Waiting, Error> {
    let _in_flight = run.reserve(Question::Catalogue).save(ledger)??; // <-- here
    Ok(ledger.pending(&TENANT)?)
}

fn main() {}
