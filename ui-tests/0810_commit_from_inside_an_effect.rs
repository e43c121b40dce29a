//! rule: an effect is saved with its receipt, or not at all
//! expect: E0599
//! tried: ending the transaction from inside the effect
//! instead: run statements; the library commits

use countersign::domain::NoEffect;
use countersign::ledger::SqliteHandle;

fn lesson(handle: &mut SqliteHandle<'_>) -> Result<(), NoEffect> {
    handle.commit()?; // <-- here
    Ok(())
}

fn main() {}
