//! The legal twin: the authority signs, in the service that reviewers use

use countersign::decision::{Authority, Decision, Keyring};
use countersign::{Error, SignedDecision};

type Keys<'a> = (&'a Keyring, &'a Authority);

fn lesson((keyring, authority): Keys<'_>, said: &Decision<'_>) -> Result<SignedDecision, Error> {
    Ok(authority.sign(said)?) // <-- here
}

fn main() {}
