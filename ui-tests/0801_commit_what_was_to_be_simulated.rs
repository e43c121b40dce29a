//! rule: a yes to simulating leads to a simulation, and never to a commit
//! expect: E0599
//! tried: beginning a commit of a run that was approved for simulation
//! why: The scope of the approval chose the phase, and `ApprovedForSimulation` has one move, which writes nothing outside.
//! instead: simulate it; a commit needs a yes to carrying it out

use countersign::domains::ticket::Tickets;
use countersign::phase::ApprovedForSimulation;
use countersign::{Run, Tick};

fn lesson(approved: Run<Tickets, ApprovedForSimulation>, now: Tick) -> bool {
    approved.begin_commit(&Tickets, now).is_ok() // <-- here
}

fn main() {}
