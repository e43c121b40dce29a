//! The legal twin: print the id of the key

use countersign::decision::RootKey;
use countersign::id::KeyId;

fn lesson(root: &RootKey, id: &KeyId) {
    println!("signed with {id}"); // <-- here
}

fn main() {}
