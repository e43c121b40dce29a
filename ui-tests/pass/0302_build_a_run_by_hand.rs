//! The legal twin: take the run that a saved move hands out

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;
use std::marker::PhantomData;

fn lesson(review: Run<Museum, Review>, _: PhantomData<Review>) -> u64 {
    let run = review; // <-- here
    run.revision()
}

fn main() {}
