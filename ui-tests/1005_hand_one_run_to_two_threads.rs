//! rule: a run is in one place: two threads can not both move it
//! expect: E0382
//! tried: simulating one run in two threads
//! why: The first thread takes the run with it, and there is no copy for the second.
//! instead: give the run to one thread; the others find it by its id

use std::thread;

use countersign::domains::museum::Museum;
use countersign::phase::ApprovedForSimulation;
use countersign::{Run, Tick};

fn lesson(approved: Run<Museum, ApprovedForSimulation>, museum: &Museum, now: Tick) {
    thread::scope(|threads| {
        threads.spawn(move || approved.simulate(museum, now).is_ok());
        threads.spawn(move || approved.simulate(museum, now).is_ok()); // <-- here
    });
}

fn main() {}
