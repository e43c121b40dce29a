//! The legal twin: each draft has a decision of its own

use countersign::domains::ticket::Tickets;
use countersign::phase::{ApprovedForCommit, Review};
use countersign::{Rejection, Run};

type Runs = (Run<Tickets, Review>, Run<Tickets, ApprovedForCommit>);

fn lesson((review, approved): Runs, no: (Rejection<Tickets>, Rejection<Tickets>)) -> bool {
    let rejected = review.reject(no.0, &Tickets);
    let revoked = approved.revoke(no.1); // <-- here
    rejected.is_ok() && revoked.is_ok()
}

fn main() {}
