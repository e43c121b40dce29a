//! rule: yes and no are different types
//! expect: E0308
//! tried: approving with a rejection
//! instead: a rejection goes to `reject`

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Rejection, Run};

fn lesson(review: Run<Museum, Review>, no: Rejection<Museum>, museum: &Museum) -> bool {
    review.approve(no, museum).is_ok() // <-- here
}

fn main() {}
