//! The legal twin: hand the outcome out, or match: a lost answer is looked up

#![deny(unused_must_use)]

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Committing;
use countersign::{Delivered, Error, Run, Tick};

type Begun = Run<Tickets, Committing>;
type Given<'a> = (&'a Keyring, Tick, &'a mut SqliteLedger);
type Outcome = Delivered<Tickets>;

fn lesson(run: Begun, (keys, now, ledger): Given<'_>) -> Result<Option<Outcome>, Error> {
    Ok(Some(run.commit(&Tickets, keys, || now, ledger)??)) // <-- here
}

fn main() {}
