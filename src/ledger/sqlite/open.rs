//! Opening a file, or making a new one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::code::Code;
use crate::hard_links::has_other_names;
use crate::ledger::LedgerError;
use crate::ledger::sqlite::fault::{damaged, fault};
use crate::ledger::sqlite::part::Part;
use crate::ledger::sqlite::schema;

/// The first release without the race between a checkpoint and a writer that could lose a commit
/// in WAL mode: 3.51.3.
const OLDEST_SQLITE: i32 = 3_051_003;

/// Bytes a page of a new ledger. On smaller ones the event of a draft takes a page of its own, and
/// the file is twice as large.
const PAGE_SIZE: i64 = 8192;

/// What the file is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Write,
    ReadOnly,
}

/// The one name of the file: its folder without links, and the last part as it was given.
pub(super) fn place(path: &Path) -> Result<PathBuf, LedgerError> {
    let Some(name) = path.file_name() else {
        return Err(not_a_ledger(path, "names no file"));
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let folder = fs::canonicalize(folder)
        .map_err(|error| file_failed(path, &format!("its folder can not be opened ({error})")))?;
    Ok(folder.join(name))
}

/// Opens what is there, with every check.
pub(super) fn open(
    path: &Path,
    access: Access,
    parts: &[Part],
    wait: Duration,
) -> Result<Connection, LedgerError> {
    if rusqlite::version_number() < OLDEST_SQLITE {
        let detail = format!("SQLite {} is older than 3.51.3", rusqlite::version());
        return Err(LedgerError::new(Code::LEDGER_FAILED, detail));
    }
    check_file(path)?;
    let access_flag = match access {
        Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
        Access::ReadOnly => OpenFlags::SQLITE_OPEN_READ_ONLY,
    };
    let mut connection = connect(path, access_flag, wait)?;
    // Until it is known to be a ledger, closing it must not carry its log over into the file.
    keep_log_on_close(&connection, true)?;
    schema::OWN.check_header(&connection)?;
    if access == Access::Write && connection.is_readonly("main").map_err(fault)? {
        return Err(LedgerError::new(Code::LEDGER_READ_ONLY, shown(path, "can not be written to")));
    }
    make_durable(&connection)?;
    schema::OWN.check_parts(&connection, parts, access)?;
    if access == Access::Write {
        schema::OWN.complete(&mut connection, parts)?;
    }
    check_list(&connection)?;
    keep_log_on_close(&connection, false)?;
    Ok(connection)
}

/// Makes a new ledger, whole or not at all: it is made under another name in the same folder and
/// then given its own, unless another process was first.
pub(super) fn create(path: &Path, wait: Duration) -> Result<(), LedgerError> {
    if let Some(left) = left_behind(path) {
        // Where the file itself is there by now, another process was first, and the log is its.
        return if is_there(path) { Ok(()) } else { Err(file_failed(path, &left)) };
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let failed = |error: &io::Error| file_failed(path, &format!("can not be made ({error})"));
    let new = tempfile::Builder::new().prefix(".new-ledger-").tempfile_in(folder);
    // The name alone: closing a file of one's own gives up all locks that SQLite holds on it, so
    // that none may be open by the time others can find the ledger.
    let new = new.map_err(|error| failed(&error))?.into_temp_path();
    fill(&new, wait)
        .and_then(|()| check_new(&new, wait))
        .inspect_err(|_| remove_companions(&new))?;
    let synced = OpenOptions::new().write(true).open(&new).and_then(|file| file.sync_all());
    synced.map_err(|error| failed(&error))?;
    match new.persist_noclobber(path) {
        Ok(()) => File::open(folder).and_then(|f| f.sync_all()).map_err(|error| failed(&error)),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(failed(&error.error)),
    }
}

/// Makes the tables, and writes everything into the one file.
fn fill(new: &Path, wait: Duration) -> Result<(), LedgerError> {
    let connection = connect(new, OpenFlags::SQLITE_OPEN_READ_WRITE, wait)?;
    connection.pragma_update(None, "page_size", PAGE_SIZE).map_err(fault)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(fault)?;
    make_durable(&connection)?;
    schema::OWN.create(&connection).map_err(fault)?;
    connection.close().map_err(|(_, error)| fault(error))
}

/// Whether the one file has it all: SQLite passes over what fails while it closes.
fn check_new(new: &Path, wait: Duration) -> Result<(), LedgerError> {
    if let Some(left) = companions(new).find(|companion| is_there(companion)) {
        return Err(file_failed(&left, "could not be written into its file"));
    }
    let connection = connect(new, OpenFlags::SQLITE_OPEN_READ_WRITE, wait)?;
    let checked = schema::OWN
        .check_header(&connection)
        .and_then(|()| make_durable(&connection))
        .and_then(|()| schema::OWN.check_parts(&connection, &[], Access::Write));
    checked.map_err(|error| {
        let detail = format!("the new file is not what was written ({})", error.detail());
        LedgerError::new(Code::LEDGER_FAILED, detail)
    })?;
    connection.close().map_err(|(_, error)| fault(error))
}

fn companions(path: &Path) -> impl Iterator<Item = PathBuf> {
    ["-wal", "-shm", "-journal"].into_iter().map(|suffix| companion(path, suffix))
}

/// A file beside the ledger.
pub(super) fn companion(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// What a file that never was a ledger leaves behind.
fn remove_companions(path: &Path) {
    companions(path).for_each(|companion| drop(fs::remove_file(companion)));
}

/// A log without its file. SQLite would play it into the new one, and old runs would be back.
fn left_behind(path: &Path) -> Option<String> {
    let left =
        ["-wal", "-journal"].into_iter().find(|suffix| is_there(&companion(path, suffix)))?;
    Some(format!("is not there, its {left} file is: put the two together, or move that away"))
}

fn keep_log_on_close(connection: &Connection, keep: bool) -> Result<(), LedgerError> {
    let switch = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
    connection.set_db_config(switch, keep).map(|_| ()).map_err(fault)
}

fn check_file(path: &Path) -> Result<(), LedgerError> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) => return Err(file_failed(path, &format!("can not be opened ({error})"))),
    };
    if found.is_dir() {
        return Err(not_a_ledger(path, "is a folder"));
    }
    if found.is_symlink() || (found.is_file() && has_other_names(&found)) {
        return Err(not_a_ledger(path, "is a link: open the ledger by its one name"));
    }
    if !found.is_file() {
        return Err(not_a_ledger(path, "is not a file"));
    }
    for companion in companions(path) {
        let odd = |about: fs::Metadata| !about.is_file() || has_other_names(&about);
        if fs::symlink_metadata(&companion).is_ok_and(odd) {
            return Err(not_a_ledger(&companion, "is a link, or no file"));
        }
    }
    if found.len() == 0 {
        return Err(not_a_ledger(path, "is empty: a ledger was cut off, or there never was one"));
    }
    Ok(())
}

/// A connection that trusts nothing in the file. Without the URI flag a name is only a name.
pub(super) fn connect(
    path: &Path,
    access: OpenFlags,
    wait: Duration,
) -> Result<Connection, LedgerError> {
    let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(path, flags).map_err(fault)?;
    connection.busy_timeout(wait).map_err(fault)?;
    let switches = [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
    ];
    for (switch, on) in switches {
        connection.set_db_config(switch, on).map_err(fault)?;
    }
    for (name, value) in [("cell_size_check", 1), ("mmap_size", 0), ("foreign_keys", 1)] {
        set(&connection, name, value)?;
    }
    // What was moved leaves no copy behind that nobody checks.
    connection.pragma_update(None, "secure_delete", "FAST").map_err(fault)?;
    Ok(connection)
}

/// Every acknowledged commit is on the disk: WAL, `synchronous=FULL`; both read back.
fn make_durable(connection: &Connection) -> Result<(), LedgerError> {
    const FULL: i64 = 2;
    set(connection, "synchronous", FULL)?;
    let mode: String =
        connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).map_err(fault)?;
    let synchronous: i64 =
        connection.pragma_query_value(None, "synchronous", |row| row.get(0)).map_err(fault)?;
    if mode != "wal" || synchronous != FULL {
        let detail = format!("journal mode {mode}, synchronous {synchronous}: not durable");
        return Err(damaged(detail));
    }
    Ok(())
}

fn set(connection: &Connection, name: &str, value: i64) -> Result<(), LedgerError> {
    connection.pragma_update(None, name, value).map_err(fault)
}

/// Whether looking a run up by its name finds what is there: with a damaged index, or a run taken
/// out of the list, its id could be used again. The keys of runs have no gaps.
fn check_list(connection: &Connection) -> Result<(), LedgerError> {
    let said: String = connection
        .query_row("PRAGMA integrity_check('runs')", [], |row| row.get(0))
        .map_err(fault)?;
    if said != "ok" {
        return Err(damaged(said));
    }
    let (runs, last): (i64, i64) = connection
        .query_row("SELECT count(*), coalesce(max(run_key), 0) FROM runs", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .map_err(fault)?;
    if runs == last {
        return Ok(());
    }
    Err(damaged(format!("{runs} runs are listed, of {last} that were opened")))
}

pub(super) fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn shown(path: &Path, what: &str) -> String {
    let name = path.file_name().map(OsString::from).unwrap_or_default();
    format!("{} {what}", name.to_string_lossy())
}

fn not_a_ledger(path: &Path, what: &str) -> LedgerError {
    LedgerError::new(Code::NOT_A_LEDGER, shown(path, what))
}

fn file_failed(path: &Path, what: &str) -> LedgerError {
    LedgerError::new(Code::FILE_FAILED, shown(path, what))
}
