//! rule: nothing is delivered before its beginning is saved
//! expect: E0599
//! tried: committing right after `begin_commit`
//! why: `begin_commit` gives an `Unsaved`, which has no `commit`: sent from here, a write could get through with no trace before it.
//! instead: save the beginning: the phase comes out of the save

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::ApprovedForCommit;
use countersign::{Delivered, Error, Run, Tick};

type Approved = Run<Tickets, ApprovedForCommit>;
type Given<'a> = (&'a Keyring, Tick, &'a mut SqliteLedger);

fn lesson(approved: Approved, (keys, now, ledger): Given<'_>) -> Result<Delivered<Tickets>, Error> {
    let committing = approved.begin_commit(&Tickets, now)?; // <-- here
    Ok(committing.commit(&Tickets, keys, || now, ledger)??)
}

fn main() {}
