//! The legal twin: simulate: the library lends the permit to the domain

use countersign::domain::Domain;
use countersign::domains::museum::Museum;
use countersign::run::SimulationPermit;

fn lesson(museum: &Museum, permit: SimulationPermit<'_, Museum>) -> bool {
    museum.would_change(permit) // <-- here
}

fn main() {}
