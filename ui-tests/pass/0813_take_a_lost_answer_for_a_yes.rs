//! The legal twin: hand it out as what it is: a run to be looked up

use countersign::domains::ticket::Tickets;
use countersign::phase::{Committed, Unconfirmed};
use countersign::{Delivered, Run};

type Done = Run<Tickets, Committed>;
type Doubtful = Run<Tickets, Unconfirmed>;

fn lesson(outcome: Delivered<Tickets>) -> Result<Done, Doubtful> {
    let done: Done = match outcome {
        Delivered::Confirmed(done) => done,
        Delivered::AnswerLost(lost) => return Err(lost), // <-- here
    };
    Ok(done)
}

fn main() {}
