//! rule: an approval comes from a decision that was checked
//! expect: E0423
//! tried: building an approval
//! why: The fields of `Approval` are private: the functions that check a decision are the only ones that can fill them.
//! instead: admit a decision against the draft under review

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Approval, Error, FixtureDecision, ForSimulation, Run};

fn lesson(
    review: &Run<Museum, Review>,
    decision: FixtureDecision,
    museum: &Museum,
) -> Result<Approval<Museum, ForSimulation>, Error> {
    Ok(Approval(decision)) // <-- here
}

fn main() {}
