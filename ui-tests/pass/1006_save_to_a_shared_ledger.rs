//! The legal twin: a ledger of its own for each thread, opened on the same file; or one behind a lock

use std::sync::Arc;

use countersign::domains::museum::Museum;
use countersign::ledger::SqliteLedger;
use countersign::phase::InFlight;
use countersign::{Run, Unsaved};

type Move = Unsaved<Museum, Run<Museum, InFlight>>;

fn lesson(first: Move, ledgers: (Arc<SqliteLedger>, &mut SqliteLedger)) -> bool {
    first.save(ledgers.1).is_ok() // <-- here
}

fn main() {}
