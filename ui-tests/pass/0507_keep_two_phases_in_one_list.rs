//! The legal twin: turn each into `AnyRun`, which holds a run of any phase

use countersign::domains::museum::Museum;
use countersign::phase::{Review, Simulated};
use countersign::{AnyRun, Run};

type Runs = Vec<AnyRun<Museum>>;

fn lesson(review: Run<Museum, Review>, simulated: Run<Museum, Simulated>) -> Runs {
    let runs = vec![review.into(), simulated.into()]; // <-- here
    runs
}

fn main() {}
