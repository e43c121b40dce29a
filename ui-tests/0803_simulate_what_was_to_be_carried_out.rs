//! rule: a yes leads to the phase that it is for
//! expect: E0308
//! tried: taking an approval for commit as one for simulation
//! instead: the two are signed apart: each has its own phase

use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::{ApprovedForCommit, ApprovedForSimulation, Review};
use countersign::{Approval, Error, ForCommit, Run};

type Reviewed = (Run<Tickets, Review>, Approval<Tickets, ForCommit>);
type ToSimulate = Run<Tickets, ApprovedForSimulation>;
type ToCommit = Run<Tickets, ApprovedForCommit>;

fn lesson((review, yes): Reviewed, ledger: &mut SqliteLedger) -> Result<(), Error> {
    let approved = review.approve(yes, &Tickets)?.save(ledger)??;
    let approved: ToSimulate = approved; // <-- here
    println!("{approved:?}");
    Ok(())
}

fn main() {}
