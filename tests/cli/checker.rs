//! A checker of a ticket's folder that knows nothing of the engine: it reads the database, takes
//! the digests itself, and holds what callers were told against both.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::Connection;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What there is in the file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) status: String,
    pub(crate) version: i64,
    pub(crate) receipts: Vec<String>,
    pub(crate) spent: i64,
    /// Commits that were begun, from the events.
    pub(crate) begun: usize,
    pub(crate) events: usize,
}

/// Every answer that a caller got, over all processes, and what was charged when they got it.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    receipts: BTreeSet<String>,
    begun: usize,
    done: bool,
    fenced: bool,
}

/// Reads the file as it is, and checks what holds at any moment, whoever was killed when.
pub(crate) fn check(folder: &Path) -> Facts {
    let file = Connection::open(folder.join("ledger.sqlite3")).unwrap();
    let ticket = "SELECT status, version FROM tickets";
    let (status, version): (String, i64) =
        file.query_row(ticket, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let mut query = file.prepare("SELECT receipt FROM receipts").unwrap();
    let receipts: Vec<String> =
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let spent = file.query_row("SELECT count(*) FROM spent_approvals", [], |r| r.get(0)).unwrap();
    let bodies = check_chain(&file);
    let count = |word: &str| bodies.iter().filter(|body| body.contains(word)).count();

    // Effects: each adds one to the version; closed exactly where a receipt is.
    let effects = usize::try_from(version - 7).unwrap();
    assert!(effects <= 1, "{effects} effects");
    assert_eq!((receipts.len(), spent), (effects, i64::try_from(effects).unwrap()));
    assert_eq!(status == "CLOSED", effects == 1, "{status}, {effects} effects");
    assert_eq!(count("\"move\":{\"committed\":"), effects, "an event with each effect");
    for receipt in &receipts {
        let named: Value = serde_json::from_str(receipt).unwrap();
        assert!(bodies.iter().any(|body| body.contains(receipt.as_str())));
        assert!(bodies.iter().all(|body| !body.contains("\"reviewer\":\"desk-agent\"")));
        assert!(named["committed_at"].as_u64().unwrap() <= 1299);
    }
    let begun = count("\"move\":{\"commit_begun\":");
    assert!(effects <= begun && begun <= 2, "{begun} begun");
    Facts { status, version, receipts, spent, begun, events: bodies.len() }
}

/// Takes every digest of the chain from the bytes, with an encoding of its own.
fn check_chain(file: &Connection) -> Vec<String> {
    let sql = "SELECT r.tenant, r.run_id, e.revision, e.previous, e.digest, e.body
               FROM events AS e JOIN runs AS r USING (run_key) ORDER BY run_key, e.revision";
    let mut query = file.prepare(sql).unwrap();
    let mut rows = query.query([]).unwrap();
    let (mut head, mut bodies) = ([0; 32], Vec::new());
    while let Some(row) = rows.next().unwrap() {
        let (tenant, run_id): (String, String) = (row.get(0).unwrap(), row.get(1).unwrap());
        let revision: i64 = row.get(2).unwrap();
        let (previous, digest): ([u8; 32], [u8; 32]) = (row.get(3).unwrap(), row.get(4).unwrap());
        let body: String = row.get(5).unwrap();
        assert_eq!(usize::try_from(revision).unwrap(), bodies.len() + 1, "one run, no gap");
        assert_eq!(previous, head);
        let revision = revision.to_be_bytes();
        let pieces: [&[u8]; 6] = [
            b"countersign.event/v1",
            tenant.as_bytes(),
            run_id.as_bytes(),
            &revision,
            &previous,
            body.as_bytes(),
        ];
        let mut hash = Sha256::new();
        hash.update(6_u64.to_le_bytes());
        for piece in pieces {
            hash.update((piece.len() as u64).to_le_bytes());
            hash.update(piece);
        }
        let taken: [u8; 32] = hash.finalize().into();
        assert_eq!(taken, digest, "revision {}", bodies.len() + 1);
        head = digest;
        bodies.push(body);
    }
    bodies
}

impl Answers {
    /// Takes an answer in: none may turn round what an earlier one said.
    pub(crate) fn take(&mut self, folder: &Path, answer: &Value) {
        let facts = check(folder);
        assert!(facts.begun >= self.begun, "what was charged fell");
        self.begun = facts.begun;
        match answer["state"].as_str() {
            Some("DONE") => {
                assert!(!self.fenced, "done after it was fenced");
                self.done = true;
                self.receipts.insert(answer["receipt"].to_string());
                assert_eq!(self.receipts.len(), 1, "two receipts were told");
                let kept: Value = serde_json::from_str(&facts.receipts[0]).unwrap();
                assert_eq!(kept, answer["receipt"]);
            }
            other => {
                assert!(!self.done, "{other:?} after it was done");
                assert_eq!(answer["receipt"], Value::Null);
                self.fenced |= other == Some("FENCED");
            }
        }
    }
}

#[test]
fn the_checker_sees_what_it_is_there_for() {
    let desk = crate::support::Desk::new();
    let run = ["ticket", "run", "--scenario", "after-commit", "--out", "t"];
    let (_, answer) = desk.json(&run);
    Answers::default().take(&desk.path("t"), &answer);
    let edits = [
        "UPDATE tickets SET version = 9",
        "UPDATE tickets SET status = 'OPEN'",
        "DELETE FROM receipts",
        "DELETE FROM spent_approvals",
        "UPDATE events SET body = replace(body, '1000', '1001') WHERE revision = 6",
        "DELETE FROM events WHERE revision = 8",
        "DELETE FROM events WHERE revision = 9",
        "UPDATE receipts SET receipt = replace(receipt, '1000', '1001')",
    ];
    for edit in edits {
        let copy = tempfile::tempdir().unwrap();
        let path = copy.path().join("ledger.sqlite3");
        std::fs::copy(desk.path("t/ledger.sqlite3"), &path).unwrap();
        Connection::open(&path).unwrap().execute_batch(edit).unwrap();
        let seen = std::panic::catch_unwind(|| {
            Answers::default().take(copy.path(), &answer);
        });
        assert!(seen.is_err(), "{edit}");
    }
}
