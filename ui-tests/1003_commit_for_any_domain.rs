//! rule: only a domain that says so has a real effect
//! expect: E0277
//! tried: beginning a commit for whatever domain comes
//! why: A bound of `Domain` also lets rehearsals in, and those can not be carried out.
//! instead: bound the function by `Effectful`

use countersign::domain;
use countersign::phase::ApprovedForCommit;
use countersign::{Run, Tick};

fn lesson<D>(approved: Run<D, ApprovedForCommit>, domain: &D, now: Tick) -> bool
where
    D: domain::Domain, // <-- here
{
    approved.begin_commit(domain, now).is_ok()
}

fn main() {}
