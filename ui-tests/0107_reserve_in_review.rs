//! rule: what a person reviews stays as it is: nothing more is read
//! expect: E0599
//! tried: reserving another lookup while a draft is under review
//! why: `reserve` belongs to `Validated`: a fact that came in now would be missing from the text that the reviewer reads.
//! instead: decide on this draft; to read again, open a new run

use countersign::domains::museum::{Museum, Question};
use countersign::phase::Review;
use countersign::{Rejection, Run};

fn lesson(review: Run<Museum, Review>, no: Rejection<Museum>, museum: &Museum) -> Question {
    let _next = review.reserve(Question::Catalogue); // <-- here
    Question::Catalogue
}

fn main() {}
