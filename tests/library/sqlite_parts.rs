//! A domain's own tables in a ledger: what may be one, and that a wrong one leaves the file as it was.

use std::path::{Path, PathBuf};

use countersign::domains::museum;
use countersign::ledger::{Ledger, Part, SqliteLedger, verify};
use countersign::{Code, domains::museum::Museum, resume};
use rusqlite::Connection;

use crate::support::*;

const COUNTS: &[Part] =
    &[Part { name: "counts", sql: "CREATE TABLE counts (name TEXT PRIMARY KEY) STRICT" }];

/// A ledger with one finished run of a museum in it.
fn with_a_run() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.sqlite3");
    simulated(&mut SqliteLedger::open(&path).unwrap(), "R-1").unwrap();
    (folder, path)
}

/// Every part of the schema, and how many events there are.
fn look(path: &Path) -> (Vec<String>, i64) {
    let file = Connection::open(path).unwrap();
    let mut query = file.prepare("SELECT name || coalesce(sql, '') FROM sqlite_schema").unwrap();
    let parts = query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    (parts, file.query_row("SELECT count(*) FROM events", [], |row| row.get(0)).unwrap())
}

fn leaked(name: &'static str, sql: &str) -> &'static [Part] {
    Box::leak(Box::new([Part { name, sql: Box::leak(sql.to_owned().into_boxed_str()) }]))
}

#[test]
fn a_part_that_does_anything_but_make_its_own_table_is_refused_and_leaves_the_file_as_it_was() {
    let wrong = [
        ("x", "CREATE TEMP TABLE runs (a)"),
        ("x", "DELETE FROM receipts"),
        ("x", "UPDATE runs SET head = zeroblob(32)"),
        ("x", "COMMIT; DELETE FROM receipts; BEGIN"),
        ("x", "PRAGMA foreign_keys = 0"),
        ("x", "ATTACH ':memory:' AS other"),
        ("x", "DROP TABLE rejections; CREATE TABLE x (a)"),
        ("x", "CREATE TABLE x (a); DROP TABLE rejections"),
        ("x", "CREATE TABLE x (a); CREATE TEMP TABLE events (a)"),
        ("x", "CREATE TRIGGER x AFTER INSERT ON events BEGIN DELETE FROM events; END"),
        ("x", "CREATE VIEW x AS SELECT 1"),
        ("x", "CREATE INDEX x ON events (body)"),
        ("x", "CREATE UNIQUE INDEX x ON runs (tenant)"),
        ("x", "CREATE VIRTUAL TABLE x USING fts5(a)"),
        ("x", "CREATE TABLE x AS SELECT body FROM events"),
        ("x", "CREATE TABLE x (a INTEGER PRIMARY KEY AUTOINCREMENT)"),
        ("x", "CREATE TABLE x (a REFERENCES runs DEFERRABLE INITIALLY DEFERRED)"),
        ("x", "CREATE TABLE IF NOT EXISTS x (a)"),
        ("x", "create table x (a)"),
        ("x", "CREATE  TABLE x (a)"),
        ("x", " CREATE TABLE x (a)"),
        ("x", "CREATE TABLE x (a);"),
        ("x", "CREATE TABLE x (a) "),
        ("x", "CREATE TABLE y (a)"),
        ("x", "CREATE TABLE x (a"),
        ("x", "CREATE TABLE temp.x (a)"),
        ("x", ""),
        ("", "CREATE TABLE  (a)"),
        ("a b", "CREATE TABLE a b (a)"),
        ("RUNS", "CREATE TABLE RUNS (a)"),
        ("Receipts", "CREATE TABLE Receipts (a)"),
        ("sqlite_x", "CREATE TABLE sqlite_x (a)"),
    ];
    for (name, sql) in wrong {
        let (_folder, path) = with_a_run();
        let before = look(&path);
        let error = SqliteLedger::open_with(&path, leaked(name, sql)).expect_err(sql);
        assert_eq!(error.code(), &Code::DOMAIN_FAULT, "{sql}: {error}");
        assert_eq!(look(&path), before, "{sql}");
        let mut ledger = SqliteLedger::open(&path).expect(sql);
        assert_eq!(verify(&mut ledger, &museum::TENANT).unwrap().runs, 1);
    }
}

#[test]
fn tables_and_indexes_of_a_domain_are_made_once_and_found_again() {
    let (_folder, path) = with_a_run();
    let parts = leaked("stock", "CREATE TABLE stock (sku TEXT PRIMARY KEY, n INTEGER) STRICT");
    let both: &[Part] = Box::leak(Box::new([
        parts[0],
        Part { name: "by_n", sql: "CREATE INDEX by_n ON stock (n)" },
        Part {
            name: "held",
            sql: "CREATE TABLE held (
                sku TEXT NOT NULL REFERENCES stock (sku),
                deferrable_until INTEGER CHECK (deferrable_until >= 0) DEFAULT (abs(0)),
                PRIMARY KEY (sku, deferrable_until)
            ) STRICT, WITHOUT ROWID",
        },
        Part {
            name: "some_held",
            sql: "CREATE UNIQUE INDEX some_held ON held (lower(sku)) WHERE deferrable_until > 0",
        },
    ]));
    for _ in 0..2 {
        let mut ledger = SqliteLedger::open_with(&path, both).unwrap();
        ledger.check_integrity().unwrap();
        let run = resume::<Museum, _>(&mut ledger, &museum::TENANT, &run_id("R-1")).unwrap();
        assert_eq!(run.unwrap().phase(), "SIMULATED");
    }
}

#[test]
fn f06_a_table_that_is_not_as_the_program_knows_it_is_refused() {
    let (_folder, path) = with_a_run();
    drop(SqliteLedger::open_with(&path, COUNTS).unwrap());
    let other = leaked("counts", "CREATE TABLE counts (x TEXT) STRICT");
    for unknown in [SqliteLedger::open_with(&path, other), SqliteLedger::open(&path)] {
        assert_eq!(unknown.unwrap_err().code(), &Code::OTHER_DOMAIN);
    }
    // Who does not know the domain can look all the same.
    let mut ledger = SqliteLedger::open_read_only(&path).unwrap();
    assert_eq!(ledger.runs(&museum::TENANT).unwrap().len(), 1);
}

#[test]
fn many_who_open_one_new_ledger_with_parts_find_them_made_once() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.sqlite3");
        std::thread::scope(|scope| {
            let open = || drop(SqliteLedger::open_with(&path, COUNTS).unwrap());
            let openings: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            for opening in openings {
                opening.join().unwrap();
            }
        });
        SqliteLedger::open_with(&path, COUNTS).unwrap().check_integrity().unwrap();
    }
}

#[test]
fn an_older_ledger_is_brought_up_to_date_and_given_the_tables_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.ledger");
    std::fs::copy("tests/vectors/ledgers/schema_1.ledger", &path).unwrap();
    // A wrong part leaves the older file as it was.
    let wrong = leaked("x", "CREATE TABLE x (a INTEGER PRIMARY KEY AUTOINCREMENT)");
    assert!(SqliteLedger::open_with(&path, wrong).is_err());
    assert_eq!(schema_version(&path), 1);
    let mut ledger = SqliteLedger::open_with(&path, COUNTS).unwrap();
    assert_eq!(verify(&mut ledger, &museum::TENANT).unwrap().runs, 6);
    ledger.check_integrity().unwrap();
    assert_eq!(schema_version(&path), newest_schema_version());
}
