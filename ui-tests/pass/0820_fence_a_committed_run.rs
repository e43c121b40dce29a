//! The legal twin: read the receipt

use countersign::Run;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Committed;

fn lesson(done: Run<Tickets, Committed>, ledger: &mut SqliteLedger) -> String {
    let outcome = done.commit_receipt(); // <-- here
    format!("{outcome:?}")
}

fn main() {}
