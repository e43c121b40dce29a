//! The legal twin: narrow it to the phase that you need, or match on it

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{AnyRun, Rejection, Run};

type Waiting = Run<Museum, Review>;

fn lesson(any: AnyRun<Museum>, no: Rejection<Museum>, museum: &Museum) -> bool {
    let reject = |review: Waiting| review.reject(no, museum).is_ok();
    any.narrow().is_ok_and(reject) // <-- here
}

fn main() {}
