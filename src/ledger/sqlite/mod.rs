//! The embedded ledger: one SQLite file, WAL, every acknowledged commit on the disk.

mod claim;
mod fault;
mod handle;
mod integrity;
mod open;
mod part;
mod schema;
mod tx;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, Row};

use crate::code::Code;
use crate::digest::Digest;
use crate::domain::NoEffect;
use crate::event::SavedEvent;
use crate::id::{RunId, Tenant};
use crate::ledger::{Database, Ledger, LedgerError, LedgerTx, Mark, TxError};
use crate::phase::{Phase as _, Review};
pub use claim::Claim;
use fault::{damaged, fault, unknown};
pub use handle::{SqliteHandle, Value};
use open::Access;
pub use part::Part;
pub use tx::SqliteTx;

/// How long a ledger waits for another process that is writing, unless told otherwise.
const WAIT: Duration = Duration::from_secs(5);

/// The longest wait that SQLite can count: 24 days.
const LONGEST_WAIT: Duration = Duration::from_millis(0x7fff_ffff);

/// Events in an SQLite file.
///
/// One value holds one connection. Processes, and threads with a ledger value each, can work on
/// the same file; writers wait for each other, readers for nobody. The file's companions `-wal`
/// and `-shm` belong to it: never move, copy or remove one without the other. To back a ledger up,
/// use SQLite's backup interface, or copy the file while no process has it open.
///
/// ```
/// use countersign::ledger::{Ledger, SqliteLedger};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("museum.ledger");
/// let mut ledger = SqliteLedger::open(&path)?;
/// assert!(ledger.tenants()?.is_empty());
/// assert!(SqliteLedger::open_existing(folder.path().join("other.ledger")).is_err());
/// # Ok::<(), countersign::Error>(())
/// ```
#[derive(Debug)]
pub struct SqliteLedger {
    path: PathBuf,
    access: Access,
    /// The domain's own tables and indexes.
    parts: &'static [Part],
    wait: Duration,
    /// `None` while a transaction has it, and for good after a commit that failed: what such a
    /// connection says is not to be trusted, so the next call opens a fresh one.
    connection: Option<Connection>,
}

/// The database of a [`SqliteLedger`].
#[derive(Debug)]
pub enum Sqlite {}

impl Database for Sqlite {
    type Tx<'t> = SqliteTx<'t>;
    type Handle<'t> = SqliteHandle<'t>;
}

impl SqliteLedger {
    /// Opens a ledger; where there is no file, makes one.
    ///
    /// # Errors
    /// [`LedgerError`]: `not_a_ledger`, `newer_schema`, `ledger_damaged`, `ledger_read_only`,
    /// `ledger_busy`, `file_failed`; `other_domain` where the file has tables of a domain, which
    /// then opens it [with them](SqliteLedger::open_with); `ledger_failed` where the storage failed,
    /// or the SQLite that is linked in is too old.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteLedger, LedgerError> {
        SqliteLedger::open_with(path, &[])
    }

    /// Opens a ledger for a domain that keeps tables of its own in it, and makes those that are not
    /// there yet; where there is no file, makes one.
    ///
    /// # Errors
    /// As [`open`](SqliteLedger::open); `other_domain` also where a table or an index is another
    /// than `parts` says, or is not among them; `domain_fault` where one of `parts` is none that a
    /// [`Part`] may be.
    pub fn open_with(
        path: impl AsRef<Path>,
        parts: &'static [Part],
    ) -> Result<SqliteLedger, LedgerError> {
        let path = open::place(path.as_ref())?;
        if !open::is_there(&path) {
            open::create(&path, WAIT)?;
        }
        SqliteLedger::at(path, Access::Write, parts)
    }

    /// Opens a ledger that has to be there already.
    ///
    /// # Errors
    /// As [`open`](SqliteLedger::open).
    pub fn open_existing(path: impl AsRef<Path>) -> Result<SqliteLedger, LedgerError> {
        SqliteLedger::at(open::place(path.as_ref())?, Access::Write, &[])
    }

    /// Opens a ledger to look at it, whatever domain's tables are in it. Saving to it is refused with
    /// `ledger_read_only`.
    ///
    /// # Errors
    /// As [`open`](SqliteLedger::open), without `other_domain`.
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<SqliteLedger, LedgerError> {
        SqliteLedger::at(open::place(path.as_ref())?, Access::ReadOnly, &[])
    }

    fn at(
        path: PathBuf,
        access: Access,
        parts: &'static [Part],
    ) -> Result<SqliteLedger, LedgerError> {
        let connection = Some(open::open(&path, access, parts, WAIT)?);
        Ok(SqliteLedger { path, access, parts, wait: WAIT, connection })
    }

    /// Reads one row of the domain's own tables.
    ///
    /// # Errors
    /// [`LedgerError`], `domain_fault` where the statement writes or touches other tables.
    pub fn query_row(
        &mut self,
        sql: &str,
        values: &[Value],
    ) -> Result<Option<Vec<Value>>, LedgerError> {
        handle::read_row(self.connection()?, sql, values)
    }

    /// Whether a domain with these tables could work on the file, which was opened to be looked at.
    #[cfg(feature = "exercises")]
    pub(crate) fn check_parts(&mut self, parts: &[Part]) -> Result<(), LedgerError> {
        schema::OWN.check_parts(self.connection()?, parts, Access::Write)
    }

    /// Changes the domain's own tables outside of any run, in one transaction: to fill them, or as
    /// its source would.
    ///
    /// # Errors
    /// [`LedgerError`]: what `change` gave, or the transaction's. With `commit_unknown` nobody
    /// knows whether it is saved.
    pub fn change_tables<R>(
        &mut self,
        change: impl FnOnce(&mut SqliteHandle<'_>) -> Result<R, LedgerError>,
    ) -> Result<R, LedgerError> {
        let mut result = None;
        let changed = self.transact(|tx| {
            let done = tx.effect(|handle| {
                result = Some(change(handle)?);
                Ok(())
            });
            done.map_err(|no_effect| match no_effect {
                NoEffect::DatabaseFailed(error) => error,
                NoEffect::Because(reason) => LedgerError::new(reason.code, reason.detail),
            })
        });
        match (changed, result) {
            (Ok(()), Some(result)) => Ok(result),
            (Ok(()), None) => Err(LedgerError::new(Code::DOMAIN_FAULT, "nothing was done")),
            (Err(TxError::Before(error) | TxError::AtCommit(error)), _) => Err(error),
        }
    }

    /// Changes how long to wait for another process that is writing.
    ///
    /// # Errors
    /// [`LedgerError`] where SQLite does not take it.
    pub fn wait_for(mut self, wait: Duration) -> Result<SqliteLedger, LedgerError> {
        self.wait = wait.min(LONGEST_WAIT);
        let wait = self.wait;
        self.connection()?.busy_timeout(wait).map_err(fault)?;
        Ok(self)
    }

    fn connection(&mut self) -> Result<&mut Connection, LedgerError> {
        let connection = self.take()?;
        Ok(self.connection.insert(connection))
    }

    fn take(&mut self) -> Result<Connection, LedgerError> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => open::open(&self.path, self.access, self.parts, self.wait),
        }
    }
}

#[diagnostic::do_not_recommend]
impl Ledger for SqliteLedger {
    type Db = Sqlite;

    fn transact<R>(
        &mut self,
        body: impl FnOnce(&mut SqliteTx<'_>) -> Result<R, LedgerError>,
    ) -> Result<R, TxError> {
        if self.access == Access::ReadOnly {
            let detail = "the ledger was opened to be looked at";
            return Err(TxError::Before(LedgerError::new(Code::LEDGER_READ_ONLY, detail)));
        }
        // Out of `self` for as long as it lasts: should `body` panic, the connection is dropped,
        // and with it the transaction.
        let mut connection = self.take().map_err(TxError::Before)?;
        if let Err(error) = execute(&connection, "BEGIN IMMEDIATE") {
            self.connection = Some(connection);
            return Err(TxError::Before(fault(error)));
        }
        let mut tx = SqliteTx { connection: &mut connection, failed: None };
        let result = body(&mut tx);
        // An error that `body` passed over in silence counts all the same.
        match tx.failed.map_or(result, Err) {
            Ok(result) => match execute(&connection, "COMMIT") {
                Ok(()) => {
                    self.connection = Some(connection);
                    Ok(result)
                }
                Err(error) => Err(TxError::AtCommit(unknown(&error))),
            },
            Err(error) => {
                if execute(&connection, "ROLLBACK").is_ok() {
                    self.connection = Some(connection);
                }
                Err(TxError::Before(error))
            }
        }
    }

    fn events(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Vec<SavedEvent>, LedgerError> {
        // One statement, so that all of it is of one moment.
        let mut query = self
            .connection()?
            .prepare_cached(
                "SELECT r.revision, r.head, e.revision, e.previous, e.digest, e.body
                 FROM runs AS r LEFT JOIN events AS e ON e.run_key = r.run_key
                 WHERE r.tenant = ?1 AND r.run_id = ?2 ORDER BY e.revision",
            )
            .map_err(fault)?;
        let mut rows = query.query([tenant.as_str(), run_id.as_str()]).map_err(fault)?;
        let (mut listed, mut events) = (None, Vec::new());
        while let Some(row) = rows.next().map_err(fault)? {
            listed = Some(Listed::of(row).map_err(fault)?);
            events.push(saved_event(row).map_err(|error| in_run(tenant, run_id, fault(error)))?);
        }
        if let (Some(listed), Some(last)) = (listed, events.last()) {
            listed.check(last).map_err(|differs| LedgerError::damaged(tenant, run_id, differs))?;
        }
        Ok(events)
    }

    fn receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
    ) -> Result<Option<String>, LedgerError> {
        let connection = self.connection()?;
        if schema::keeps_receipts_and_marks(connection)? {
            return tx::receipt(connection, tenant, operation_id);
        }
        Ok(None)
    }

    fn marked(&mut self, tenant: &Tenant, mark: Mark<'_>) -> Result<Option<RunId>, LedgerError> {
        let connection = self.connection()?;
        if schema::keeps_receipts_and_marks(connection)? {
            return tx::marked(connection, tenant, mark);
        }
        Ok(None)
    }

    fn reconnect(&mut self) {
        self.connection = None;
    }

    fn runs(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        let sql = "SELECT run_id FROM runs WHERE tenant = ?1 ORDER BY run_key";
        names(self.connection()?, sql, &[tenant.as_str()])
    }

    fn pending(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        // The last event of every run is looked at and checked: a list of what waits, kept beside
        // the events, could be edited to hide a run.
        let mut query = self
            .connection()?
            .prepare_cached(
                "SELECT r.revision, r.head, e.revision, e.previous, e.digest, e.body, r.run_id
                 FROM runs AS r
                 LEFT JOIN events AS e ON e.run_key = r.run_key AND e.revision = r.revision
                 WHERE r.tenant = ?1 ORDER BY r.run_key",
            )
            .map_err(fault)?;
        let mut rows = query.query([tenant.as_str()]).map_err(fault)?;
        let mut pending = Vec::new();
        while let Some(row) = rows.next().map_err(fault)? {
            let run_id = name(row, 6)?;
            let listed = Listed::of(row).map_err(|error| in_run(tenant, &run_id, fault(error)))?;
            let last = saved_event(row).map_err(|error| in_run(tenant, &run_id, fault(error)))?;
            listed
                .check(&last)
                .map_err(|differs| LedgerError::damaged(tenant, &run_id, differs))?;
            if !last.digest_fits(tenant, &run_id) {
                let (run, what) = ((tenant, &run_id), "the digest is not that of the content");
                return Err(LedgerError::at_event(Code::LEDGER_DAMAGED, run, last.revision, what));
            }
            if last.phase()? == Review::NAME {
                pending.push(run_id);
            }
        }
        Ok(pending)
    }

    fn tenants(&mut self) -> Result<Vec<Tenant>, LedgerError> {
        names(self.connection()?, "SELECT DISTINCT tenant FROM runs ORDER BY tenant", &[])
    }
}

/// What the list of runs says of a run, which has to be what its last event says.
struct Listed {
    revision: u64,
    head: Digest,
}

impl Listed {
    fn of(row: &Row<'_>) -> Result<Listed, rusqlite::Error> {
        Ok(Listed { revision: revision(row, 0)?, head: Digest::from_bytes(row.get(1)?) })
    }

    fn check(&self, last: &SavedEvent) -> Result<(), String> {
        if self.revision == last.revision && self.head == last.digest {
            return Ok(());
        }
        let (listed, last) = (self.revision, last.revision);
        Err(format!(
            "revision {listed} is listed, the last event is revision {last}, or is another than was listed"
        ))
    }
}

fn saved_event(row: &Row<'_>) -> Result<SavedEvent, rusqlite::Error> {
    Ok(SavedEvent {
        revision: revision(row, 2)?,
        previous: Digest::from_bytes(row.get(3)?),
        digest: Digest::from_bytes(row.get(4)?),
        body: row.get(5)?,
    })
}

fn revision(row: &Row<'_>, column: usize) -> Result<u64, rusqlite::Error> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

fn in_run(tenant: &Tenant, run_id: &RunId, error: LedgerError) -> LedgerError {
    if error.is_damaged() { LedgerError::damaged(tenant, run_id, error.detail()) } else { error }
}

fn names<N: TryFrom<String>>(
    connection: &Connection,
    sql: &str,
    of: &[&str],
) -> Result<Vec<N>, LedgerError> {
    let mut query = connection.prepare_cached(sql).map_err(fault)?;
    let mut rows = query.query(rusqlite::params_from_iter(of)).map_err(fault)?;
    let mut names = Vec::new();
    while let Some(row) = rows.next().map_err(fault)? {
        names.push(name(row, 0)?);
    }
    Ok(names)
}

fn name<N: TryFrom<String>>(row: &Row<'_>, column: usize) -> Result<N, LedgerError> {
    let name: String = row.get(column).map_err(fault)?;
    N::try_from(name).map_err(|_| damaged("a name in the list of runs is no name"))
}

fn execute(connection: &Connection, statement: &str) -> Result<(), rusqlite::Error> {
    connection.prepare_cached(statement)?.execute([]).map(|_| ())
}
