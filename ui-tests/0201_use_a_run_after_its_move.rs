//! rule: a move uses up the run that it is called on
//! expect: E0382
//! tried: reading from the old run after it was drafted
//! why: `draft` takes the run by value: a value that stayed behind would go on telling a state that is out of date.
//! instead: use the run that the save hands out

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
    Ok(looked_up.revision()) // <-- here
}

fn main() {}
