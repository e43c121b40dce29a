//! rule: while an answer is awaited a run can take that answer, or give the attempt up
//! expect: E0599
//! tried: drafting before the answer was observed
//! why: `InFlight` has no `draft`: a draft made now would rest on something that nobody has read yet.
//! instead: observe the answer; what comes out says whether every fact is there

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::InFlight;
use countersign::{Answer, Error, Run, Tick};

fn lesson(
    in_flight: Run<Museum, InFlight>,
    (answer, museum, now): (Answer<Museum>, &Museum, Tick),
    ledger: &mut MemoryLedger,
) -> Result<(), Error> {
    let _next = in_flight.draft(museum, now)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
