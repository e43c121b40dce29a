//! The legal twin: compare the ids of the keys

use countersign::decision::RootKey;
use countersign::id::KeyId;

fn lesson(root: (&RootKey, &RootKey), id: (&KeyId, &KeyId)) -> bool {
    *id.0 == *id.1 // <-- here
}

fn main() {}
