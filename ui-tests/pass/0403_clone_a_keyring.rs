//! The legal twin: lend it by reference

use countersign::decision::Keyring;

fn lesson(keyring: Keyring) -> String {
    let lent = &keyring; // <-- here
    format!("{lent:?} {keyring:?}")
}

fn main() {}
