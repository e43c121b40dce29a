//! rule: an approval for commit belongs to one domain
//! expect: E0277
//! tried: approving a ticket with some other domain's yes
//! why: In generic code `Shop` is a type of its own: rustc does not take it for `Tickets`, whatever a caller puts in.
//! instead: an approval of the same domain

use countersign::domain::Effectful;
use countersign::domains::ticket::Tickets;
use countersign::phase::Review;
use countersign::{Approval, ForCommit, Run};

type Approvals<D> = (Approval<D, ForCommit>, Approval<Tickets, ForCommit>);

fn lesson<Shop: Effectful>(review: Run<Tickets, Review>, yes: Approvals<Shop>) -> bool {
    let (shops, tickets) = yes;
    review.approve(shops, &Tickets).is_ok() // <-- here
}

fn main() {}
