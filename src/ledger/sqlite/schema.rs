//! What is in the file: the ledger's own tables, and those of the domain that it was opened for. A
//! file that holds anything else is refused.

use rusqlite::Connection;

use crate::code::Code;
use crate::ledger::LedgerError;
use crate::ledger::sqlite::fault::{damaged, fault};
use crate::ledger::sqlite::open::Access;
use crate::ledger::sqlite::part::Part;

/// Marks the file as one of this library, in the header of the database: `csgn`.
const APPLICATION_ID: i64 = 0x6373_676e;

/// The version of the tables below, in the header as `user_version`.
const SCHEMA_VERSION: i64 = 2;

/// The ledger's own tables, with the version that brought each, as SQLite keeps their text. New
/// rows go to the end. `run_key` has no gaps, so that a run that was taken out leaves one.
const OWN: [(i64, Part); 5] = [
    (
        1,
        Part {
            name: "runs",
            sql: "CREATE TABLE runs (
            run_key INTEGER PRIMARY KEY,
            tenant TEXT NOT NULL,
            run_id TEXT NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0),
            head BLOB NOT NULL CHECK (length(head) = 32),
            token BLOB NOT NULL CHECK (length(token) = 16),
            UNIQUE (tenant, run_id)
        ) STRICT",
        },
    ),
    (
        1,
        Part {
            name: "events",
            sql: "CREATE TABLE events (
            run_key INTEGER NOT NULL REFERENCES runs (run_key),
            revision INTEGER NOT NULL CHECK (revision > 0),
            previous BLOB NOT NULL CHECK (length(previous) = 32),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            body TEXT NOT NULL,
            PRIMARY KEY (run_key, revision)
        ) STRICT, WITHOUT ROWID",
        },
    ),
    (
        2,
        Part {
            name: "receipts",
            sql: "CREATE TABLE receipts (
            run_key INTEGER PRIMARY KEY REFERENCES runs (run_key),
            operation_id TEXT NOT NULL,
            receipt TEXT NOT NULL
        ) STRICT",
        },
    ),
    (
        2,
        Part {
            name: "spent_approvals",
            sql: "CREATE TABLE spent_approvals (
            tenant TEXT NOT NULL,
            approval_id BLOB NOT NULL CHECK (length(approval_id) = 16),
            run_key INTEGER NOT NULL REFERENCES runs (run_key),
            PRIMARY KEY (tenant, approval_id)
        ) STRICT",
        },
    ),
    (
        2,
        Part {
            name: "rejections",
            sql: "CREATE TABLE rejections (
            tenant TEXT NOT NULL,
            args_digest BLOB NOT NULL CHECK (length(args_digest) = 32),
            run_key INTEGER NOT NULL REFERENCES runs (run_key),
            PRIMARY KEY (tenant, args_digest)
        ) STRICT",
        },
    ),
];

/// Whether a table is the ledger's own or SQLite's, and no domain's to touch.
pub(super) fn is_reserved(table: &str) -> bool {
    let own = |(_, part): &(i64, Part)| part.name.eq_ignore_ascii_case(table);
    let sqlite = table.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("sqlite_"));
    sqlite || OWN.iter().any(own)
}

/// Makes the tables in an empty database.
pub(super) fn create(connection: &Connection) -> Result<(), rusqlite::Error> {
    for (_, part) in OWN {
        connection.execute_batch(part.sql)?;
    }
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", SCHEMA_VERSION)
}

/// Whose file it is, and of which version.
pub(super) fn check_header(connection: &Connection) -> Result<(), LedgerError> {
    let application =
        connection.pragma_query_value(None, "application_id", |row| row.get::<_, i64>(0));
    if application.map_err(fault)? != APPLICATION_ID {
        let detail = "the file is a database, but not one of this library";
        return Err(LedgerError::new(Code::NOT_A_LEDGER, detail));
    }
    match version(connection)? {
        1..=SCHEMA_VERSION => Ok(()),
        newer if newer > SCHEMA_VERSION => {
            let detail = format!("schema version {newer}; this program reads {SCHEMA_VERSION}");
            Err(LedgerError::new(Code::NEWER_SCHEMA, detail))
        }
        other => Err(damaged(format!("schema version {other}, which there never was"))),
    }
}

fn version(connection: &Connection) -> Result<i64, LedgerError> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(fault)
}

/// Brings an older file, or one that lacks the domain's tables, to what is needed: in one
/// transaction, which is given up unless all of it is then as it should be.
pub(super) fn complete(connection: &mut Connection, parts: &[Part]) -> Result<(), LedgerError> {
    if is_complete(connection, parts)? {
        return Ok(());
    }
    connection.execute_batch("BEGIN IMMEDIATE").map_err(fault)?;
    let completed = make_missing(connection, parts);
    let end = if completed.is_ok() { "COMMIT" } else { "ROLLBACK" };
    completed.and(connection.execute_batch(end).map_err(fault))
}

fn is_complete(connection: &Connection, parts: &[Part]) -> Result<bool, LedgerError> {
    let found = found(connection)?;
    let is_there = |part: &Part| found.iter().any(|found| found.name == part.name);
    Ok(version(connection)? == SCHEMA_VERSION && parts.iter().all(is_there))
}

/// Under the lock: another process may have been first.
fn make_missing(connection: &mut Connection, parts: &[Part]) -> Result<(), LedgerError> {
    let version = version(connection)?;
    // One of this version that is gone was taken out: that is damage, not work to be done.
    for (_, part) in OWN.iter().filter(|(since, _)| *since > version) {
        connection.execute_batch(part.sql).map_err(fault)?;
    }
    connection.pragma_update(None, "user_version", SCHEMA_VERSION).map_err(fault)?;
    let found_before = found(connection)?;
    for part in parts {
        if !found_before.iter().any(|found| found.name == part.name) {
            part.make(connection)?;
        }
    }
    check_parts(connection, parts, Access::Write)?;
    let found = found(connection)?;
    match parts.iter().find(|part| !found.iter().any(|found| found.is(part))) {
        Some(part) => Err(part.fault("is not kept as it is written")),
        None => Ok(()),
    }
}

/// A part as the file has it.
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

/// Whether the file has its version's tables, perhaps those of the domain, and nothing besides: no
/// trigger, no view, no other index. Who only looks at a ledger need not know its domain: to them
/// other tables are of no account.
pub(super) fn check_parts(
    connection: &Connection,
    parts: &[Part],
    access: Access,
) -> Result<(), LedgerError> {
    parts.iter().try_for_each(Part::check)?;
    let (version, found) = (version(connection)?, found(connection)?);
    let own: Vec<Part> =
        OWN.iter().filter(|(since, _)| *since <= version).map(|(_, part)| *part).collect();
    for found in &found {
        let name = &found.name;
        if own.iter().any(|part| found.is(part)) {
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
    match own.iter().find(|part| !found.iter().any(|found| found.name == part.name)) {
        Some(missing) => Err(damaged(format!("the schema has no {}", missing.name))),
        None => Ok(()),
    }
}

/// Whether the file is of a version that keeps receipts and marks.
pub(super) fn keeps_receipts(connection: &Connection) -> Result<bool, LedgerError> {
    Ok(version(connection)? >= 2)
}
