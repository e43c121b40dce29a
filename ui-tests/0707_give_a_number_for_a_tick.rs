//! rule: a tick is a checked value, not any number
//! expect: E0308
//! tried: giving a bare number as the time
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
