//! rule: only a confirmed commit makes a run committed
//! expect: E0277
//! tried: converting a run that is committing into a committed one
//! why: There is no `From` from one phase to the next: a run converted like that would be `Committed` and have no receipt.
//! instead: commit: the confirmed run is in the outcome

use countersign::domains::ticket::Tickets;
use countersign::phase::{Committed, Committing};
use countersign::{Delivered, Run};

type Done = Option<Run<Tickets, Committed>>;

fn lesson(begun: Run<Tickets, Committing>, outcome: Delivered<Tickets>) -> Done {
    Some(begun.into()) // <-- here
}

fn main() {}
