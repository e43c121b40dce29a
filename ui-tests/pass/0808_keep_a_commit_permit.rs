//! The legal twin: keep the args that were read from it

use countersign::domains::ticket::{CloseTicket, Tickets};
use countersign::run::CommitPermit;

struct Kept {
    permits: Vec<CommitPermit<'static, Tickets>>,
    args: Vec<CloseTicket>,
}

fn lesson(kept: &mut Kept, permit: CommitPermit<'_, Tickets>) {
    kept.args.push(permit.args().clone()); // <-- here
}

fn main() {}
