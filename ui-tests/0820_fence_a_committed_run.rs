//! rule: what is committed is done, and can not be closed any more
//! expect: E0599
//! tried: fencing a run that has its receipt
//! why: `Committed` has no `fence`: effect and receipt are saved together, and no later event can undo them.
//! instead: read the receipt

use countersign::Run;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Committed;

fn lesson(done: Run<Tickets, Committed>, ledger: &mut SqliteLedger) -> String {
    let outcome = done.fence(ledger); // <-- here
    format!("{outcome:?}")
}

fn main() {}
