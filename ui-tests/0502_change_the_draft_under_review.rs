//! rule: what the reviewer sees is what is carried out: a draft does not change
//! expect: E0594
//! tried: correcting a year in the draft that is under review
//! why: `draft_content` lends the draft as `&`, and no method lends it as `&mut`: the digest that is decided on covers every field.
//! instead: reject it, and open a run for the corrected request

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;

fn lesson(review: &mut Run<Museum, Review>) {
    if let Some(draft) = review.draft_content() {
        draft.observed_year = 1904; // <-- here
    }
}

fn main() {}
