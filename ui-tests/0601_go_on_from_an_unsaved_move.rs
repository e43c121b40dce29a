//! rule: the next phase exists only once its event is saved
//! expect: E0599
//! tried: reading the draft's digest from a draft that was not saved yet
//! why: `draft` gives an `Unsaved`, which has none of the run's methods: after a crash the ledger would know nothing of this draft.
//! instead: save the move, and go on with the run that comes out

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::LookedUp;
use countersign::{Digest, Error, Run, Tick};

fn lesson(
    looked_up: Run<Museum, LookedUp>,
    (museum, now): (&Museum, Tick),
    ledger: &mut MemoryLedger,
) -> Result<Digest, Error> {
    let review = looked_up.draft(museum, now)?; // <-- here
    Ok(review.draft_digest())
}

fn main() {}
