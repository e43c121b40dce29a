//! The legal twin: a museum label can be simulated: `verify_simulation`

use countersign::decision::{Keyring, Unverified};
use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{Run, SignedDecision, Tick};

type Reviewed<'a> = (&'a Run<Museum, Review>, &'a Museum, Tick);

fn lesson(signed: SignedDecision, keys: &Keyring, at: Reviewed<'_>) -> Result<(), Unverified> {
    let (review, museum, now) = at;
    let _yes = signed.verify_simulation(keys, review, museum, now)?; // <-- here
    Ok(())
}

fn main() {}
