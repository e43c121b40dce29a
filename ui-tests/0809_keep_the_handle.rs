//! rule: a handle ends with the effect it is lent for
//! expect: E0521
//! tried: keeping the handle of an effect past its end
//! why: The closure gets the handle for a lifetime that ends with it: kept longer, it could write after the transaction.
//! instead: keep what was read through it

use countersign::domain::NoEffect;
use countersign::ledger::{LedgerTx, SqliteHandle, SqliteTx, Value};

type Handle<'t> = &'t SqliteHandle<'t>;
type Row = Vec<Value>;

fn lesson(tx: &mut SqliteTx<'_>) -> Result<(), NoEffect> {
    let mut kept: Option<Handle<'_>> = None; // <-- here
    tx.effect(|handle| {
        kept = Some(handle); // <-- here
        Ok(())
    })?;
    println!("{kept:?}");
    Ok(())
}

fn main() {}
