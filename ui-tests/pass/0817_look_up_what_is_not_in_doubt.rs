//! The legal twin: commit: that gives an answer, or a run to look up

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Committing;
use countersign::{Error, Run, Tick};

type Begun = Run<Tickets, Committing>;
type Given<'a> = (&'a Keyring, Tick, &'a mut SqliteLedger);

fn lesson(run: Begun, (keys, now, ledger): Given<'_>) -> Result<(), Error> {
    let outcome = run.commit(&Tickets, keys, || now, ledger)??; // <-- here
    println!("{outcome:?}");
    Ok(())
}

fn main() {}
