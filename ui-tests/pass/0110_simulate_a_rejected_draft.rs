//! The legal twin: read who rejected it; new work is a new run under an id of its own

use countersign::Run;
use countersign::domains::museum::Museum;
use countersign::phase::Rejected;

fn lesson(rejected: Run<Museum, Rejected>) {
    let _end = rejected.rejected_by(); // <-- here
}

fn main() {}
