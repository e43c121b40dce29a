//! rule: nothing prints a key
//! expect: E0277
//! tried: printing a root key into a log
//! why: `RootKey` has no `Display`, and its `Debug` shows no byte: who finds a key in a log can sign with it.
//! instead: print the id of the key

use countersign::decision::RootKey;
use countersign::id::KeyId;

fn lesson(root: &RootKey, id: &KeyId) {
    println!("signed with {root}"); // <-- here
}

fn main() {}
