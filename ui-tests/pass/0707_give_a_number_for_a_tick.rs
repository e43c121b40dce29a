//! The legal twin: `Tick::new` checks it

use countersign::domains::museum::Museum;
use countersign::phase::ApprovedForSimulation;
use countersign::{Error, Run, Tick};

type Approved = Run<Museum, ApprovedForSimulation>;

fn lesson(approved: Approved, museum: &Museum) -> Result<Tick, Error> {
    let _simulated = approved.simulate(museum, Tick::new(6)?)?; // <-- here
    Ok(Tick::MAX)
}

fn main() {}
