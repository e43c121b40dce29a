//! The legal twin: save the beginning: the phase comes out of the save

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::ApprovedForCommit;
use countersign::{Delivered, Error, Run, Tick};

type Approved = Run<Tickets, ApprovedForCommit>;
type Given<'a> = (&'a Keyring, Tick, &'a mut SqliteLedger);

fn lesson(approved: Approved, (keys, now, ledger): Given<'_>) -> Result<Delivered<Tickets>, Error> {
    let committing = approved.begin_commit(&Tickets, now)?.save(ledger)??; // <-- here
    Ok(committing.commit(&Tickets, keys, || now, ledger)??)
}

fn main() {}
