//! The legal twin: admit a decision against the draft under review

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Approval, Error, FixtureDecision, ForSimulation, Run};

fn lesson(
    review: &Run<Museum, Review>,
    decision: FixtureDecision,
    museum: &Museum,
) -> Result<Approval<Museum, ForSimulation>, Error> {
    Ok(decision.admit_approval(review, museum)?) // <-- here
}

fn main() {}
