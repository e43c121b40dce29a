//! rule: yes and no are different types
//! expect: E0277
//! tried: approving with a rejection
//! why: `approve` takes an `Approval` and nothing turns a `Rejection` into one, so the two can not be mixed up by a slip.
//! instead: a rejection goes to `reject`

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Rejection, Run};

fn lesson(review: Run<Museum, Review>, no: Rejection<Museum>, museum: &Museum) -> bool {
    review.approve(no, museum).is_ok() // <-- here
}

fn main() {}
