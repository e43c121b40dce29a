//! The legal twin: bound the function by `Effectful`

use countersign::domain;
use countersign::phase::ApprovedForCommit;
use countersign::{Run, Tick};

fn lesson<D>(approved: Run<D, ApprovedForCommit>, domain: &D, now: Tick) -> bool
where
    D: domain::Effectful, // <-- here
{
    approved.begin_commit(domain, now).is_ok()
}

fn main() {}
