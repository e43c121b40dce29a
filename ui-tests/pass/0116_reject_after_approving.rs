//! The legal twin: revoke the approval with the signed no

use countersign::domains::ticket::Tickets;
use countersign::phase::ApprovedForCommit;
use countersign::{Rejection, Run};

fn lesson(approved: Run<Tickets, ApprovedForCommit>, no: Rejection<Tickets>) -> bool {
    approved.revoke(no).is_ok() // <-- here
}

fn main() {}
