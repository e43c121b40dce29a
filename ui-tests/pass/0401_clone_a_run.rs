//! The legal twin: lend it by reference, or resume it from the ledger later

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;

fn lesson(review: Run<Museum, Review>) -> u64 {
    let kept = &review; // <-- here
    kept.revision()
}

fn main() {}
