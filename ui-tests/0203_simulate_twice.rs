//! rule: a run is simulated once; asking again gives the same receipt
//! expect: E0599
//! tried: simulating a run that has its receipt already
//! why: `simulate` turned the run into a `Simulated` one, a type whose only method of its own borrows the receipt.
//! instead: read the receipt, however often

use countersign::domains::museum::Museum;
use countersign::phase::Simulated;
use countersign::{Run, Tick};

fn lesson(simulated: Run<Museum, Simulated>, museum: &Museum, now: Tick) {
    let _again = simulated.simulate(museum, now); // <-- here
}

fn main() {}
