//! rule: a commit permit ends with the effect it is lent for
//! expect: E0521
//! tried: keeping a commit permit for later
//! why: A commit permit holds references into its run, for the `'run` in its type; the list wants `'static`, which is longer.
//! instead: keep the args that were read from it

use countersign::domains::ticket::{CloseTicket, Tickets};
use countersign::run::CommitPermit;

struct Kept {
    permits: Vec<CommitPermit<'static, Tickets>>,
    args: Vec<CloseTicket>,
}

fn lesson(kept: &mut Kept, permit: CommitPermit<'_, Tickets>) {
    kept.permits.push(permit); // <-- here
}

fn main() {}
