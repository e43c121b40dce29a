//! The legal twin: an arm for the lost answer: its run can be looked up

use countersign::Delivered;
use countersign::domains::ticket::Tickets;

fn lesson(outcome: &Delivered<Tickets>) -> &'static str {
    match outcome {
        Delivered::Confirmed(_) => "done",
        Delivered::AnswerLost(_) => "done or not: look it up", // <-- here
    }
}

fn main() {}
