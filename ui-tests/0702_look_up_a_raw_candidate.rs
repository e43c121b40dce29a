//! rule: a planner proposes; only admission makes a move of it
//! expect: E0308
//! tried: reserving what a planner named, as it is
//! why: A `Candidate` holds whatever text a planner chose; `reserve` takes the domain's `Lookup`, which has no value but its questions.
//! instead: admit it, and reserve the lookup that comes out

use countersign::domains::museum::Museum;
use countersign::phase::{InFlight, Validated};
use countersign::planner::{Admitted, Candidate, Stage};
use countersign::{Run, Unsaved};

type Reserving = Unsaved<Museum, Run<Museum, InFlight>>;

fn lesson(run: Run<Museum, Validated>, candidate: Candidate) -> Option<Reserving> {
    match candidate.clone().admit(Stage::FactsMissing) {
        Ok(Admitted::<Museum>::Reserve(_)) => Some(run.reserve(candidate)), // <-- here
        _ => None,
    }
}

fn main() {}
