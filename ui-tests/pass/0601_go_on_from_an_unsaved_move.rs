//! The legal twin: save the move, and go on with the run that comes out

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::LookedUp;
use countersign::{Digest, Error, Run, Tick};

fn lesson(
    looked_up: Run<Museum, LookedUp>,
    (museum, now): (&Museum, Tick),
    ledger: &mut MemoryLedger,
) -> Result<Digest, Error> {
    let review = looked_up.draft(museum, now)?.save(ledger)??; // <-- here
    Ok(review.draft_digest())
}

fn main() {}
