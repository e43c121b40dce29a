//! rule: an approval is verified here, never read from bytes
//! expect: E0277
//! tried: reading an approval from JSON
//! why: `Approval` has no `Deserialize`: else whoever writes the bytes could write a yes that nobody has signed.
//! instead: send the signed text, and verify it where it is used

use countersign::domains::ticket::Tickets;
use countersign::{Approval, Digest, ForCommit};
use serde::de::DeserializeOwned;

type Yes = Approval<Tickets, ForCommit>;

fn read_in<T: DeserializeOwned>() {}

fn lesson(_: &Yes, _: Digest) {
    read_in::<Yes>(); // <-- here
}

fn main() {}
