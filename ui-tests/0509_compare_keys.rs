//! rule: keys are not compared; the tags that they make are, in constant time
//! expect: E0369
//! tried: comparing two root keys
//! why: `RootKey` has no `PartialEq`: how long a plain `==` takes can tell how many bytes are the same.
//! instead: compare the ids of the keys

use countersign::decision::RootKey;
use countersign::id::KeyId;

fn lesson(root: (&RootKey, &RootKey), id: (&KeyId, &KeyId)) -> bool {
    *root.0 == *root.1 // <-- here
}

fn main() {}
