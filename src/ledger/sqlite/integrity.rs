//! Checks the file as a whole; what is in the events is checked by replaying them.

use rusqlite::OptionalExtension;

use crate::ledger::sqlite::SqliteLedger;
use crate::ledger::sqlite::fault::{damaged, fault};
use crate::ledger::{Ledger, LedgerError};

impl SqliteLedger {
    /// Checks the file: its pages and indexes, that no run was taken out, and that each event
    /// belongs to a run. Reads all of it.
    ///
    /// # Errors
    /// [`LedgerError`] with `ledger_damaged` names the first damage.
    pub fn check_integrity(&mut self) -> Result<(), LedgerError> {
        // The runs first: where one is hurt, this names it.
        for tenant in self.tenants()? {
            for run_id in self.runs(&tenant)? {
                self.events(&tenant, &run_id)?;
            }
        }
        let connection = self.connection()?;
        let pages: String = connection
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(fault)?;
        if pages != "ok" {
            return Err(damaged(pages));
        }
        let number = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).optional();
        let no_run = number(
            "SELECT run_key FROM events
             WHERE run_key NOT IN (SELECT run_key FROM runs) ORDER BY run_key LIMIT 1",
        );
        if let Some(run) = no_run.map_err(fault)? {
            return Err(damaged(format!(
                "there are events of run number {run}, which is not listed"
            )));
        }
        Ok(())
    }
}
