//! rule: a commit permit is good for one effect
//! expect: E0382
//! tried: carrying out twice with one permit
//! why: `effect` takes the permit by value, and `CommitPermit` is not `Clone`: an effect can not call itself once more with it.
//! instead: once: a second time takes a run of its own

use countersign::domain::{Commit, NoEffect};
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteHandle;
use countersign::run::CommitPermit;

type Permit<'p> = CommitPermit<'p, Tickets>;

fn lesson(permit: Permit<'_>, handle: &mut SqliteHandle<'_>) -> Result<(), NoEffect> {
    Tickets.effect(permit, handle)?;
    Tickets.effect(permit, handle) // <-- here
}

fn main() {}
