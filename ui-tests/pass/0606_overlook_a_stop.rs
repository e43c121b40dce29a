//! The legal twin: a second `?`, or a match, for the run that stopped

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
    let review = looked_up.draft(museum, now)?.save(ledger)??; // <-- here
    Ok(review.draft_digest())
}

fn main() {}
