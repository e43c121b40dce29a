//! The legal twin: reserve, save, and ask the run in flight

use countersign::domains::museum::{Museum, Question};
use countersign::ledger::MemoryLedger;
use countersign::phase::Validated;
use countersign::{Error, Run};

fn lesson(
    validated: Run<Museum, Validated>,
    museum: &Museum,
    ledger: &mut MemoryLedger,
) -> Result<Question, Error> {
    let mut lender = validated.reserve(Question::Catalogue).save(ledger)??; // <-- here
    let answer = museum.look_up(lender.attempt()?);
    drop(answer);
    Ok(Question::Catalogue)
}

fn main() {}
