//! The legal twin: read its receipt

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Simulated;

fn lesson(simulated: Run<Museum, Simulated>) {
    println!("{}", simulated.receipt().real_writes); // <-- here
}

fn main() {}
