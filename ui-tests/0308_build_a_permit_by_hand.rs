//! rule: a simulation permit is lent by an approved run
//! expect: E0451
//! tried: building a permit to simulate without an approval
//! why: The fields of `SimulationPermit` are private, so whoever holds one is called from a run that passed its last checks.
//! instead: simulate: the library lends the permit to the domain

use countersign::domain::Domain;
use countersign::domains::museum::Museum;
use countersign::run::SimulationPermit;

fn lesson(museum: &Museum, permit: SimulationPermit<'_, Museum>) -> bool {
    museum.would_change(SimulationPermit { ..permit }) // <-- here
}

fn main() {}
