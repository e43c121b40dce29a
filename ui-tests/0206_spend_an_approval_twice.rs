//! rule: an approval is spent once
//! expect: E0382
//! tried: approving two runs with one approval
//! why: `approve` takes the approval by value, and `Approval` is not `Clone`: it was checked against one draft and no other.
//! instead: each draft has a decision of its own

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Approval, ForSimulation, Run};

type Two<T> = (T, T);

fn lesson(
    reviews: Two<Run<Museum, Review>>,
    yes: Two<Approval<Museum, ForSimulation>>,
    museum: &Museum,
) -> bool {
    let first = reviews.0.approve(yes.0, museum);
    let second = reviews.1.approve(yes.0, museum); // <-- here
    first.is_ok() && second.is_ok()
}

fn main() {}
