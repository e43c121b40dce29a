//! rule: only a domain with an effect takes a yes to carrying it out
//! expect: E0277
//! tried: taking a signed decision as a yes to committing a museum label
//! why: `verify_commit` asks for `D: Effectful`, and `Museum` has no code that could carry a label out.
//! instead: a museum label can be simulated: `verify_simulation`

use countersign::decision::{Keyring, Unverified};
use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Run, SignedDecision, Tick};

type Reviewed<'a> = (&'a Run<Museum, Review>, &'a Museum, Tick);

fn lesson(signed: SignedDecision, keys: &Keyring, at: Reviewed<'_>) -> Result<(), Unverified> {
    let (review, museum, now) = at;
    let _yes = signed.verify_commit(keys, review, museum, now)?; // <-- here
    Ok(())
}

fn main() {}
