//! The legal twin: pass on the permit that the library lends

use countersign::domain::{Commit, NoEffect};
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteHandle;
use countersign::run::CommitPermit;

type Permit<'p> = CommitPermit<'p, Tickets>;

fn lesson(permit: Permit<'_>, handle: &mut SqliteHandle<'_>) -> Result<(), NoEffect> {
    Tickets.effect(permit, handle) // <-- here
}

fn main() {}
