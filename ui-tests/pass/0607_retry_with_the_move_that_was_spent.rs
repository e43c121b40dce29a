//! The legal twin: save what the failed save handed back

use countersign::Unsaved;
use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;

fn lesson(reserving: Unsaved<Museum, u8>, ledger: &mut MemoryLedger) -> bool {
    match reserving.save(ledger) {
        Ok(_) => true,
        Err(not_saved) => not_saved.unsaved.save(ledger).is_ok(), // <-- here
    }
}

fn main() {}
