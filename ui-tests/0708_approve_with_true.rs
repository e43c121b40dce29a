//! rule: an approval is a value of its own; `true` is not one
//! expect: E0277
//! tried: approving by saying `true`
//! why: `approve` takes an `Approval`; a `bool` does not say who agreed, to which draft, and for what.
//! instead: admit a decision on this draft: an approval comes out

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Approval, ForSimulation, Run};

fn lesson(
    review: Run<Museum, Review>,
    yes: Approval<Museum, ForSimulation>,
    museum: &Museum,
) -> bool {
    review.approve(true, museum).is_ok() // <-- here
}

fn main() {}
