//! rule: only a saved reservation lends an attempt
//! expect: E0599
//! tried: taking an attempt from a run that has reserved nothing
//! why: `attempt` is a method of `InFlight`: in `Validated` nothing was charged that would pay for a question.
//! instead: reserve, save, and ask the run in flight

use countersign::domains::museum::{Museum, Question};
use countersign::ledger::MemoryLedger;
use countersign::phase::Validated;
use countersign::{Error, Run};

fn lesson(
    validated: Run<Museum, Validated>,
    museum: &Museum,
    ledger: &mut MemoryLedger,
) -> Result<Question, Error> {
    let mut lender = validated; // <-- here
    let answer = museum.look_up(lender.attempt()?);
    drop(answer);
    Ok(Question::Catalogue)
}

fn main() {}
