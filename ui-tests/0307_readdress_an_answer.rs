//! rule: an answer belongs to the attempt that asked
//! expect: E0451
//! tried: putting another attempt's mark on an answer
//! instead: answer through the attempt: found, not found, or not for now

use countersign::domains::museum::{CatalogueFact, Museum};
use countersign::{Answer, Attempt, Digest};

fn lesson(attempt: Attempt<'_, Museum>, fact: CatalogueFact, _: Digest) -> Answer<Museum> {
    Answer { attempt: Digest::ZERO, ..attempt.found(fact) } // <-- here
}

fn main() {}
