//! The legal twin: read why it stopped; what is still wanted is a new run

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Committing;
use countersign::{Error, Run, Tick};

type Begun = Run<Tickets, Committing>;
type Given<'a> = (&'a Keyring, Tick, &'a mut SqliteLedger);

fn lesson(run: Begun, (keys, now, ledger): Given<'_>) -> Result<(), Error> {
    if let Err(stopped) = run.commit(&Tickets, keys, || now, ledger)? {
        println!("{}", stopped.stop_reason()); // <-- here
    }
    Ok(())
}

fn main() {}
