//! rule: a commit has two outcomes, and a lost answer is one of them
//! expect: E0004
//! tried: matching on the confirmed outcome alone
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
