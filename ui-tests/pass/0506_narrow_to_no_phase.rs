//! The legal twin: ask for one of `countersign::phase`

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{AnyRun, Run};

enum Postponed {}

fn lesson(any: AnyRun<Museum>, _: Option<Run<Museum, Review>>, _: Option<Postponed>) -> bool {
    any.narrow::<Review>().is_ok() // <-- here
}

fn main() {}
