//! rule: one ledger saves one move at a time
//! expect: E0596
//! tried: saving to a ledger that other threads hold, too
//! why: `save` borrows the ledger for itself, so that no two transactions mix on one connection.
//! instead: a ledger of its own for each thread, opened on the same file; or one behind a lock

use std::sync::Arc;

use countersign::domains::museum::Museum;
use countersign::ledger::SqliteLedger;
use countersign::phase::InFlight;
use countersign::{Run, Unsaved};

type Move = Unsaved<Museum, Run<Museum, InFlight>>;

fn lesson(first: Move, ledgers: (Arc<SqliteLedger>, &mut SqliteLedger)) -> bool {
    first.save(&mut *ledgers.0).is_ok() // <-- here
}

fn main() {}
