//! rule: an effect is saved with its receipt, or not at all
//! expect: E0599
//! tried: ending the transaction from inside the effect
//! why: `SqliteHandle` can run single statements and nothing more: were the transaction ended here, no receipt would be in it.
//! instead: run statements; the library commits

use countersign::domain::NoEffect;
use countersign::ledger::SqliteHandle;

fn lesson(handle: &mut SqliteHandle<'_>) -> Result<(), NoEffect> {
    handle.commit()?; // <-- here
    Ok(())
}

fn main() {}
