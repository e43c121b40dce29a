//! The legal twin: use a domain: one of `countersign::domains`, or your own

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Review;

struct Shop;

fn lesson(
    _: &Shop,
    _: &Museum,
    _: &Run<Museum, Review>, // <-- here
) {
}

fn main() {}
