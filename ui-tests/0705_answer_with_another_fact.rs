//! rule: an answer carries the fact type of its domain
//! expect: E0308
//! tried: answering with a bare text
//! instead: build the fact that the domain defines

use countersign::domains::museum::{CatalogueFact, Museum};
use countersign::{Answer, Attempt};

fn lesson(attempt: Attempt<'_, Museum>, fact: CatalogueFact) -> Answer<Museum> {
    attempt.found("EX-101 is of 1904") // <-- here
}

fn main() {}
