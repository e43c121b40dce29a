//! The legal twin: build the fact that the domain defines

use countersign::domains::museum::{CatalogueFact, Museum};
use countersign::{Answer, Attempt};

fn lesson(attempt: Attempt<'_, Museum>, fact: CatalogueFact) -> Answer<Museum> {
    attempt.found(fact) // <-- here
}

fn main() {}
