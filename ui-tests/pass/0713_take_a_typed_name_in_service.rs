//! The legal twin: rehearse it in a domain that declares itself a `Rehearsal`

#[path = "../support/garden.rs"]
mod garden;

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{FixtureDecision, Run};
use garden::Garden;

type Of<D> = Run<D, Review>;
type Reviews<'a> = (&'a Of<Museum>, &'a Of<Garden>);

fn lesson(decision: FixtureDecision, (museums, gardens): Reviews<'_>) -> bool {
    decision.admit_approval(museums, &Museum::default()).is_ok() // <-- here
}

fn main() {}
