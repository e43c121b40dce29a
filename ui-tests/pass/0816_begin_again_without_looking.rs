//! The legal twin: look it up: `Found::Absent` holds a run that can begin

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Unconfirmed;
use countersign::{Error, Run, Tick};

type Doubtful = Run<Tickets, Unconfirmed>;

fn lesson(doubtful: Doubtful, now: Tick, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let countersign::Found::Absent(approved) = doubtful.look_up(ledger)?? else { return Ok(()) }; // <-- here
    let _committing = approved.begin_commit(&Tickets, now)?.save(ledger)??;
    Ok(())
}

fn main() {}
