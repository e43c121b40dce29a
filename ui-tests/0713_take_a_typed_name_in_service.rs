//! rule: only a rehearsal takes decisions whose reviewer is a typed name
//! expect: E0277
//! tried: admitting a fixture decision in a domain that is no rehearsal
//! why: `admit_approval` asks for `D: Rehearsal`, which `Garden` does not declare: anyone can type a reviewer's name.
//! instead: rehearse it in a domain that declares itself a `Rehearsal`

#[path = "support/garden.rs"]
mod garden;

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{FixtureDecision, Run};
use garden::Garden;

type Of<D> = Run<D, Review>;
type Reviews<'a> = (&'a Of<Museum>, &'a Of<Garden>);

fn lesson(decision: FixtureDecision, (museums, gardens): Reviews<'_>) -> bool {
    decision.admit_approval(gardens, &Garden).is_ok() // <-- here
}

fn main() {}
