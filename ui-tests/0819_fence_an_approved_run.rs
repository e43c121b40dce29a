//! rule: a fence settles a commit that may be on its way; before that there is none
//! expect: E0599
//! tried: fencing a run whose commit was never begun
//! why: `fence` takes the place in the ledger that a doubtful commit would take; `ApprovedForCommit` has no such commit.
//! instead: take the approval back: `revoke`, by a signed no

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::ApprovedForCommit;
use countersign::{Error, Rejection, Run};

type Approved = (Run<Tickets, ApprovedForCommit>, Rejection<Tickets>);

fn lesson((approved, no): Approved, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let _closed = approved.fence(ledger)?; // <-- here
    Ok(())
}

fn main() {}
