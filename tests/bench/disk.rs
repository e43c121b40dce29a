//! The embedded ledger on disk, each figure a ratio within one run of this program, since the
//! times themselves drift with the disk.
//!
//! `cargo bench --bench disk`; `COUNTERSIGN_BENCH_RUNS` sets the size of the large ledger.
#![allow(clippy::unwrap_used, clippy::panic, clippy::cast_precision_loss)]

mod run;

use std::path::Path;
use std::time::{Duration, Instant};

use countersign::domains::museum::{self, Museum};
use countersign::event::SavedEvent;
use countersign::ledger::{Ledger, LedgerTx, MemoryLedger, SqliteLedger};
use countersign::{RunId, resume};
use run::{card, run};
use rusqlite::{Connection, TransactionBehavior, params};

fn main() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    against_a_bare_program(folder.path());
    resume_from_a_small_and_a_large_ledger(folder.path());
}

fn events_of_a_run(number: usize) -> Vec<SavedEvent> {
    let mut ledger = MemoryLedger::new();
    run(&Museum::default(), &card(number), &mut ledger);
    ledger.events(&museum::TENANT, card(number).run_id()).unwrap()
}

/// The same number of transactions, with the same rows in them, and nothing else.
struct Bare(Connection);

impl Bare {
    fn open(path: &Path) -> Bare {
        let db = Connection::open(path).unwrap();
        db.pragma_update(None, "journal_mode", "WAL").unwrap();
        db.pragma_update(None, "synchronous", "FULL").unwrap();
        db.execute_batch(
            "CREATE TABLE runs(run_key INTEGER PRIMARY KEY, tenant TEXT, run_id TEXT,
                 revision INTEGER, head BLOB, token BLOB, UNIQUE(tenant, run_id)) STRICT;
             CREATE TABLE events(run_key INTEGER, revision INTEGER, previous BLOB, digest BLOB,
                 body TEXT, PRIMARY KEY(run_key, revision)) STRICT, WITHOUT ROWID;",
        )
        .unwrap();
        Bare(db)
    }

    fn run(&mut self, number: usize, events: &[SavedEvent]) {
        let (opening, rest) = events.split_at(2);
        self.transaction(number, opening);
        for event in rest {
            self.transaction(number, std::slice::from_ref(event));
        }
    }

    fn transaction(&mut self, number: usize, events: &[SavedEvent]) {
        let tx = self.0.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
        for event in events {
            let key = i64::try_from(number).unwrap();
            let (previous, digest) = (event.previous.as_bytes(), event.digest.as_bytes());
            let revision = i64::try_from(event.revision).unwrap();
            tx.prepare_cached(
                "INSERT INTO runs(run_key, tenant, run_id, revision, head, token)
                 VALUES (?1, 'north-quay', ?2, ?3, ?4, zeroblob(16))
                 ON CONFLICT(run_key) DO UPDATE SET revision = ?3, head = ?4",
            )
            .unwrap()
            .execute(params![key, format!("R-{number}"), revision, digest])
            .unwrap();
            tx.prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5)")
                .unwrap()
                .execute(params![key, revision, previous, digest, event.body])
                .unwrap();
        }
        tx.commit().unwrap();
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn against_a_bare_program(folder: &Path) {
    const BLOCKS: usize = 21;
    const RUNS: usize = 40;
    let museum = Museum::default();
    let events = events_of_a_run(1);
    let mut ledger = SqliteLedger::open(folder.join("ours.ledger")).unwrap();
    let mut bare = Bare::open(&folder.join("bare.sqlite3"));
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    // Block by block in turn, so that a disk that changes its mind changes it for both; the first
    // block warms up.
    for block in 0..=BLOCKS {
        let numbers = block * RUNS + 1..=(block + 1) * RUNS;
        let our_time = timed(|| numbers.clone().for_each(|n| run(&museum, &card(n), &mut ledger)));
        let their_time = timed(|| numbers.for_each(|n| bare.run(n, &events)));
        if block > 0 {
            ours.push(our_time);
            theirs.push(their_time);
        }
    }
    let (ours, theirs) = (median(ours), median(theirs));
    let per_run = |time: Duration| time.as_secs_f64() * 1e3 / RUNS as f64;
    println!(
        "validated to simulated on SQLite: {:.3} ms a run; a bare program: {:.3} ms; rate {:.2} of the bare program's",
        per_run(ours),
        per_run(theirs),
        theirs.as_secs_f64() / ours.as_secs_f64()
    );
}

fn resume_from_a_small_and_a_large_ledger(folder: &Path) {
    let large = std::env::var("COUNTERSIGN_BENCH_RUNS").ok().and_then(|n| n.parse().ok());
    let (small, large) = (100, large.unwrap_or(100_000));
    let (mut in_small, mut in_large) =
        (filled(&folder.join("small.ledger"), small), filled(&folder.join("large.ledger"), large));
    let (mut times_small, mut times_large) = (Vec::new(), Vec::new());
    for round in 0..2_000 {
        times_small.push(timed(|| resume_one(&mut in_small, round % small + 1)));
        times_large.push(timed(|| resume_one(&mut in_large, round * 7_919 % large + 1)));
    }
    let (one, other) = (median(times_small), median(times_large));
    println!(
        "resume of one run: {one:?} among {small} runs, {other:?} among {large}; {:.2} times",
        other.as_secs_f64() / one.as_secs_f64()
    );
}

/// A ledger of finished runs, written a thousand to a transaction.
fn filled(path: &Path, runs: usize) -> SqliteLedger {
    let mut ledger = SqliteLedger::open(path).unwrap();
    let numbers: Vec<usize> = (1..=runs).collect();
    for thousand in numbers.chunks(1_000) {
        let written = ledger.transact(|tx| {
            for number in thousand {
                for event in events_of_a_run(*number) {
                    tx.append(&museum::TENANT, card(*number).run_id(), &event, [0; 16])?;
                }
            }
            Ok(())
        });
        written.unwrap();
    }
    ledger
}

fn resume_one(ledger: &mut SqliteLedger, number: usize) {
    let run_id = RunId::new(&format!("R-{number}")).unwrap();
    let run = resume::<Museum, _>(ledger, &museum::TENANT, &run_id).unwrap().unwrap();
    assert_eq!(run.phase(), "SIMULATED");
}
