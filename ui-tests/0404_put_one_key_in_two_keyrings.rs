//! rule: nothing copies keys, so a `RootKey` value goes into one keyring
//! expect: E0382
//! tried: giving one root key to two keyrings
//! why: `with_key` takes the root by value, and `RootKey` is neither `Copy` nor `Clone`: the one value is wiped when it is dropped.
//! instead: read it again from where it is kept

use countersign::decision::{KeyState, Keyring, RootKey};
use countersign::id::KeyId;
use countersign::{Error, Refused};

type Two = (Keyring, Keyring);

fn lesson(rings: Two, id: &KeyId, kept: fn() -> Result<RootKey, Refused>) -> Result<Two, Error> {
    let root = kept()?;
    let first = rings.0.with_key(id.clone(), root, KeyState::Active)?;
    let again = root; // <-- here
    Ok((first, rings.1.with_key(id.clone(), again, KeyState::VerifyOnly)?))
}

fn main() {}
