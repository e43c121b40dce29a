//! rule: a run is stopped for a proposal that was found inadmissible, not for one that is allowed
//! expect: E0308
//! tried: stopping a run with a lookup of its own domain
//! why: Only `admit` makes an `Inadmissible`, out of a candidate that it refused.
//! instead: reserve the lookup

use countersign::Run;
use countersign::domains::museum::{Museum, Question};
use countersign::phase::Validated;

fn lesson(validated: Run<Museum, Validated>) -> Question {
    let _next = validated.disallow(Question::Catalogue); // <-- here
    Question::Catalogue
}

fn main() {}
