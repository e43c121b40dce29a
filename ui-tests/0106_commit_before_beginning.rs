//! rule: beginning is saved before anything is delivered
//! expect: E0599
//! tried: committing a run that is approved, without beginning
//! why: `commit` is a method of `Committing`: after a crash, its saved event is all that tells that a write may be on its way.
//! instead: begin the commit, save that, then commit

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::ApprovedForCommit;
use countersign::{Delivered, Error, Run, Tick};

type Approved = Run<Tickets, ApprovedForCommit>;
type Given<'a> = (&'a Keyring, Tick, &'a mut SqliteLedger);

fn lesson(approved: Approved, (keys, now, ledger): Given<'_>) -> Result<Delivered<Tickets>, Error> {
    let committing = approved; // <-- here
    Ok(committing.commit(&Tickets, keys, || now, ledger)??)
}

fn main() {}
