//! rule: a run is changed by its moves and by nothing else
//! expect: E0615
//! tried: setting a run's revision by hand
//! why: The state in a run is the sum of its events; a field that can be set would say what no event says.
//! instead: use its moves; ask its questions

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;

fn lesson(review: &mut Run<Museum, Review>) -> u64 {
    review.revision = 1; // <-- here
    review.revision()
}

fn main() {}
