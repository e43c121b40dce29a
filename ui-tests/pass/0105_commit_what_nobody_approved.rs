//! The legal twin: verify a signed yes, approve, save, then begin

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Review;
use countersign::{Approval, Error, ForCommit, Run, Tick};

type Reviewed = (Run<Tickets, Review>, Approval<Tickets, ForCommit>);

fn lesson((review, yes): Reviewed, now: Tick, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let approved = review.approve(yes, &Tickets)?.save(ledger)??; // <-- here
    let _committing = approved.begin_commit(&Tickets, now)?.save(ledger)??;
    Ok(())
}

fn main() {}
