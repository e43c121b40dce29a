//! rule: what is looked up is found done or absent, and each leads elsewhere
//! expect: E0599
//! tried: beginning again as if the commit had been found absent
//! why: `Found` is an enum around two types of run, and only the one in `Absent` has `begin_commit`.
//! instead: match: only `Found::Absent` can begin again

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Unconfirmed;
use countersign::{Error, Found, Run, Tick};

type Doubtful = Run<Tickets, Unconfirmed>;

fn lesson(doubtful: Doubtful, now: Tick, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let found: Found<Tickets> = doubtful.look_up(ledger)??;
    let approved = found; // <-- here
    let _committing = approved.begin_commit(&Tickets, now)?.save(ledger)??;
    Ok(())
}

fn main() {}
