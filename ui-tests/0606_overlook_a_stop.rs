//! rule: a move can end in a stop, which is saved as well
//! expect: E0599
//! tried: going on as if a saved move could not have stopped the run
//! why: `save` gives a `Result` in a `Result`: one `?` takes off the failed save, and a run that stopped may still be inside.
//! instead: a second `?`, or a match, for the run that stopped

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::LookedUp;
use countersign::{Digest, Error, Run, Tick};

fn lesson(
    looked_up: Run<Museum, LookedUp>,
    museum: &Museum,
    ledger: &mut MemoryLedger,
    now: Tick,
) -> Result<Digest, Error> {
    let review = looked_up.draft(museum, now)?.save(ledger)?; // <-- here
    Ok(review.draft_digest())
}

fn main() {}
