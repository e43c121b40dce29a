//! rule: a keyring verifies; only an authority signs
//! expect: E0599
//! tried: signing a decision with the keyring of the service that acts
//! why: `sign` is a method of `Authority`: a service that acts should not be able to give itself a yes by mistake.
//! instead: the authority signs, in the service that reviewers use

use countersign::decision::{Authority, Decision, Keyring};
use countersign::{Error, SignedDecision};

type Keys<'a> = (&'a Keyring, &'a Authority);

fn lesson((keyring, authority): Keys<'_>, said: &Decision<'_>) -> Result<SignedDecision, Error> {
    Ok(keyring.sign(said)?) // <-- here
}

fn main() {}
