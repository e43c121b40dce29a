//! rule: a signature counts once it was verified
//! expect: E0277
//! tried: approving with a signed decision as it arrived
//! why: `SignedDecision::from_text` takes any text, so to hold one proves nothing; `approve` takes only an `Approval`.
//! instead: `verify_commit` makes it an approval, or says why not

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::phase::Review;
use countersign::{Error, Run, SignedDecision, Tick};

type Given<'a> = (SignedDecision, &'a Keyring, Tick);

fn lesson(review: Run<Tickets, Review>, (signed, keys, now): Given<'_>) -> Result<bool, Error> {
    let yes = signed; // <-- here
    Ok(review.approve(yes, &Tickets).is_ok())
}

fn main() {}
