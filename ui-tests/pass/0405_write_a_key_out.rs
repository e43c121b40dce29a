//! The legal twin: write out the id of the key

use countersign::decision::RootKey;
use countersign::id::KeyId;
use serde::Serialize;

fn write_out(_: &impl Serialize) {}

fn lesson(root: &RootKey, id: &KeyId) {
    write_out(id); // <-- here
}

fn main() {}
