//! rule: what became of a commit has to be looked at
//! expect: unused_must_use
//! tried: committing without looking whether the answer came
//! why: `Delivered` is `#[must_use]`: dropped, it takes the run along that could be asked what became of the write.
//! instead: hand the outcome out, or match: a lost answer is looked up

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
    run.commit(&Tickets, keys, || now, ledger)??; // <-- here
    Ok(None) // <-- here
}

fn main() {}
