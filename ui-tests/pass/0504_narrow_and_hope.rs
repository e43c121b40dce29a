//! The legal twin: `?` or a match: in the `Err` the run in its other phase is handed back

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{AnyRun, Run};

fn lesson(any: AnyRun<Museum>) -> Result<u64, AnyRun<Museum>> {
    let review: Run<Museum, Review> = any.narrow()?; // <-- here
    Ok(review.revision())
}

fn main() {}
