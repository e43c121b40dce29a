//! The legal twin: a rejection goes to `reject`

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Rejection, Run};

fn lesson(review: Run<Museum, Review>, no: Rejection<Museum>, museum: &Museum) -> bool {
    review.reject(no, museum).is_ok() // <-- here
}

fn main() {}
