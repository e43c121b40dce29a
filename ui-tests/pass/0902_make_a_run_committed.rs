//! The legal twin: commit: the confirmed run is in the outcome

use countersign::domains::ticket::Tickets;
use countersign::phase::{Committed, Committing};
use countersign::{Delivered, Run};

type Done = Option<Run<Tickets, Committed>>;

fn lesson(begun: Run<Tickets, Committing>, outcome: Delivered<Tickets>) -> Done {
    if let Delivered::Confirmed(done) = outcome { Some(done) } else { None } // <-- here
}

fn main() {}
