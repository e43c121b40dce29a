//! rule: a run is kept in the ledger, as its events, and in no other form
//! expect: E0277
//! tried: writing a run out as JSON
//! why: `Run` has no `Serialize`: what is written out is out of date after the next move, and could be edited in between.
//! instead: its id is enough: the ledger has the rest

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;
use serde::Serialize;

fn write_out(_: &impl Serialize) {}

fn lesson(review: &Run<Museum, Review>) {
    write_out(review); // <-- here
}

fn main() {}
