//! The legal twin: ask first, then observe

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::InFlight;
use countersign::{Error, Run};

fn lesson(
    mut in_flight: Run<Museum, InFlight>,
    museum: &Museum,
    ledger: &mut MemoryLedger,
) -> Result<(), Error> {
    let attempt = in_flight.attempt()?;
    let answer = museum.look_up(attempt); // <-- here
    let _next = in_flight.observe(answer)?.save(ledger)??; // <-- here
    Ok(())
}

fn main() {}
