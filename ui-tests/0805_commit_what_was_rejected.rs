//! rule: a rejected draft is never carried out
//! expect: E0599
//! tried: beginning a commit after the reviewer said no
//! why: The save of a rejection hands out a `Run<D, Rejected>`, and no method of that type leads to `ApprovedForCommit`.
//! instead: the run has ended: read who said no

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Review;
use countersign::{Error, Rejection, Run, Tick};

type Reviewed = (Run<Tickets, Review>, Rejection<Tickets>);

fn lesson((review, no): Reviewed, now: Tick, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let rejected = review.reject(no, &Tickets)?.save(ledger)??;
    let _committing = rejected.begin_commit(&Tickets, now)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
