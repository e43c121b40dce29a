//! rule: a stopped run is at its end, and says why
//! expect: E0599
//! tried: approving a run that a rule has stopped
//! why: A stop is the last event that a run can have, so `Stopped` has no method that would add one more.
//! instead: read the reason

use countersign::domains::museum::Museum;
use countersign::phase::Stopped;
use countersign::{Approval, ForSimulation, Run};

fn lesson(
    stopped: Run<Museum, Stopped>,
    approval: Approval<Museum, ForSimulation>,
    museum: &Museum,
) {
    let _next = stopped.approve(approval, museum); // <-- here
}

fn main() {}
