//! rule: a fence finds out first whether the write got through
//! expect: E0004
//! tried: matching on the closed outcome alone
//! why: `Fence` has two outcomes: where the receipt was there after all, nothing is left to close.
//! instead: handle both

use countersign::Fence;
use countersign::domains::ticket::Tickets;

fn lesson(fenced: Fence<Tickets>) -> &'static str {
    match fenced {
        Fence::Closed(_) => "closed for ever", // <-- here
    }
}

fn main() {}
