//! The legal twin: handle both

use countersign::Fence;
use countersign::domains::ticket::Tickets;

fn lesson(fenced: Fence<Tickets>) -> &'static str {
    match fenced {
        Fence::Closed(_) => "closed for ever", // <-- here
        Fence::Confirmed(_) => "it was done: here is the receipt", // <-- here
    }
}

fn main() {}
