//! The legal twin: read the receipt, however often

use countersign::domains::museum::Museum;
use countersign::phase::Simulated;
use countersign::{Run, Tick};

fn lesson(simulated: Run<Museum, Simulated>, museum: &Museum, now: Tick) {
    let _again = simulated.receipt(); // <-- here
}

fn main() {}
