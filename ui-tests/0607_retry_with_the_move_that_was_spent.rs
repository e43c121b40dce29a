//! rule: a save uses up the move, and hands it back where it fails
//! expect: E0382
//! tried: saving the old move again after a save that failed
//! why: `save` takes the move by value; the one in the error knows that it was tried before, and so is never saved twice.
//! instead: save what the failed save handed back

use countersign::domains::museum::Museum;
use countersign::ledger::MemoryLedger;
use countersign::phase::InFlight;
use countersign::{Run, Unsaved};

type Reserving = Unsaved<Museum, Run<Museum, InFlight>>;

fn lesson(reserving: Reserving, ledger: &mut MemoryLedger) -> bool {
    match reserving.save(ledger) {
        Ok(_) => true,
        Err(_) => reserving.save(ledger).is_ok(), // <-- here
    }
}

fn main() {}
