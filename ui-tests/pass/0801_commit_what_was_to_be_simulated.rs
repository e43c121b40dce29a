//! The legal twin: simulate it; a commit needs a yes to carrying it out

use countersign::domains::ticket::Tickets;
use countersign::phase::ApprovedForSimulation;
use countersign::{Run, Tick};

fn lesson(approved: Run<Tickets, ApprovedForSimulation>, now: Tick) -> bool {
    approved.simulate(&Tickets, now).is_ok() // <-- here
}

fn main() {}
