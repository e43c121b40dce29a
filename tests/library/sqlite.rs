//! The ledger in a file: what it survives, and what it refuses.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::time::Duration;

use countersign::domains::museum::{self, Museum, Question};
use countersign::ledger::{
    Ledger, LedgerError, LedgerTx as _, MemoryLedger, SqliteLedger, TxError, verify,
};
use countersign::{Code, Policy, Tenant, resume};
use rusqlite::Connection;

use crate::support::*;

struct File {
    folder: tempfile::TempDir,
}

impl File {
    fn new() -> File {
        File { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("museum.ledger")
    }

    /// A ledger with one finished run, closed.
    fn with_a_run() -> File {
        let file = File::new();
        simulated(&mut file.open(), "R-1").unwrap();
        file
    }

    fn open(&self) -> SqliteLedger {
        SqliteLedger::open(self.path()).unwrap()
    }

    /// As somebody would who has the file and no scruples.
    fn tampered(&self, sql: &str) {
        Connection::open(self.path()).unwrap().execute_batch(sql).unwrap();
    }

    fn refused(&self) -> LedgerError {
        SqliteLedger::open(self.path()).unwrap_err()
    }
}

/// Everything that a reader can be told of run R-1.
fn told(path: &Path) -> Result<(String, u64), LedgerError> {
    let mut ledger = SqliteLedger::open_read_only(path)?;
    ledger.check_integrity()?;
    for tenant in ledger.tenants()? {
        verify(&mut ledger, &tenant)?;
    }
    let run = resume::<Museum, _>(&mut ledger, &museum::TENANT, &run_id("R-1"))?;
    Ok(run.map_or(("nothing".to_owned(), 0), |run| (run.phase().to_owned(), run.revision())))
}

fn damage(file: &File) -> String {
    let error = told(&file.path()).unwrap_err();
    assert!(error.is_damaged(), "{error}");
    error.to_string()
}

#[test]
fn it_keeps_what_memory_keeps() {
    let file = File::with_a_run();
    let mut memory = MemoryLedger::new();
    simulated(&mut memory, "R-1").unwrap();
    let key = (museum::TENANT, run_id("R-1"));
    assert_eq!(file.open().events(&key.0, &key.1).unwrap(), memory.events(&key.0, &key.1).unwrap());
    assert_eq!(told(&file.path()).unwrap(), ("SIMULATED".to_owned(), 6));
}

#[test]
fn what_waits_for_a_decision_is_listed_in_order() {
    let file = File::new();
    let mut ledger = file.open();
    for id in ["R-9", "R-2", "R-5"] {
        drop(review(&mut ledger, id));
    }
    simulated(&mut ledger, "R-3").unwrap();
    let pending = ledger.pending(&museum::TENANT).unwrap();
    assert_eq!(pending, [run_id("R-9"), run_id("R-2"), run_id("R-5")]);
    assert_eq!(ledger.runs(&museum::TENANT).unwrap().len(), 4);
    assert_eq!(ledger.tenants().unwrap(), [museum::TENANT]);
}

#[test]
fn j03_tenants_see_only_their_own() {
    let file = File::with_a_run();
    let mut ledger = file.open();
    let other = Tenant::new("south-quay").unwrap();
    assert!(ledger.events(&other, &run_id("R-1")).unwrap().is_empty());
    assert!(ledger.runs(&other).unwrap().is_empty());
    assert!(resume::<Museum, _>(&mut ledger, &other, &run_id("R-1")).unwrap().is_none());
}

/// The next run is given the number of the one that was taken out, and meets its events.
#[test]
fn events_that_should_not_be_there_are_damage_and_no_conflict() {
    for id in ["R-1", "R-2"] {
        let file = File::with_a_run();
        file.tampered("PRAGMA foreign_keys = OFF; DELETE FROM runs");
        let opening = Museum::default().open(&card(id), Policy::default()).unwrap();
        let error = opening.save(&mut file.open()).unwrap_err().error;
        assert!(error.is_damaged(), "{error}");
        assert!(error.detail().contains(id) && !error.detail().contains("UNIQUE"), "{error}");
        assert!(file.open().runs(&museum::TENANT).unwrap().is_empty());
    }
}

#[test]
fn a_rival_is_a_conflict_and_nothing_is_saved_twice() {
    let file = File::new();
    let (mut one, mut other) = (file.open(), file.open());
    drop(validated(&mut one, "R-1"));
    let mine = resume::<Museum, _>(&mut one, &museum::TENANT, &run_id("R-1")).unwrap().unwrap();
    let theirs = resume::<Museum, _>(&mut other, &museum::TENANT, &run_id("R-1")).unwrap();
    let narrow = |run: countersign::AnyRun<Museum>| {
        run.narrow::<countersign::phase::Validated>().unwrap().reserve(Question::Catalogue)
    };
    drop(narrow(mine).save(&mut one).unwrap().unwrap());
    let not_saved = narrow(theirs.unwrap()).save(&mut other).unwrap_err();
    assert!(not_saved.error.is_revision_conflict(), "{}", not_saved.error);
    assert_eq!(one.events(&museum::TENANT, &run_id("R-1")).unwrap().len(), 2);
}

#[test]
fn a11_another_writer_is_waited_for_and_then_named() {
    let file = File::with_a_run();
    let mut ledger = file.open().wait_for(Duration::from_millis(50)).unwrap();
    let holder = Connection::open(file.path()).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let opening = Museum::default().open(&card("R-2"), Policy::default()).unwrap();
    let not_saved = opening.save(&mut ledger).unwrap_err();
    assert_eq!(not_saved.error.code(), &Code::LEDGER_BUSY);
    // Reading goes on meanwhile, and the move can be saved afterwards.
    assert_eq!(ledger.runs(&museum::TENANT).unwrap().len(), 1);
    holder.execute_batch("ROLLBACK").unwrap();
    drop(not_saved.unsaved.save(&mut ledger).unwrap().unwrap());
    assert_eq!(ledger.events(&museum::TENANT, &run_id("R-2")).unwrap().len(), 1);
}

#[test]
fn b66_many_writers_wait_for_each_other() {
    const WRITERS: usize = 16;
    let file = File::new();
    drop(file.open());
    let start = Barrier::new(WRITERS);
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (file, start) = (&file, &start);
            scope.spawn(move || {
                let mut ledger = file.open();
                start.wait();
                for run in 0..4 {
                    simulated(&mut ledger, &format!("R-{writer}-{run}")).unwrap();
                }
            });
        }
    });
    let mut ledger = file.open();
    assert_eq!(ledger.runs(&museum::TENANT).unwrap().len(), WRITERS * 4);
    ledger.check_integrity().unwrap();
    verify(&mut ledger, &museum::TENANT).unwrap();
}

#[test]
fn b03_of_many_who_open_the_same_run_one_does() {
    const RIVALS: usize = 8;
    let file = File::new();
    drop(file.open());
    let start = Barrier::new(RIVALS);
    let won = std::thread::scope(|scope| {
        let rivals = (0..RIVALS).map(|_| {
            let (file, start) = (&file, &start);
            scope.spawn(move || {
                let mut ledger = file.open();
                let opening = Museum::default().open(&card("R-1"), Policy::default()).unwrap();
                start.wait();
                match opening.save(&mut ledger) {
                    Ok(opened) => drop(opened.unwrap()),
                    Err(not_saved) => {
                        assert!(not_saved.error.is_revision_conflict(), "{}", not_saved.error);
                        return 0;
                    }
                }
                1
            })
        });
        rivals.collect::<Vec<_>>().into_iter().map(|rival| rival.join().unwrap()).sum::<i32>()
    });
    assert_eq!(won, 1);
    assert_eq!(file.open().events(&museum::TENANT, &run_id("R-1")).unwrap().len(), 1);
}

#[test]
fn a18_a_panic_in_a_transaction_leaves_nothing() {
    let file = File::with_a_run();
    let mut ledger = file.open();
    let events = ledger.events(&museum::TENANT, &run_id("R-1")).unwrap();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        ledger.transact(|tx| -> Result<(), LedgerError> {
            tx.append(&museum::TENANT, &run_id("R-2"), &events[0], [0; 16])?;
            panic!("in the middle")
        })
    }));
    assert!(panicked.is_err());
    assert!(ledger.events(&museum::TENANT, &run_id("R-2")).unwrap().is_empty());
    simulated(&mut ledger, "R-3").unwrap();
}

#[test]
fn a_transaction_that_fails_is_rolled_back() {
    let file = File::with_a_run();
    let mut ledger = file.open();
    let events = ledger.events(&museum::TENANT, &run_id("R-1")).unwrap();
    let failed: Result<(), _> = ledger.transact(|tx| {
        tx.append(&museum::TENANT, &run_id("R-2"), &events[0], [0; 16])?;
        Err(LedgerError::new(Code::LEDGER_FAILED, "on purpose"))
    });
    assert!(matches!(failed, Err(TxError::Before(_))));
    assert!(ledger.events(&museum::TENANT, &run_id("R-2")).unwrap().is_empty());
}

#[test]
fn a08_every_commit_waits_for_the_disk() {
    let file = File::with_a_run();
    let header = fs::read(file.path()).unwrap();
    assert_eq!(header[18..20], [2, 2], "write-ahead log");
    // A file in another mode is not written to as if it were in this one.
    file.tampered("PRAGMA journal_mode = DELETE");
    assert!(file.refused().to_string().contains("not durable"));
}

#[test]
fn a12_what_was_opened_to_look_at_is_not_written_to() {
    let file = File::with_a_run();
    let mut ledger = SqliteLedger::open_read_only(file.path()).unwrap();
    let opening = Museum::default().open(&card("R-2"), Policy::default()).unwrap();
    let not_saved = opening.save(&mut ledger).unwrap_err();
    assert_eq!(not_saved.error.code(), &Code::LEDGER_READ_ONLY);
    assert_eq!(ledger.runs(&museum::TENANT).unwrap().len(), 1);
}

#[test]
fn a16_links_are_refused() {
    let file = File::with_a_run();
    let link = file.folder.path().join("link");
    std::os::unix::fs::symlink(file.path(), &link).unwrap();
    let error = SqliteLedger::open(&link).unwrap_err();
    assert_eq!(error.code(), &Code::NOT_A_LEDGER);
    fs::remove_file(&link).unwrap();
    fs::hard_link(file.path(), &link).unwrap();
    assert_eq!(SqliteLedger::open(&link).unwrap_err().code(), &Code::NOT_A_LEDGER);
}

#[test]
fn what_is_no_ledger_is_left_as_it_is() {
    let file = File::new();
    let contents: [&[u8]; 4] = [b"", b"a diary\n", &[0; 4096], b"SQLite format 3\0 and then not"];
    for content in contents {
        fs::write(file.path(), content).unwrap();
        assert_eq!(file.refused().code(), &Code::NOT_A_LEDGER, "{content:?}");
        assert_eq!(fs::read(file.path()).unwrap(), content);
    }
    fs::remove_file(file.path()).unwrap();
    Connection::open(file.path()).unwrap().execute_batch("CREATE TABLE diary (day)").unwrap();
    let before = fs::read(file.path()).unwrap();
    assert_eq!(file.refused().code(), &Code::NOT_A_LEDGER);
    assert_eq!(fs::read(file.path()).unwrap(), before);
}

#[test]
fn what_is_not_there_is_said_to_be() {
    let file = File::new();
    for missing in
        [SqliteLedger::open_existing(file.path()), SqliteLedger::open_read_only(file.path())]
    {
        assert_eq!(missing.unwrap_err().code(), &Code::FILE_FAILED);
    }
    let folder = SqliteLedger::open(file.folder.path()).unwrap_err();
    assert_eq!(folder.code(), &Code::NOT_A_LEDGER);
    let nowhere = SqliteLedger::open(file.folder.path().join("no/where")).unwrap_err();
    assert_eq!(nowhere.code(), &Code::FILE_FAILED);
    assert_eq!(fs::read_dir(file.folder.path()).unwrap().count(), 0, "nothing was left behind");
}

#[test]
fn a_path_is_a_path_and_no_uri() {
    let file = File::new();
    let odd = file.folder.path().join("file:x?mode=memory");
    drop(SqliteLedger::open(&odd).unwrap());
    assert!(odd.is_file());
}

#[test]
fn f05_a_newer_schema_is_refused_with_both_versions() {
    let file = File::with_a_run();
    let (own, newer) = (newest_schema_version(), newest_schema_version() + 1);
    file.tampered(&format!("PRAGMA user_version = {newer}"));
    let error = file.refused();
    assert_eq!(error.code(), &Code::NEWER_SCHEMA);
    assert!(
        error.to_string().contains(&format!("version {newer}; this program reads {own}")),
        "{error}"
    );
}

#[test]
fn f06_a_foreign_part_of_the_schema_is_refused() {
    let parts = [
        "CREATE TRIGGER undo AFTER INSERT ON events BEGIN DELETE FROM events; END",
        "CREATE VIEW look AS SELECT 1",
        "CREATE INDEX other ON events (body)",
    ];
    for part in parts {
        let file = File::with_a_run();
        file.tampered(part);
        assert!(file.refused().is_damaged(), "{part}");
    }
}

#[test]
fn f02_every_edited_column_is_noticed() {
    let edits = [
        "UPDATE runs SET tenant = 'south-quay'",
        "UPDATE runs SET run_id = 'R-7'",
        "UPDATE runs SET revision = 5",
        "UPDATE runs SET head = zeroblob(32)",
        "UPDATE events SET revision = 7 WHERE revision = 6",
        "UPDATE events SET previous = zeroblob(32) WHERE revision = 3",
        "UPDATE events SET digest = zeroblob(32) WHERE revision = 3",
        "UPDATE events SET body = replace(body, 'IN_FLIGHT', 'REVIEW') WHERE revision = 2",
        "UPDATE events SET body = replace(body, '1931', '1932') WHERE revision = 4",
        "PRAGMA foreign_keys = 0; UPDATE events SET run_key = 99 WHERE revision = 6",
        "PRAGMA foreign_keys = 0; UPDATE runs SET run_key = 99; UPDATE events SET run_key = 99",
    ];
    for edit in edits {
        let file = File::with_a_run();
        file.tampered(edit);
        damage(&file);
    }
}

#[test]
fn a13_events_that_were_taken_out_are_noticed() {
    let cuts = [
        "DELETE FROM events WHERE revision = 6",
        "DELETE FROM events WHERE revision = 3",
        "DELETE FROM events",
        "PRAGMA foreign_keys = 0; DELETE FROM runs WHERE run_id = 'R-1'",
        "PRAGMA foreign_keys = 0; DELETE FROM events WHERE run_key = 1; DELETE FROM runs WHERE run_key = 1",
    ];
    for cut in cuts {
        let file = File::with_a_run();
        simulated(&mut file.open(), "R-2").unwrap();
        file.tampered(cut);
        damage(&file);
    }
}

#[test]
fn damage_is_named_by_run_and_revision() {
    let file = File::with_a_run();
    file.tampered("UPDATE events SET body = replace(body, '1931', '1932') WHERE revision = 4");
    let text = damage(&file);
    assert!(text.contains("tenant north-quay, run R-1, revision 4"), "{text}");
}

/// Whatever byte is changed: the same answer, or a refusal; never another answer.
#[test]
fn a13_no_changed_byte_changes_an_answer() {
    let file = File::with_a_run();
    let whole = fs::read(file.path()).unwrap();
    let right = told(&file.path()).unwrap();
    let step = std::env::var("COUNTERSIGN_FLIP_STEP").ok().and_then(|n| n.parse().ok());
    let copy = file.folder.path().join("copy.ledger");
    let (mut refused, mut silent) = (0, Vec::new());
    for at in (0..whole.len()).step_by(step.unwrap_or(17)) {
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&copy, &changed).unwrap();
        match told(&copy) {
            Ok(answer) if answer == right => {}
            Ok(_) => silent.push(at),
            Err(_) => refused += 1,
        }
        drop(fs::remove_file(file.folder.path().join("copy.ledger-wal")));
        drop(fs::remove_file(file.folder.path().join("copy.ledger-shm")));
    }
    assert!(silent.is_empty(), "another answer after a change at {silent:?}");
    assert!(refused > 50, "{refused} changes were noticed");
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    let file = File::with_a_run();
    let whole = fs::read(file.path()).unwrap();
    let copy = file.folder.path().join("copy.ledger");
    for length in (0..whole.len()).step_by(997) {
        fs::write(&copy, &whole[..length]).unwrap();
        let Err(error) = told(&copy) else {
            // SQLite fills up a last page that was cut, and this one was empty.
            assert!(length > whole.len() - 8192, "{length}");
            continue;
        };
        let codes = [Code::NOT_A_LEDGER, Code::LEDGER_DAMAGED];
        assert!(codes.contains(error.code()), "{length}: {error}");
        assert_eq!(fs::read(&copy).unwrap().len(), length);
    }
}
