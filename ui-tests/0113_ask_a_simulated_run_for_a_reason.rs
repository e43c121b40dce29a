//! rule: only a stopped run has a reason for its end
//! expect: E0599
//! tried: asking a simulated run why it stopped
//! why: `stop_reason` belongs to `Stopped` and so needs no `Option`: where it can be called, there is something to tell.
//! instead: read its receipt

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Simulated;

fn lesson(simulated: Run<Museum, Simulated>) {
    println!("{}", simulated.stop_reason()); // <-- here
}

fn main() {}
