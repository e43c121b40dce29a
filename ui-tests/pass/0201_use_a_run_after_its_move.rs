//! The legal twin: use the run that the save hands out

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::LookedUp;
use countersign::{Error, Run, Tick};

fn lesson(
    looked_up: Run<Museum, LookedUp>,
    museum: &Museum,
    ledger: &mut MemoryLedger,
    now: Tick,
) -> Result<u64, Error> {
    let review = looked_up.draft(museum, now)?.save(ledger)??;
    let digest = review.draft_digest();
    println!("{digest}");
    Ok(review.revision()) // <-- here
}

fn main() {}
