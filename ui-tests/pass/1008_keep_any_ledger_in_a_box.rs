//! The legal twin: be generic over the ledger

use countersign::ledger;

struct Service<L> {
    ledger: L,
}

type Held = Service<ledger::SqliteLedger>; // <-- here

fn lesson(_: Held) {}

fn main() {}
