//! rule: a run of any phase has no moves
//! expect: E0599
//! tried: rejecting what was brought back from the ledger, as it is
//! why: `resume` gives an `AnyRun`, as the phase comes out at run time; each move is a method of one phase.
//! instead: narrow it to the phase that you need, or match on it

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{AnyRun, Rejection, Run};

type Waiting = Run<Museum, Review>;

fn lesson(any: AnyRun<Museum>, no: Rejection<Museum>, museum: &Museum) -> bool {
    let reject = |review: Waiting| review.reject(no, museum).is_ok();
    any.reject(no, museum).is_ok() // <-- here
}

fn main() {}
