//! The legal twin: look it up: the commit may have got through

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Unconfirmed;
use countersign::{Error, Run, Tick};

type Doubtful = Run<Tickets, Unconfirmed>;
type Given<'a> = (&'a Keyring, Tick, &'a mut SqliteLedger);

fn lesson(run: Doubtful, (keys, now, ledger): Given<'_>) -> Result<(), Error> {
    let outcome = run.look_up(ledger)??; // <-- here
    println!("{outcome:?}");
    Ok(())
}

fn main() {}
