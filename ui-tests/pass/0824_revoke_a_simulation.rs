//! The legal twin: leave it as it is, or simulate it

use countersign::domains::ticket::Tickets;
use countersign::phase::ApprovedForSimulation;
use countersign::{Rejection, Run, Tick};

fn lesson(run: Run<Tickets, ApprovedForSimulation>, no: Rejection<Tickets>, now: Tick) -> bool {
    run.simulate(&Tickets, now).is_ok() // <-- here
}

fn main() {}
