//! The legal twin: run statements; the library commits

use countersign::domain::NoEffect;
use countersign::ledger::SqliteHandle;

fn lesson(handle: &mut SqliteHandle<'_>) -> Result<(), NoEffect> {
    handle.execute("INSERT INTO log VALUES (?1)", &["closed".into()])?; // <-- here
    Ok(())
}

fn main() {}
