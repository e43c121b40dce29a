//! rule: each phase is a type of its own
//! expect: E0308
//! tried: putting runs of two phases into one list
//! why: `Review` and `Simulated` are part of the type, so the two runs are as different as a `Vec<u8>` and a `Vec<String>`.
//! instead: turn each into `AnyRun`, which holds a run of any phase

use countersign::domains::museum::Museum;
use countersign::phase::{Review, Simulated};
use countersign::{AnyRun, Run};

type Runs = Vec<AnyRun<Museum>>;

fn lesson(review: Run<Museum, Review>, simulated: Run<Museum, Simulated>) -> Runs {
    let runs = vec![AnyRun::from(review), simulated]; // <-- here
    runs
}

fn main() {}
