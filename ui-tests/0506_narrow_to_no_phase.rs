//! rule: a run is in one of the library's phases
//! expect: E0277
//! tried: asking for a run in a phase that does not exist
//! why: `narrow` asks for `P: Phase`, and `Postponed` is none: there would be no variant of `AnyRun` to take the run from.
//! instead: ask for one of `countersign::phase`

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{AnyRun, Run};

enum Postponed {}

fn lesson(any: AnyRun<Museum>, _: Option<Run<Museum, Review>>, _: Option<Postponed>) -> bool {
    any.narrow::<Postponed>().is_ok() // <-- here
}

fn main() {}
