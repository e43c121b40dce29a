//! rule: one draft takes one decision; what was agreed to can only be taken back
//! expect: E0599
//! tried: rejecting a run that was approved already
//! why: Rejecting decides on a draft under review; once a yes is saved, a no to it is a revocation.
//! instead: revoke the approval with the signed no

use countersign::domains::ticket::Tickets;
use countersign::phase::ApprovedForCommit;
use countersign::{Rejection, Run};

fn lesson(approved: Run<Tickets, ApprovedForCommit>, no: Rejection<Tickets>) -> bool {
    approved.reject(no, &Tickets).is_ok() // <-- here
}

fn main() {}
