//! The ledger in a file: what happens at its edges, beside other files and other code.

use std::fs;
use std::path::Path;
use std::sync::Barrier;
use std::time::Duration;

use countersign::Code;
use countersign::domains::museum;
use countersign::ledger::{Ledger, LedgerTx as _, MemoryLedger, SqliteLedger, TxError};
use rusqlite::Connection;

use crate::support::*;

#[test]
fn an_error_that_is_passed_over_saves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("l");
    let (mut ledger, mut memory) = (SqliteLedger::open(&path).unwrap(), MemoryLedger::new());
    drop(review(&mut ledger, "R-1"));
    drop(approved(&mut memory, "R-1"));
    let (tenant, run) = (museum::TENANT, run_id("R-1"));
    let (saved, next) =
        (ledger.events(&tenant, &run).unwrap(), memory.events(&tenant, &run).unwrap());
    // An event that nobody listed stands in the way, so that the second statement of two fails.
    let sql = "INSERT INTO events (run_key, revision, previous, digest, body)
               VALUES (1, 5, zeroblob(32), zeroblob(32), '')";
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    let outcome = ledger.transact(|tx| {
        assert!(tx.append(&tenant, &run, &next[4], [7; 16]).is_err());
        assert!(tx.head(&tenant, &run).is_err(), "nothing more in this transaction");
        Ok(())
    });
    let sql = "DELETE FROM events WHERE revision = 5";
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    assert!(matches!(outcome, Err(TxError::Before(_))), "{outcome:?}");
    assert_eq!(ledger.events(&tenant, &run).unwrap(), saved);
}

#[test]
fn a_log_that_was_left_behind_is_not_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let (path, log) = (folder.path().join("l"), folder.path().join("l-wal"));
    let kept = folder.path().join("kept");
    let mut ledger = SqliteLedger::open(&path).unwrap();
    drop(review(&mut ledger, "R-1"));
    fs::copy(&log, &kept).unwrap();
    drop(ledger);
    fs::remove_file(&path).unwrap();
    fs::rename(&kept, &log).unwrap();
    let error = SqliteLedger::open(&path).unwrap_err();
    assert_eq!(error.code(), &Code::FILE_FAILED);
    assert!(error.to_string().contains("-wal"), "{error}");
    assert!(!path.exists());
}

#[test]
fn another_programs_database_keeps_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let other = Connection::open(at("source")).unwrap();
    let sql = "PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)";
    other.execute_batch(sql).unwrap();
    fs::copy(at("source"), at("other")).unwrap();
    fs::copy(at("source-wal"), at("other-wal")).unwrap();
    let both = || (fs::read(at("other")).unwrap(), fs::read(at("other-wal")).unwrap());
    let before = both();
    let error = SqliteLedger::open(at("other")).unwrap_err();
    assert_eq!(error.code(), &Code::NOT_A_LEDGER);
    assert!(both() == before, "untouched");
}

#[test]
fn a_closed_ledger_is_one_file() {
    let folder = tempfile::tempdir().unwrap();
    drop(review(&mut SqliteLedger::open(folder.path().join("l")).unwrap(), "R-1"));
    let files = names(folder.path());
    assert_eq!(files, ["l"]);
}

#[test]
fn the_longest_wait_is_a_wait() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = SqliteLedger::open(folder.path().join("l")).unwrap();
    assert!(ledger.wait_for(Duration::MAX).is_ok());
}

#[test]
fn many_make_the_same_file_at_once() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let (path, barrier) = (folder.path().join("l"), Barrier::new(8));
        std::thread::scope(|scope| {
            for n in 0..8 {
                let (path, barrier) = (&path, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    let mut ledger = SqliteLedger::open(path).unwrap();
                    drop(validated(&mut ledger, &format!("R-{n}")));
                });
            }
        });
        let mut ledger = SqliteLedger::open(&path).unwrap();
        ledger.check_integrity().unwrap();
        assert_eq!(ledger.runs(&museum::TENANT).unwrap().len(), 8);
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}
