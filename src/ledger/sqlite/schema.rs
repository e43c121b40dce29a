//! What is in the file. A file that holds anything else is refused.

use rusqlite::Connection;

use crate::code::Code;
use crate::ledger::LedgerError;
use crate::ledger::sqlite::fault::{damaged, fault};

/// Marks the file as one of this library, in the header of the database: `csgn`.
const APPLICATION_ID: i64 = 0x6373_676e;

/// The version of the tables below, in the header as `user_version`.
const SCHEMA_VERSION: i64 = 1;

/// The parts of the schema, each as SQLite keeps its text. New runs go to the end of both tables.
/// `run_key` has no gaps, so that a run that was taken out leaves one.
const PARTS: [(&str, &str); 2] = [
    (
        "runs",
        "CREATE TABLE runs (
            run_key INTEGER PRIMARY KEY,
            tenant TEXT NOT NULL,
            run_id TEXT NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0),
            head BLOB NOT NULL CHECK (length(head) = 32),
            token BLOB NOT NULL CHECK (length(token) = 16),
            UNIQUE (tenant, run_id)
        ) STRICT",
    ),
    (
        "events",
        "CREATE TABLE events (
            run_key INTEGER NOT NULL REFERENCES runs (run_key),
            revision INTEGER NOT NULL CHECK (revision > 0),
            previous BLOB NOT NULL CHECK (length(previous) = 32),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            body TEXT NOT NULL,
            PRIMARY KEY (run_key, revision)
        ) STRICT, WITHOUT ROWID",
    ),
];

/// Makes the tables in an empty database.
pub(super) fn create(connection: &Connection) -> Result<(), rusqlite::Error> {
    for (_, sql) in PARTS {
        connection.execute_batch(sql)?;
    }
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", SCHEMA_VERSION)
}

/// Whose file it is, and of which version.
pub(super) fn check_header(connection: &Connection) -> Result<(), LedgerError> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if number("application_id").map_err(fault)? != APPLICATION_ID {
        let detail = "the file is a database, but not one of this library";
        return Err(LedgerError::new(Code::NOT_A_LEDGER, detail));
    }
    match number("user_version").map_err(fault)? {
        SCHEMA_VERSION => Ok(()),
        newer if newer > SCHEMA_VERSION => {
            let detail = format!("schema version {newer}; this program reads {SCHEMA_VERSION}");
            Err(LedgerError::new(Code::NEWER_SCHEMA, detail))
        }
        other => Err(damaged(format!("schema version {other}, which there never was"))),
    }
}

/// Whether the file has these tables and nothing besides: no trigger, no view, no other index.
pub(super) fn check_parts(connection: &Connection) -> Result<(), LedgerError> {
    let mut query = connection
        .prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
        .map_err(fault)?;
    let found = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).map_err(fault)?;
    let found: Vec<(String, String)> = found.collect::<Result<_, _>>().map_err(fault)?;
    for (name, sql) in &found {
        if !PARTS.contains(&(name, sql)) {
            return Err(damaged(format!("the schema has a part that is not ours: {name}")));
        }
    }
    match PARTS.iter().find(|(name, _)| !found.iter().any(|(found, _)| found == name)) {
        Some((missing, _)) => Err(damaged(format!("the schema has no {missing}"))),
        None => Ok(()),
    }
}
