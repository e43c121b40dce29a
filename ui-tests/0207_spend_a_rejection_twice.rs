//! rule: a no is spent once
//! expect: E0382
//! tried: rejecting one run and revoking another with the same no
//! why: `reject` takes the rejection by value, and `Rejection` is not `Clone`: it was held against one run and no other.
//! instead: each draft has a decision of its own

use countersign::domains::ticket::Tickets;
use countersign::phase::{ApprovedForCommit, Review};
use countersign::{Rejection, Run};

type Runs = (Run<Tickets, Review>, Run<Tickets, ApprovedForCommit>);

fn lesson((review, approved): Runs, no: (Rejection<Tickets>, Rejection<Tickets>)) -> bool {
    let rejected = review.reject(no.0, &Tickets);
    let revoked = approved.revoke(no.0); // <-- here
    rejected.is_ok() && revoked.is_ok()
}

fn main() {}
