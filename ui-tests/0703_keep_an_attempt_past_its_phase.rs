//! rule: an attempt is lent: it ends before its run moves on
//! expect: E0505
//! tried: moving the run while its attempt is still held
//! why: The attempt borrows its run, and `abandon` takes the run by value: else a question could go out after it was given up.
//! instead: ask first, then observe

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
    let _next = in_flight.abandon().save(ledger)??; // <-- here
    drop(museum.look_up(attempt)); // <-- here
    Ok(())
}

fn main() {}
