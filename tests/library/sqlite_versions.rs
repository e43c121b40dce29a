//! Ledgers of every released schema still open, and what is in them goes on from where it was.

use std::path::PathBuf;

use countersign::domains::museum::{self, Museum};
use countersign::ledger::{Ledger, SqliteLedger, verify};
use countersign::{AnyRun, resume};
use rusqlite::Connection;

use crate::support::*;

/// A copy of a file that was written under schema 1: museum runs in six different states.
fn schema_1() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.ledger");
    std::fs::copy("tests/vectors/ledgers/schema_1.ledger", &path).unwrap();
    (folder, path)
}

#[test]
fn looking_at_an_older_ledger_changes_nothing_in_it() {
    let (_folder, path) = schema_1();
    let before = std::fs::read(&path).unwrap();
    let mut ledger = SqliteLedger::open_read_only(&path).unwrap();
    ledger.check_integrity().unwrap();
    assert_eq!(verify(&mut ledger, &museum::TENANT).unwrap().runs, 6);
    assert_eq!(ledger.receipt(&museum::TENANT, &run_id("R-1")).unwrap(), None);
    drop(ledger);
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn an_older_ledger_is_brought_up_to_date_and_its_runs_go_on() {
    let (_folder, path) = schema_1();
    assert_eq!(schema_version(&path), 1);
    let mut ledger = SqliteLedger::open(&path).unwrap();
    assert_eq!(verify(&mut ledger, &museum::TENANT).unwrap().runs, 6);

    let museum = Museum::default();
    let phases = [
        ("R-1", "SIMULATED"),
        ("R-2", "APPROVED_FOR_SIMULATION"),
        ("R-3", "REJECTED"),
        ("R-4", "STOPPED"),
        ("R-5", "STOPPED"),
        ("R-6", "REVIEW"),
    ];
    for (id, phase) in phases {
        let run = resume::<Museum, _>(&mut ledger, &museum::TENANT, &run_id(id)).unwrap();
        let run = run.unwrap();
        assert_eq!(run.phase(), phase, "{id}");
        match run {
            AnyRun::AtApprovedForSimulation(run) => {
                let simulated = run.simulate(&museum, tick(7)).unwrap();
                assert!(simulated.save(&mut ledger).unwrap().is_ok());
            }
            AnyRun::AtReview(review) => {
                let approval = decision(&review, 6).admit_approval(&review, &museum).unwrap();
                let approved = review.approve(approval, &museum).unwrap();
                assert!(approved.save(&mut ledger).unwrap().is_ok());
            }
            _ => {}
        }
    }
    ledger.check_integrity().unwrap();
    drop(ledger);
    assert_eq!(schema_version(&path), newest_schema_version());
}

#[test]
fn a_foreign_part_keeps_an_older_ledger_as_it_is() {
    let (_folder, path) = schema_1();
    let trigger = "CREATE TRIGGER undo AFTER INSERT ON events BEGIN DELETE FROM events; END";
    Connection::open(&path).unwrap().execute_batch(trigger).unwrap();
    assert!(SqliteLedger::open(&path).unwrap_err().is_damaged());
    assert_eq!(schema_version(&path), 1);
}

#[test]
fn a_table_of_the_ledger_that_was_taken_out_is_not_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.ledger");
    drop(SqliteLedger::open(&path).unwrap());
    Connection::open(&path).unwrap().execute_batch("DROP TABLE receipts").unwrap();
    assert!(SqliteLedger::open(&path).unwrap_err().is_damaged());
}
