//! rule: a commit permit ends with the effect it is lent for
//! expect: E0521
//! tried: keeping a commit permit for later
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
