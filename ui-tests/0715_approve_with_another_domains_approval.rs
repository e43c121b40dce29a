//! rule: an approval belongs to one domain
//! expect: E0277
//! tried: approving a garden's run with the museum's approval
//! why: The domain is part of the type, `Approval<D, S>`: what was agreed to about a label says nothing about a garden.
//! instead: an approval of the same domain

#[path = "support/garden.rs"]
mod garden;

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Approval, ForSimulation, Run};
use garden::Garden;

type Approvals = (Approval<Museum, ForSimulation>, Approval<Garden, ForSimulation>);

fn lesson(review: Run<Garden, Review>, (museums, gardens): Approvals, garden: &Garden) -> bool {
    review.approve(museums, garden).is_ok() // <-- here
}

fn main() {}
