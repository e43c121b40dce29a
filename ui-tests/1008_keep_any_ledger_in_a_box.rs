//! rule: the type of a ledger says which one it is
//! expect: E0038
//! tried: putting a ledger of whatever kind into one box
//! why: `Ledger` has a method that is generic in what its transaction gives back, so it has no `dyn` form.
//! instead: be generic over the ledger

use countersign::ledger;

struct Service<L> {
    ledger: L,
}

type Held = Service<Box<dyn ledger::Ledger<Db = ledger::Sqlite>>>; // <-- here

fn lesson(_: Held) {}

fn main() {}
