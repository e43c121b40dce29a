//! The legal twin: give the run to one thread; the others find it by its id

use std::thread;

use countersign::domains::museum::Museum;
use countersign::phase::ApprovedForSimulation;
use countersign::{Run, Tick};

fn lesson(approved: Run<Museum, ApprovedForSimulation>, museum: &Museum, now: Tick) {
    thread::scope(|threads| {
        threads.spawn(move || approved.simulate(museum, now).is_ok());
        threads.spawn(move || now.get()); // <-- here
    });
}

fn main() {}
