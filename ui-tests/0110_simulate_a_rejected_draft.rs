//! rule: a rejected run is at its end: it can be read, never moved
//! expect: E0599
//! tried: simulating a draft that a person said no to
//! why: `Rejected` has a method that says who said no, and none that takes the run by value and leads on.
//! instead: read who rejected it; new work is a new run under an id of its own

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Rejected;

fn lesson(rejected: Run<Museum, Rejected>) {
    let _end = rejected.simulate(); // <-- here
}

fn main() {}
