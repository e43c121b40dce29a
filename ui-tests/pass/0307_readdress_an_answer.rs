//! The legal twin: answer through the attempt: found, not found, or not for now

use countersign::domains::museum::{CatalogueFact, Museum};
use countersign::{Answer, Attempt, Digest};

fn lesson(attempt: Attempt<'_, Museum>, fact: CatalogueFact, _: Digest) -> Answer<Museum> {
    attempt.found(fact) // <-- here
}

fn main() {}
