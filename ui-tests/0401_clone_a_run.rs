//! rule: a run can not be copied, so that no move is made twice with it
//! expect: E0599
//! tried: cloning a run to keep a copy of it
//! why: `Run` has no `Clone`: two values could each make the same move, and only the ledger would notice, at the second save.
//! instead: lend it by reference, or resume it from the ledger later

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;

fn lesson(review: Run<Museum, Review>) -> u64 {
    let kept = review.clone(); // <-- here
    kept.revision()
}

fn main() {}
