//! The legal twin: admit it, and reserve the lookup that comes out

use countersign::domains::museum::Museum;
use countersign::phase::{InFlight, Validated};
use countersign::planner::{Admitted, Candidate, Stage};
use countersign::{Run, Unsaved};

type Reserving = Unsaved<Museum, Run<Museum, InFlight>>;

fn lesson(run: Run<Museum, Validated>, candidate: Candidate) -> Option<Reserving> {
    match candidate.clone().admit(Stage::FactsMissing) {
        Ok(Admitted::<Museum>::Reserve(lookup)) => Some(run.reserve(lookup)), // <-- here
        _ => None,
    }
}

fn main() {}
