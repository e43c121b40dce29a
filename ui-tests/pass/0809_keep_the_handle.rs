//! The legal twin: keep what was read through it

use countersign::domain::NoEffect;
use countersign::ledger::{LedgerTx, SqliteHandle, SqliteTx, Value};

type Handle<'t> = &'t SqliteHandle<'t>;
type Row = Vec<Value>;

fn lesson(tx: &mut SqliteTx<'_>) -> Result<(), NoEffect> {
    let mut kept: Option<Row> = None; // <-- here
    tx.effect(|handle| {
        kept = handle.query_row("SELECT status FROM tickets", &[])?; // <-- here
        Ok(())
    })?;
    println!("{kept:?}");
    Ok(())
}

fn main() {}
