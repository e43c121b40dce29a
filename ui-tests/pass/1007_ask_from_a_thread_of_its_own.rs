//! The legal twin: give the thread the run itself: it asks there

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::InFlight;

fn in_background(work: impl FnOnce() + Send + 'static) {
    drop(std::thread::spawn(work));
}

fn lesson(mut in_flight: Run<Museum, InFlight>, museum: &'static Museum) {
    in_background(move || drop(in_flight.attempt().map(|attempt| museum.look_up(attempt)))); // <-- here
}

fn main() {}
