//! rule: a run has a receipt once its commit is confirmed
//! expect: E0599
//! tried: reading the receipt of a run whose answer was lost
//! why: `commit_receipt` is a method of `Committed`: as long as nobody knows the outcome, there may be nothing to lend out.
//! instead: look it up: a confirmed run has its receipt

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Unconfirmed;
use countersign::{Error, Run};

fn lesson(doubtful: Run<Tickets, Unconfirmed>, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let done = doubtful; // <-- here
    println!("done at tick {}", done.commit_receipt().committed_at);
    Ok(())
}

fn main() {}
