//! rule: an attempt is lent by its run, and is back before the run moves
//! expect: E0597
//! tried: handing the attempt to a thread that may outlive the run
//! why: A thread that nobody waits for could still ask when the run has long moved on.
//! instead: give the thread the run itself: it asks there

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::InFlight;

fn in_background(work: impl FnOnce() + Send + 'static) {
    drop(std::thread::spawn(work));
}

fn lesson(mut in_flight: Run<Museum, InFlight>, museum: &'static Museum) {
    let Ok(attempt) = in_flight.attempt() else { return }; // <-- here
    in_background(move || drop(museum.look_up(attempt))); // <-- here
}

fn main() {}
