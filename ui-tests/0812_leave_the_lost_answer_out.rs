//! rule: a commit that did not stop the run is confirmed, or its answer was lost
//! expect: E0004
//! tried: matching on the confirmed outcome alone
//! why: `Delivered` has two variants and a match has to cover both: else a write in doubt would be forgotten.
//! instead: an arm for the lost answer: its run can be looked up

use countersign::Delivered;
use countersign::domains::ticket::Tickets;

fn lesson(outcome: &Delivered<Tickets>) -> &'static str {
    match outcome {
        Delivered::Confirmed(_) => "done",
        // and nothing else // <-- here
    }
}

fn main() {}
