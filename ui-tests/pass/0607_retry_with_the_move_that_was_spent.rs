//! The legal twin: save what the failed save handed back

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::InFlight;
use countersign::{Run, Unsaved};

type Reserving = Unsaved<Museum, Run<Museum, InFlight>>;

fn lesson(reserving: Reserving, ledger: &mut MemoryLedger) -> bool {
    match reserving.save(ledger) {
        Ok(_) => true,
        Err(not_saved) => not_saved.unsaved.save(ledger).is_ok(), // <-- here
    }
}

fn main() {}
