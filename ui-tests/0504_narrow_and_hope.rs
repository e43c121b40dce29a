//! rule: a run may be in another phase than hoped for
//! expect: E0308
//! tried: taking a narrowed run for granted
//! why: `narrow` gives a `Result`: an `AnyRun` keeps its phase as a value, and what it is comes out at run time.
//! instead: `?` or a match: in the `Err` the run in its other phase is handed back

use countersign::domains::museum::Museum;
use countersign::phase::Review;
use countersign::{AnyRun, Run};

fn lesson(any: AnyRun<Museum>) -> Result<u64, AnyRun<Museum>> {
    let review: Run<Museum, Review> = any.narrow(); // <-- here
    Ok(review.revision())
}

fn main() {}
