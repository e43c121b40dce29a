//! rule: nothing copies keys
//! expect: E0599
//! tried: cloning a keyring for a second user of it
//! why: `Keyring` has no `Clone`: each copy would be one more place in memory that has to be guarded and wiped.
//! instead: lend it by reference

use countersign::decision::Keyring;

fn lesson(keyring: Keyring) -> String {
    let lent = keyring.clone(); // <-- here
    format!("{lent:?} {keyring:?}")
}

fn main() {}
