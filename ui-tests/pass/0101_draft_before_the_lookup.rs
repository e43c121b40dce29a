//! The legal twin: reserve a lookup, ask with its attempt, observe the answer, then draft

use countersign::domains::museum::{Museum, Question};
use countersign::ledger::MemoryLedger;
use countersign::phase::Validated;
use countersign::{Error, Run, Tick};

fn lesson(
    validated: Run<Museum, Validated>,
    at: (&Museum, Tick),
    ledger: &mut MemoryLedger,
) -> Result<Question, Error> {
    let _next = validated.reserve(Question::Catalogue).save(ledger)??; // <-- here
    Ok(Question::Catalogue)
}

fn main() {}
