//! rule: a run is read back by checked replay, never from bytes of unknown origin
//! expect: E0277
//! tried: reading a run from JSON
//! why: `Run` has no `Deserialize`: whoever wrote the bytes could write that a person had approved.
//! instead: read an id, and resume the run from the ledger

use countersign::domains::museum::Museum;
use countersign::phase::ApprovedForSimulation;
use countersign::{Run, RunId};
use serde::de::DeserializeOwned;

type Approved = Run<Museum, ApprovedForSimulation>;

fn read_in<T: DeserializeOwned>() {}

fn lesson(_: &Approved, _: &RunId) {
    read_in::<Approved>(); // <-- here
}

fn main() {}
