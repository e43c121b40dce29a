//! rule: only the library builds runs
//! expect: E0451
//! tried: building a second run out of the fields of one
//! why: The fields of `Run` are private: with them anyone could put the mark of one phase on the state of another.
//! instead: take the run that a saved move hands out

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;
use std::marker::PhantomData;

fn lesson(review: Run<Museum, Review>, _: PhantomData<Review>) -> u64 {
    let run = Run { phase: PhantomData, ..review }; // <-- here
    run.revision()
}

fn main() {}
