//! The legal twin: an approval of the same domain

#[path = "../support/garden.rs"]
mod garden;

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Approval, ForSimulation, Run};
use garden::Garden;

type Approvals = (Approval<Museum, ForSimulation>, Approval<Garden, ForSimulation>);

fn lesson(review: Run<Garden, Review>, (museums, gardens): Approvals, garden: &Garden) -> bool {
    review.approve(gardens, garden).is_ok() // <-- here
}

fn main() {}
