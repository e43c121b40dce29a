//! The legal twin: its id is enough: the ledger has the rest

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;
use serde::Serialize;

fn write_out(_: &impl Serialize) {}

fn lesson(review: &Run<Museum, Review>) {
    write_out(review.run_id()); // <-- here
}

fn main() {}
