//! The legal twin: read the reason

use countersign::domains::museum::Museum;
use countersign::phase::Stopped;
use countersign::{Approval, ForSimulation, Run};

fn lesson(
    stopped: Run<Museum, Stopped>,
    approval: Approval<Museum, ForSimulation>,
    museum: &Museum,
) {
    let _next = stopped.stop_reason(); // <-- here
}

fn main() {}
