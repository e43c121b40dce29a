//! rule: of each run a program holds one value, so that no move is made twice
//! expect: E0599
//! tried: cloning a run to keep a copy of it
//! instead: lend it by reference, or resume it from the ledger later

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;

fn lesson(review: Run<Museum, Review>) -> u64 {
    let kept = review.clone(); // <-- here
    kept.revision()
}

fn main() {}
