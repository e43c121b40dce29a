//! The legal twin: observe the answer; what comes out says whether every fact is there

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::InFlight;
use countersign::{Answer, Error, Run, Tick};

fn lesson(
    in_flight: Run<Museum, InFlight>,
    (answer, museum, now): (Answer<Museum>, &Museum, Tick),
    ledger: &mut MemoryLedger,
) -> Result<(), Error> {
    let _next = in_flight.observe(answer)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
