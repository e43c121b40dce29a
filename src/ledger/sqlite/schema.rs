//! What is in the file: the ledger's own tables, and those of the domain that it was opened for. A
//! file that holds anything else is refused.

use std::sync::OnceLock;

use rusqlite::Connection;

use crate::code::Code;
use crate::ledger::LedgerError;
use crate::ledger::sqlite::fault::{damaged, fault};
use crate::ledger::sqlite::open::Access;
use crate::ledger::sqlite::part::Part;

/// Marks the file as one of this library, in the header of the database: `csgn`.
const APPLICATION_ID: i64 = 0x6373_676e;

/// How the ledger's own tables came to be: the first step makes those of version 1, each further one
/// brings them to the next version. What a file of any version has to look like follows from its
/// steps, so that a released step is never edited: what changes, a column say, is one more step at
/// the end. `run_key` has no gaps, so that a run that was taken out leaves one.
const STEPS: &[&str] = &[
    "CREATE TABLE runs (
            run_key INTEGER PRIMARY KEY,
            tenant TEXT NOT NULL,
            run_id TEXT NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0),
            head BLOB NOT NULL CHECK (length(head) = 32),
            token BLOB NOT NULL CHECK (length(token) = 16),
            UNIQUE (tenant, run_id)
        ) STRICT;

        CREATE TABLE events (
            run_key INTEGER NOT NULL REFERENCES runs (run_key),
            revision INTEGER NOT NULL CHECK (revision > 0),
            previous BLOB NOT NULL CHECK (length(previous) = 32),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            body TEXT NOT NULL,
            PRIMARY KEY (run_key, revision)
        ) STRICT, WITHOUT ROWID",
    "CREATE TABLE receipts (
            run_key INTEGER PRIMARY KEY REFERENCES runs (run_key),
            operation_id TEXT NOT NULL,
            receipt TEXT NOT NULL
        ) STRICT;

        CREATE TABLE spent_approvals (
            tenant TEXT NOT NULL,
            approval_id BLOB NOT NULL CHECK (length(approval_id) = 16),
            run_key INTEGER NOT NULL REFERENCES runs (run_key),
            PRIMARY KEY (tenant, approval_id)
        ) STRICT;

        CREATE TABLE rejections (
            tenant TEXT NOT NULL,
            args_digest BLOB NOT NULL CHECK (length(args_digest) = 32),
            run_key INTEGER NOT NULL REFERENCES runs (run_key),
            PRIMARY KEY (tenant, args_digest)
        ) STRICT",
];

/// The tables of this program.
pub(super) static OWN: Schema = Schema::of(STEPS);

/// Tables as steps make them.
pub(super) struct Schema {
    steps: &'static [&'static str],
    /// What SQLite keeps of them after each step: made once, in memory.
    versions: OnceLock<Vec<Vec<Found>>>,
}

/// Whether a table is the ledger's own, of whatever version, or SQLite's, and no domain's to touch.
pub(super) fn is_reserved(table: &str) -> bool {
    let sqlite = table.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("sqlite_"));
    let is_it = |own: &Found| own.name.eq_ignore_ascii_case(table);
    sqlite || OWN.versions().map_or(true, |versions| versions.iter().flatten().any(is_it))
}

/// Whether the file is of a version that keeps receipts and marks.
pub(super) fn keeps_receipts_and_marks(connection: &Connection) -> Result<bool, LedgerError> {
    Ok(version(connection)? >= 2)
}

impl Schema {
    const fn of(steps: &'static [&'static str]) -> Schema {
        Schema { steps, versions: OnceLock::new() }
    }

    /// The version after the last step, in the header as `user_version`.
    fn version(&self) -> i64 {
        i64::try_from(self.steps.len()).unwrap_or(i64::MAX)
    }

    fn versions(&self) -> Result<&[Vec<Found>], LedgerError> {
        if let Some(versions) = self.versions.get() {
            return Ok(versions);
        }
        let empty = Connection::open_in_memory().map_err(fault)?;
        let after = |step: &&str| {
            empty.execute_batch(step).map_err(fault)?;
            found(&empty)
        };
        let versions = self.steps.iter().map(after).collect::<Result<_, _>>()?;
        Ok(self.versions.get_or_init(|| versions))
    }

    /// What a file of this version has to have.
    fn at(&self, version: i64) -> Result<&[Found], LedgerError> {
        let versions = self.versions()?;
        let before = usize::try_from(version).ok().and_then(|version| version.checked_sub(1));
        let own = before.and_then(|before| versions.get(before));
        own.map(Vec::as_slice).ok_or_else(|| never_was(version))
    }

    /// Makes the tables in an empty database.
    pub(super) fn create(&self, connection: &Connection) -> Result<(), rusqlite::Error> {
        self.steps.iter().try_for_each(|step| connection.execute_batch(step))?;
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        connection.pragma_update(None, "user_version", self.version())
    }

    /// Whose file it is, and of which version.
    pub(super) fn check_header(&self, connection: &Connection) -> Result<(), LedgerError> {
        let application =
            connection.pragma_query_value(None, "application_id", |row| row.get::<_, i64>(0));
        if application.map_err(fault)? != APPLICATION_ID {
            let detail = "the file is a database, but not one of this library";
            return Err(LedgerError::new(Code::NOT_A_LEDGER, detail));
        }
        let (version, own) = (version(connection)?, self.version());
        if version > own {
            let detail = format!("schema version {version}; this program reads {own}");
            return Err(LedgerError::new(Code::NEWER_SCHEMA, detail));
        }
        if version < 1 { Err(never_was(version)) } else { Ok(()) }
    }

    /// Whether the file has its version's tables, perhaps those of the domain, and nothing besides:
    /// no trigger, no view, no other index. Who only looks at a ledger need not know its domain: to
    /// them other tables are of no account.
    pub(super) fn check_parts(
        &self,
        connection: &Connection,
        parts: &[Part],
        access: Access,
    ) -> Result<(), LedgerError> {
        parts.iter().try_for_each(Part::check)?;
        let (own, found) = (self.at(version(connection)?)?, found(connection)?);
        for found in &found {
            let name = &found.name;
            if own.contains(found) {
                continue;
            }
            if !found.is_of_a_domain() {
                return Err(damaged(format!("the schema has a part that is not ours: {name}")));
            }
            if access == Access::Write && !parts.iter().any(|part| found.is(part)) {
                let detail = format!(
                    "the file has a table or index {name} that this program does not know as it is"
                );
                return Err(LedgerError::new(Code::OTHER_DOMAIN, detail));
            }
        }
        match own.iter().find(|own| !found.contains(own)) {
            Some(missing) => Err(damaged(format!("the schema has no {}", missing.name))),
            None => Ok(()),
        }
    }

    /// Brings an older file, or one that lacks the domain's tables, to what is needed: in one
    /// transaction, which is given up unless all of it is then as it should be.
    pub(super) fn complete(
        &self,
        connection: &mut Connection,
        parts: &[Part],
    ) -> Result<(), LedgerError> {
        if self.is_complete(connection, parts)? {
            return Ok(());
        }
        connection.execute_batch("BEGIN IMMEDIATE").map_err(fault)?;
        let completed = self.make_missing(connection, parts);
        let end = if completed.is_ok() { "COMMIT" } else { "ROLLBACK" };
        completed.and(connection.execute_batch(end).map_err(fault))
    }

    fn is_complete(&self, connection: &Connection, parts: &[Part]) -> Result<bool, LedgerError> {
        let found = found(connection)?;
        let is_there = |part: &Part| found.iter().any(|found| found.name == part.name);
        Ok(version(connection)? == self.version() && parts.iter().all(is_there))
    }

    /// Under the lock: another process may have been first.
    fn make_missing(&self, connection: &mut Connection, parts: &[Part]) -> Result<(), LedgerError> {
        let done = usize::try_from(version(connection)?).unwrap_or(usize::MAX);
        // What an earlier step made and is gone was taken out: that is damage, not work to be done.
        for step in self.steps.iter().skip(done) {
            connection.execute_batch(step).map_err(fault)?;
        }
        connection.pragma_update(None, "user_version", self.version()).map_err(fault)?;
        let found_before = found(connection)?;
        for part in parts {
            if !found_before.iter().any(|found| found.name == part.name) {
                part.make(connection)?;
            }
        }
        self.check_parts(connection, parts, Access::Write)?;
        let found = found(connection)?;
        match parts.iter().find(|part| !found.iter().any(|found| found.is(part))) {
            Some(part) => Err(part.fault("is not kept as it is written")),
            None => Ok(()),
        }
    }
}

fn version(connection: &Connection) -> Result<i64, LedgerError> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(fault)
}

fn never_was(version: i64) -> LedgerError {
    damaged(format!("schema version {version}, which there never was"))
}

/// A table or an index as a database has it.
#[derive(PartialEq, Eq)]
struct Found {
    kind: String,
    name: String,
    of_table: String,
    sql: String,
}

fn found(connection: &Connection) -> Result<Vec<Found>, LedgerError> {
    let mut query = connection
        .prepare(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema
             WHERE sql IS NOT NULL ORDER BY rowid",
        )
        .map_err(fault)?;
    let rows = query.query_map([], |row| {
        let (kind, name) = (row.get(0)?, row.get(1)?);
        Ok(Found { kind, name, of_table: row.get(2)?, sql: row.get(3)? })
    });
    rows.map_err(fault)?.collect::<Result<_, _>>().map_err(fault)
}

impl Found {
    fn is(&self, part: &Part) -> bool {
        self.name == part.name && self.sql == part.sql
    }

    /// Plain, and not on the ledger's own tables.
    fn is_of_a_domain(&self) -> bool {
        let plain = self.sql.starts_with("CREATE TABLE ") || self.kind == "index";
        plain && !is_reserved(&self.name) && !is_reserved(&self.of_table)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use std::time::Duration;

    use rusqlite::OpenFlags;

    use super::*;
    use crate::ledger::sqlite::open::connect;

    const VERSION_1: &str = "tests/vectors/ledgers/schema_1.ledger";

    /// The version after the program's.
    const NEXT: usize = STEPS.len() + 1;
    const A_COLUMN: &str =
        "ALTER TABLE runs ADD COLUMN opened_by TEXT NOT NULL DEFAULT '' CHECK (opened_by <> 'x')";

    /// What a next version with a column more would be.
    const ONE_MORE: &[&str] = &{
        let mut steps = [A_COLUMN; NEXT];
        let mut step = 0;
        while step < STEPS.len() {
            steps[step] = STEPS[step];
            step += 1;
        }
        steps
    };
    static WITH_A_COLUMN: Schema = Schema::of(ONE_MORE);

    fn file_of(schema: &Schema) -> Connection {
        let file = Connection::open_in_memory().unwrap();
        schema.create(&file).unwrap();
        file
    }

    fn old_file() -> (tempfile::TempDir, Connection) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.ledger");
        std::fs::copy(VERSION_1, &path).unwrap();
        let file = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE, Duration::ZERO).unwrap();
        (folder, file)
    }

    fn check(schema: &Schema, file: &Connection) -> Result<(), LedgerError> {
        schema.check_header(file).and_then(|()| schema.check_parts(file, &[], Access::Write))
    }

    #[test]
    fn a_column_is_one_more_step() {
        let (_folder, old) = old_file();
        for mut file in [old, file_of(&OWN), file_of(&WITH_A_COLUMN)] {
            check(&WITH_A_COLUMN, &file).unwrap();
            WITH_A_COLUMN.complete(&mut file, &[]).unwrap();
            check(&WITH_A_COLUMN, &file).unwrap();
            assert_eq!(version(&file).unwrap(), WITH_A_COLUMN.version());
            let column = "SELECT count(*) FROM runs WHERE opened_by <> ''";
            assert_eq!(file.query_row(column, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
            assert_eq!(check(&OWN, &file).unwrap_err().code(), &Code::NEWER_SCHEMA);
        }
    }

    #[test]
    fn a_file_has_what_its_version_has_and_no_later_one() {
        let column_too_early = file_of(&OWN);
        column_too_early.execute_batch(A_COLUMN).unwrap();
        let column_missing = file_of(&OWN);
        column_missing.pragma_update(None, "user_version", WITH_A_COLUMN.version()).unwrap();
        let (_folder, mut hurt) = old_file();
        hurt.execute_batch("ALTER TABLE events ADD COLUMN more TEXT").unwrap();
        for file in [&column_too_early, &column_missing, &hurt] {
            assert!(check(&WITH_A_COLUMN, file).unwrap_err().is_damaged());
        }
        assert!(OWN.complete(&mut hurt, &[]).unwrap_err().is_damaged());
        assert_eq!(version(&hurt).unwrap(), 1);
    }
}
