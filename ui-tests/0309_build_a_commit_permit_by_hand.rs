//! rule: a commit permit is lent inside the transaction of one commit
//! expect: E0451
//! tried: building a permit to carry out without a commit
//! why: The fields of `CommitPermit` are private, so an effect that is given one runs in a commit whose checks have passed.
//! instead: pass on the permit that the library lends

use countersign::domain::{Commit, NoEffect};
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteHandle;
use countersign::run::CommitPermit;

type Permit<'p> = CommitPermit<'p, Tickets>;

fn lesson(permit: Permit<'_>, handle: &mut SqliteHandle<'_>) -> Result<(), NoEffect> {
    Tickets.effect(CommitPermit { ..permit }, handle) // <-- here
}

fn main() {}
