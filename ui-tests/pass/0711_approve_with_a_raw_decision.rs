//! The legal twin: admit it against the draft under review

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Error, FixtureDecision, Run};

fn lesson(
    review: Run<Museum, Review>,
    decision: FixtureDecision,
    museum: &Museum,
) -> Result<bool, Error> {
    let approval = decision.admit_approval(&review, museum)?; // <-- here
    Ok(review.approve(approval, museum).is_ok())
}

fn main() {}
