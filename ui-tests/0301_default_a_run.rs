//! rule: a run comes from a saved move or from the ledger, and from nowhere else
//! expect: E0599
//! tried: making a run out of nothing
//! why: `Run` has no `Default`: such a value would be in a phase that no event led to.
//! instead: open one, or resume one by its id

use countersign::domains::museum::{Museum, example_in_review};
use countersign::ledger::MemoryLedger;
use countersign::phase::Review;
use countersign::{Error, Run, Tick};

type InReview = Run<Museum, Review>;

fn lesson(museum: &Museum, ledger: &mut MemoryLedger) -> Result<InReview, Error> {
    let example = example_in_review(museum, ledger, Tick::new(5)?)?;
    Ok(InReview::default()) // <-- here
}

fn main() {}
