//! rule: what can only be simulated needs no taking back
//! expect: E0599
//! tried: revoking an approval that is good for a simulation alone
//! why: `revoke` is a method of `ApprovedForCommit`: from a simulation nothing real can follow.
//! instead: leave it as it is, or simulate it

use countersign::domains::ticket::Tickets;
use countersign::phase::ApprovedForSimulation;
use countersign::{Rejection, Run, Tick};

fn lesson(run: Run<Tickets, ApprovedForSimulation>, no: Rejection<Tickets>, now: Tick) -> bool {
    run.revoke(no).is_ok() // <-- here
}

fn main() {}
