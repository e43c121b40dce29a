//! The legal twin: read the reason

use countersign::domains::museum::Museum;
use countersign::phase::Stopped;
use countersign::{Approval, Run};

fn lesson(stopped: Run<Museum, Stopped>, approval: Approval<Museum>, museum: &Museum) {
    let _next = stopped.stop_reason(); // <-- here
}

fn main() {}
