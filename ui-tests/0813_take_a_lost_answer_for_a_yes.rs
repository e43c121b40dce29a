//! rule: a lost answer is no confirmation
//! expect: E0308
//! tried: handing out a run whose answer was lost as committed
//! why: `done` has one type in all arms, and an `Unconfirmed` run is none: nobody has seen its receipt.
//! instead: hand it out as what it is: a run to be looked up

use countersign::domains::ticket::Tickets;
use countersign::phase::{Committed, Unconfirmed};
use countersign::{Delivered, Run};

type Done = Run<Tickets, Committed>;
type Doubtful = Run<Tickets, Unconfirmed>;

fn lesson(outcome: Delivered<Tickets>) -> Result<Done, Doubtful> {
    let done: Done = match outcome {
        Delivered::Confirmed(done) => done,
        Delivered::AnswerLost(lost) => lost, // <-- here
    };
    Ok(done)
}

fn main() {}
