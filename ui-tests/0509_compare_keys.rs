//! rule: keys are compared by what they sign, in constant time, and never byte by byte
//! expect: E0369
//! tried: comparing two root keys
//! instead: compare the ids of the keys

use countersign::decision::RootKey;
use countersign::id::KeyId;

fn lesson(root: (&RootKey, &RootKey), id: (&KeyId, &KeyId)) -> bool {
    *root.0 == *root.1 // <-- here
}

fn main() {}
