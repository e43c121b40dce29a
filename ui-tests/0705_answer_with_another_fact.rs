//! rule: an answer carries the fact type of its domain
//! expect: E0308
//! tried: answering with a bare text
//! why: `found` takes `D::Fact`, here `CatalogueFact`: a bare text has no exhibit, year and version that could be checked.
//! instead: build the fact that the domain defines

use countersign::domains::museum::{CatalogueFact, Museum};
use countersign::{Answer, Attempt};

fn lesson(attempt: Attempt<'_, Museum>, fact: CatalogueFact) -> Answer<Museum> {
    attempt.found("EX-101 is of 1904") // <-- here
}

fn main() {}
