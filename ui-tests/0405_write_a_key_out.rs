//! rule: nothing saves a key
//! expect: E0277
//! tried: writing a root key out as JSON
//! why: `RootKey` has no `Serialize`: who finds the written bytes can sign with them.
//! instead: write out the id of the key

use countersign::decision::RootKey;
use countersign::id::KeyId;
use serde::Serialize;

fn write_out(_: &impl Serialize) {}

fn lesson(root: &RootKey, id: &KeyId) {
    write_out(root); // <-- here
}

fn main() {}
