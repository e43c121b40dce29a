//! rule: an approval is taken back before a commit is begun, not after
//! expect: E0599
//! tried: revoking while the commit may be on its way
//! why: `revoke` belongs to `ApprovedForCommit`: now that the beginning is saved, the write may get through in spite of a no.
//! instead: resume the run, which is then unconfirmed, and fence it

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::{Committing, Unconfirmed};
use countersign::{Error, Rejection, Run};

type Runs = (Run<Tickets, Committing>, Run<Tickets, Unconfirmed>);

fn lesson(
    (begun, resumed): Runs,
    no: Rejection<Tickets>,
    ledger: &mut SqliteLedger,
) -> Result<(), Error> {
    let _stopped = begun.revoke(no)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
