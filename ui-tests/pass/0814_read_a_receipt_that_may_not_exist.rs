//! The legal twin: look it up: a confirmed run has its receipt

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Unconfirmed;
use countersign::{Error, Run};

fn lesson(doubtful: Run<Tickets, Unconfirmed>, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let countersign::Found::Confirmed(done) = doubtful.look_up(ledger)?? else { return Ok(()) }; // <-- here
    println!("done at tick {}", done.commit_receipt().committed_at);
    Ok(())
}

fn main() {}
