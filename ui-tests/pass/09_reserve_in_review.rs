//! The legal twin: decide on this draft; to read again, open a new run

use countersign::domains::museum::{LookUp, Museum};
use countersign::phase::Review;
use countersign::{Rejection, Run};

fn lesson(review: Run<Museum, Review>, no: Rejection<Museum>, museum: &Museum) -> LookUp {
    let _next = review.reject(no, museum); // <-- here
    LookUp::Catalogue
}

fn main() {}
