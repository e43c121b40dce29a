//! rule: a commit is begun again once the one before is proved absent
//! expect: E0599
//! tried: beginning a new commit while the last one is unconfirmed
//! why: `begin_commit` belongs to `ApprovedForCommit`; from `Unconfirmed` only a saved event that shuts the old commit out leads there.
//! instead: look it up: `Found::Absent` holds a run that can begin

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Unconfirmed;
use countersign::{Error, Run, Tick};

type Doubtful = Run<Tickets, Unconfirmed>;

fn lesson(doubtful: Doubtful, now: Tick, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let approved = doubtful; // <-- here
    let _committing = approved.begin_commit(&Tickets, now)?.save(ledger)??;
    Ok(())
}

fn main() {}
