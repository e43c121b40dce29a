//! rule: what arrives from outside is checked before it counts
//! expect: E0277
//! tried: approving with a decision that was not admitted
//! why: A `FixtureDecision` is plain data that anyone can fill in; an `Approval` was held against one draft.
//! instead: admit it against the draft under review

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Error, FixtureDecision, Run};

fn lesson(
    review: Run<Museum, Review>,
    decision: FixtureDecision,
    museum: &Museum,
) -> Result<bool, Error> {
    let approval = decision; // <-- here
    Ok(review.approve(approval, museum).is_ok())
}

fn main() {}
