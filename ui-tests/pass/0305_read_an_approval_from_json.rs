//! The legal twin: send the signed text, and verify it where it is used

use countersign::domains::ticket::Tickets;
use countersign::{Approval, Digest, ForCommit};
use serde::de::DeserializeOwned;

type Yes = Approval<Tickets, ForCommit>;

fn read_in<T: DeserializeOwned>() {}

fn lesson(_: &Yes, _: Digest) {
    read_in::<String>(); // <-- here
}

fn main() {}
