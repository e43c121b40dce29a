//! rule: a commit is begun once a person has agreed to exactly this draft
//! expect: E0599
//! tried: beginning a commit while the draft is under review
//! why: `begin_commit` is a method of `ApprovedForCommit`, and no run gets into that phase without `approve`.
//! instead: verify a signed yes, approve, save, then begin

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Review;
use countersign::{Approval, Error, ForCommit, Run, Tick};

type Reviewed = (Run<Tickets, Review>, Approval<Tickets, ForCommit>);

fn lesson((review, yes): Reviewed, now: Tick, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let approved = review; // <-- here
    let _committing = approved.begin_commit(&Tickets, now)?.save(ledger)??;
    Ok(())
}

fn main() {}
