//! An open transaction, and what can be read in one or outside of one.

use rusqlite::{Connection, OptionalExtension, params};

use crate::digest::Digest;
use crate::domain::NoEffect;
use crate::event::SavedEvent;
use crate::id::{RunId, Tenant};
use crate::ledger::sqlite::fault::{damaged, fault, is_unique};
use crate::ledger::sqlite::handle::{SqliteHandle, guarded};
use crate::ledger::sqlite::{Sqlite, execute, in_run, revision};
use crate::ledger::{Head, LedgerError, LedgerTx, Mark, Token};

/// An open transaction of a [`SqliteLedger`](crate::ledger::SqliteLedger).
#[derive(Debug)]
pub struct SqliteTx<'t> {
    pub(super) connection: &'t mut Connection,
    /// The first error. Half of a save may stand before it, and SQLite may have ended the
    /// transaction with it: nothing more is done, and nothing is committed.
    pub(super) failed: Option<LedgerError>,
}

impl LedgerTx for SqliteTx<'_> {
    type Db = Sqlite;

    fn head(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Option<Head>, LedgerError> {
        self.unless_failed(|tx| tx.last(tenant, run_id))
    }

    fn append(
        &mut self,
        tenant: &Tenant,
        run_id: &RunId,
        event: &SavedEvent,
        token: Token,
    ) -> Result<(), LedgerError> {
        self.unless_failed(|tx| tx.list_and_keep(tenant, run_id, event, token))
    }

    fn receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
    ) -> Result<Option<String>, LedgerError> {
        self.unless_failed(|tx| receipt(tx.connection, tenant, operation_id))
    }

    fn keep_receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
        receipt: &str,
    ) -> Result<(), LedgerError> {
        let sql = "INSERT INTO receipts (run_key, operation_id, receipt)
                   SELECT run_key, run_id, ?3 FROM runs WHERE tenant = ?1 AND run_id = ?2";
        let values = params![tenant.as_str(), operation_id.as_str(), receipt];
        self.unless_failed(|tx| tx.one_row(sql, values))
    }

    fn marked(&mut self, tenant: &Tenant, mark: Mark<'_>) -> Result<Option<RunId>, LedgerError> {
        self.unless_failed(|tx| marked(tx.connection, tenant, mark))
    }

    fn set_mark(
        &mut self,
        tenant: &Tenant,
        mark: Mark<'_>,
        run_id: &RunId,
    ) -> Result<(), LedgerError> {
        let (sql, key) = match mark {
            Mark::SpentApproval(id) => (
                "INSERT INTO spent_approvals (tenant, approval_id, run_key)
                 SELECT tenant, ?3, run_key FROM runs WHERE tenant = ?1 AND run_id = ?2",
                id.as_bytes().as_slice(),
            ),
            Mark::RejectedArgs(args) => (
                "INSERT INTO rejections (tenant, args_digest, run_key)
                 SELECT tenant, ?3, run_key FROM runs WHERE tenant = ?1 AND run_id = ?2
                 ON CONFLICT (tenant, args_digest) DO UPDATE SET run_key = excluded.run_key",
                args.as_bytes().as_slice(),
            ),
        };
        let values = params![tenant.as_str(), run_id.as_str(), key];
        self.unless_failed(|tx| tx.one_row(sql, values))
    }

    fn effect(
        &mut self,
        effect: impl FnOnce(&mut SqliteHandle<'_>) -> Result<(), NoEffect>,
    ) -> Result<(), NoEffect> {
        self.unless_failed(|tx| execute(tx.connection, "SAVEPOINT effect").map_err(fault))?;
        let failed = &mut self.failed;
        let done = guarded(self.connection, |connection| {
            effect(&mut SqliteHandle::new(connection, failed))
        });
        // An error that the effect passed over in silence counts all the same.
        if let Some(error) = &self.failed {
            return Err(NoEffect::DatabaseFailed(error.clone()));
        }
        if done.is_err() {
            self.unless_failed(|tx| execute(tx.connection, "ROLLBACK TO effect").map_err(fault))?;
        }
        self.unless_failed(|tx| execute(tx.connection, "RELEASE effect").map_err(fault))?;
        done
    }
}

impl SqliteTx<'_> {
    fn unless_failed<T>(
        &mut self,
        statements: impl FnOnce(&Self) -> Result<T, LedgerError>,
    ) -> Result<T, LedgerError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        statements(self).inspect_err(|error| self.failed = Some(error.clone()))
    }

    fn last(&self, tenant: &Tenant, run_id: &RunId) -> Result<Option<Head>, LedgerError> {
        let sql = "SELECT revision, head, token FROM runs WHERE tenant = ?1 AND run_id = ?2";
        let mut query = self.connection.prepare_cached(sql).map_err(fault)?;
        let names = [tenant.as_str(), run_id.as_str()];
        let head = query.query_row(names, |row| {
            let digest = Digest::from_bytes(row.get(1)?);
            Ok(Head { revision: revision(row, 0)?, digest, token: row.get(2)? })
        });
        head.optional().map_err(|error| in_run(tenant, run_id, fault(error)))
    }

    fn list_and_keep(
        &self,
        tenant: &Tenant,
        run_id: &RunId,
        event: &SavedEvent,
        token: Token,
    ) -> Result<(), LedgerError> {
        let revision = i64::try_from(event.revision)
            .map_err(|_| LedgerError::damaged(tenant, run_id, "the revision is out of range"))?;
        let (digest, previous) = (event.digest.as_bytes(), event.previous.as_bytes());
        let names = (tenant.as_str(), run_id.as_str());
        // Whether the event is the next one is asked and acted upon in one statement.
        let run_key = if event.revision == 1 {
            Head::check_next(None, run_id, event)?;
            let sql = "INSERT INTO runs (tenant, run_id, revision, head, token)
                       VALUES (?1, ?2, ?3, ?4, ?5)
                       ON CONFLICT (tenant, run_id) DO NOTHING RETURNING run_key";
            self.listed(sql, params![names.0, names.1, revision, digest, token])?
        } else {
            let sql = "UPDATE runs SET revision = ?3, head = ?4, token = ?5
                       WHERE tenant = ?1 AND run_id = ?2 AND revision = ?3 - 1 AND head = ?6
                       RETURNING run_key";
            self.listed(sql, params![names.0, names.1, revision, digest, token, previous])?
        };
        let Some(run_key) = run_key else {
            let head = self.last(tenant, run_id)?.map_or(0, |head| head.revision);
            return Err(LedgerError::revision_conflict(run_id, event.revision, head));
        };
        let sql = "INSERT INTO events (run_key, revision, previous, digest, body)
                   VALUES (?1, ?2, ?3, ?4, ?5)";
        let mut keep = self.connection.prepare_cached(sql).map_err(fault)?;
        match keep.execute(params![run_key, revision, previous, digest, event.body]) {
            Ok(_) => Ok(()),
            // The list has just said that it is the next one: this is no rival's.
            Err(error) if is_unique(&error) => {
                let what = format!("an event of revision {revision} is kept that is not listed");
                Err(LedgerError::damaged(tenant, run_id, what))
            }
            Err(error) => Err(fault(error)),
        }
    }

    /// The key of the run that a statement listed; `None` where it listed none.
    fn listed(
        &self,
        sql: &str,
        values: &[&dyn rusqlite::ToSql],
    ) -> Result<Option<i64>, LedgerError> {
        let mut list = self.connection.prepare_cached(sql).map_err(fault)?;
        list.query_row(values, |row| row.get(0)).optional().map_err(fault)
    }

    /// A statement that writes one row, about a run that has to be there.
    fn one_row(&self, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Result<(), LedgerError> {
        let mut keep = self.connection.prepare_cached(sql).map_err(fault)?;
        match keep.execute(values) {
            Ok(1) => Ok(()),
            Ok(_) => Err(damaged("the run is not in the list of runs")),
            Err(error) if is_unique(&error) => Err(damaged("there is such a row already")),
            Err(error) => Err(fault(error)),
        }
    }
}

pub(super) fn receipt(
    connection: &Connection,
    tenant: &Tenant,
    operation_id: &RunId,
) -> Result<Option<String>, LedgerError> {
    let sql = "SELECT receipt FROM receipts JOIN runs USING (run_key)
               WHERE tenant = ?1 AND run_id = ?2";
    let mut query = connection.prepare_cached(sql).map_err(fault)?;
    let found = query.query_row([tenant.as_str(), operation_id.as_str()], |row| row.get(0));
    found.optional().map_err(|error| in_run(tenant, operation_id, fault(error)))
}

pub(super) fn marked(
    connection: &Connection,
    tenant: &Tenant,
    mark: Mark<'_>,
) -> Result<Option<RunId>, LedgerError> {
    let (sql, key) = match mark {
        Mark::SpentApproval(id) => (
            "SELECT run_id FROM spent_approvals AS m JOIN runs USING (run_key)
             WHERE m.tenant = ?1 AND m.approval_id = ?2",
            id.as_bytes().as_slice(),
        ),
        Mark::RejectedArgs(args) => (
            "SELECT run_id FROM rejections AS m JOIN runs USING (run_key)
             WHERE m.tenant = ?1 AND m.args_digest = ?2",
            args.as_bytes().as_slice(),
        ),
    };
    let mut query = connection.prepare_cached(sql).map_err(fault)?;
    let mut rows = query.query(params![tenant.as_str(), key]).map_err(fault)?;
    match rows.next().map_err(fault)? {
        Some(row) => super::name(row, 0).map(Some),
        None => Ok(None),
    }
}
