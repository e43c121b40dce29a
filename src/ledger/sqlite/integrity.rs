//! Checks the file as a whole; what is in the events is checked by replaying them.

use rusqlite::OptionalExtension;

use crate::ledger::sqlite::SqliteLedger;
use crate::ledger::sqlite::fault::{damaged, fault};
use crate::ledger::{Ledger, LedgerError};

impl SqliteLedger {
    /// Checks the file: its pages and indexes, that no event was taken out, and that each event
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
            "SELECT seq FROM events WHERE run_key NOT IN (SELECT run_key FROM runs) LIMIT 1",
        );
        if let Some(seq) = no_run.map_err(fault)? {
            return Err(damaged(format!("event number {seq} of the file belongs to no run")));
        }
        let gap = number(
            "SELECT e.seq FROM events AS e
             WHERE e.seq <> 1 AND NOT EXISTS (SELECT 1 FROM events AS p WHERE p.seq = e.seq - 1)
             ORDER BY e.seq LIMIT 1",
        );
        if let Some(seq) = gap.map_err(fault)? {
            return Err(damaged(format!("the event before number {seq} of the file is missing")));
        }
        Ok(())
    }
}
