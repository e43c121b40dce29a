//! The legal twin: take the approval back: `revoke`, by a signed no

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::ApprovedForCommit;
use countersign::{Error, Rejection, Run};

type Approved = (Run<Tickets, ApprovedForCommit>, Rejection<Tickets>);

fn lesson((approved, no): Approved, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let _stopped = approved.revoke(no)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
