//! The legal twin: reject it, and open a run for the corrected request

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;

fn lesson(review: &mut Run<Museum, Review>) {
    if let Some(draft) = review.draft_content() {
        println!("{}", draft.observed_year); // <-- here
    }
}

fn main() {}
