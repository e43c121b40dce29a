//! The legal twin: decide on this draft; to read again, open a new run

use countersign::domains::museum::{Museum, Question};
use countersign::phase::Review;
use countersign::{Rejection, Run};

fn lesson(review: Run<Museum, Review>, no: Rejection<Museum>, museum: &Museum) -> Question {
    let _next = review.reject(no, museum); // <-- here
    Question::Catalogue
}

fn main() {}
