//! rule: a draft needs every fact first
//! expect: E0599
//! tried: drafting from a run that has read nothing yet
//! why: `draft` is a method of `LookedUp`, and a run of that type comes out only where an answer was observed and nothing is missing.
//! instead: reserve a lookup, ask with its attempt, observe the answer, then draft

use countersign::domains::museum::{Museum, Question};
use countersign::ledger::MemoryLedger;
use countersign::phase::Validated;
use countersign::{Error, Run, Tick};

fn lesson(
    validated: Run<Museum, Validated>,
    at: (&Museum, Tick),
    ledger: &mut MemoryLedger,
) -> Result<Question, Error> {
    let _next = validated.draft(at.0, at.1)?.save(ledger)??; // <-- here
    Ok(Question::Catalogue)
}

fn main() {}
