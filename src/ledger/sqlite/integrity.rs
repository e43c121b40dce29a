//! Checks the file as a whole; what is in the events is checked by replaying them.

use rusqlite::OptionalExtension;

use crate::id::{RunId, Tenant};
use crate::ledger::sqlite::SqliteLedger;
use crate::ledger::sqlite::fault::{damaged, fault};
use crate::ledger::sqlite::schema::keeps_receipts_and_marks;
use crate::ledger::{Ledger, LedgerError, Verified, verify_all};
use crate::run::{State, replay};

impl SqliteLedger {
    /// Checks all that can be checked without keys: the file, as
    /// [`check_integrity`](SqliteLedger::check_integrity) does, and every run of every tenant, as
    /// [`verify`](crate::ledger::verify) does. Either alone passes over what the other finds.
    ///
    /// ```
    /// use countersign::domains::museum;
    /// use countersign::{Tick, ledger::SqliteLedger};
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let mut ledger = SqliteLedger::open(folder.path().join("museum.ledger"))?;
    /// let museum = museum::Museum::default();
    /// let review = museum::example_in_review(&museum, &mut ledger, Tick::new(5)?)?;
    /// let whole = ledger.check_whole()?;
    /// assert_eq!((whole.runs, whole.events), (1, review.revision()));
    /// # Ok::<(), countersign::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`LedgerError`] with `ledger_damaged` names the first damage.
    pub fn check_whole(&mut self) -> Result<Verified, LedgerError> {
        self.check_integrity()?;
        verify_all(self)
    }

    /// Checks the file: its pages and indexes, that no run was taken out, and that each event,
    /// receipt and mark belongs to its run. Reads all of it. Whether the moves of each run were legal
    /// is not asked here: [`check_whole`](SqliteLedger::check_whole) asks both.
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
        self.check_rejections()?;
        let astray = self.first_astray()?;
        if let Some((table, run)) = astray {
            return Err(damaged(format!("a row of {table} is not that of its run, number {run}")));
        }
        let connection = self.connection()?;
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

    /// A row beside the events that names another run, or none; where the file has such rows.
    fn first_astray(&mut self) -> Result<Option<(&'static str, i64)>, LedgerError> {
        let connection = self.connection()?;
        if !keeps_receipts_and_marks(connection)? {
            return Ok(None);
        }
        let differs = [
            ("receipts", "m.operation_id IS NOT r.run_id"),
            (
                "spent_approvals",
                "m.tenant IS NOT r.tenant OR NOT EXISTS (
                    SELECT 1 FROM receipts AS kept WHERE kept.run_key = m.run_key
                    AND kept.receipt ->> 'approval_id' = lower(hex(m.approval_id)))",
            ),
            ("rejections", "m.tenant IS NOT r.tenant"),
        ];
        for (table, differs) in differs {
            let sql = format!(
                "SELECT m.run_key FROM {table} AS m LEFT JOIN runs AS r USING (run_key)
                 WHERE {differs} LIMIT 1"
            );
            let found = connection.query_row(&sql, [], |row| row.get(0)).optional();
            if let Some(run) = found.map_err(fault)? {
                return Ok(Some((table, run)));
            }
        }
        Ok(None)
    }

    /// Whether each no that is remembered was said, in the run that it names.
    fn check_rejections(&mut self) -> Result<(), LedgerError> {
        let connection = self.connection()?;
        if !keeps_receipts_and_marks(connection)? {
            return Ok(());
        }
        let sql = "SELECT r.tenant, r.run_id, m.args_digest
                   FROM rejections AS m JOIN runs AS r USING (run_key)";
        let mut query = connection.prepare(sql).map_err(fault)?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let rows: Result<Vec<(String, String, [u8; 32])>, _> = rows.map_err(fault)?.collect();
        drop(query);
        for (tenant, run_id, args) in rows.map_err(fault)? {
            let no_name = |_| damaged("a name in the list of runs is no name");
            let tenant = Tenant::new(&tenant).map_err(no_name)?;
            let run_id = RunId::new(&run_id).map_err(no_name)?;
            let state = replay(&tenant, &run_id, &self.events(&tenant, &run_id)?)?;
            let said = |state: State| {
                state.a_person_said_no() && state.bound_args_digest().as_bytes() == &args
            };
            if !state.is_some_and(said) {
                return Err(LedgerError::damaged(
                    &tenant,
                    &run_id,
                    "a no that was not said is kept",
                ));
            }
        }
        Ok(())
    }
}
