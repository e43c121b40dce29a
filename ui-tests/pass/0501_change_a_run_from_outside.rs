//! The legal twin: use its moves; ask its questions

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;

fn lesson(review: &mut Run<Museum, Review>) -> u64 {
    println!("{}", review.revision()); // <-- here
    review.revision()
}

fn main() {}
