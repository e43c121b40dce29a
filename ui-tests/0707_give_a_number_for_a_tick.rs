//! rule: a tick is a checked value, not any number
//! expect: E0308
//! tried: giving a bare number as the time
//! why: `simulate` takes a `Tick`, and a number does not turn into one by itself: a year or a count could pass for a time.
//! instead: `Tick::new` checks it

use countersign::domains::museum::Museum;
use countersign::phase::ApprovedForSimulation;
use countersign::{Error, Run, Tick};

type Approved = Run<Museum, ApprovedForSimulation>;

fn lesson(approved: Approved, museum: &Museum) -> Result<Tick, Error> {
    let _simulated = approved.simulate(museum, 6)?; // <-- here
    Ok(Tick::MAX)
}

fn main() {}
