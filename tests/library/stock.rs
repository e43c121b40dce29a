//! The stock, from files that are compiled here, outside of the library: what is taken, what is
//! refused, and what is never read.

use std::path::PathBuf;
use std::sync::Barrier;
use std::thread;

use countersign::controller::Controller;
use countersign::decision::{Authority, Decision, KeyState, Keyring, RootKey, Verdict};
use countersign::delivery::Delivery;
use countersign::id::{Audience, Issuer, KeyId};
use countersign::json::{Loose, MAX_INTEGER};
use countersign::ledger::SqliteLedger;
use countersign::planner::Baseline;
use countersign::{AnyRun, Attempt, Opening, Policy, Requester, Run, Tenant, resume};
use rusqlite::Connection;

use crate::stock_from_outside::{REVIEWER, Says, Stock, StockFact, StockLookup};
use crate::support::{run_id, tick};

pub(crate) const DEPOT: Tenant = Tenant::from_static("some-depot");
const OTHER: Tenant = Tenant::from_static("other-depot");
pub(crate) const THREE: &str = r#"{"warehouse":"WH-A","sku":"SKU-7","quantity":3}"#;

fn authority() -> Authority {
    let (issuer, audience) = (Issuer::new("inbox").unwrap(), Audience::new("depot").unwrap());
    let root = RootKey::from_bytes(&[7, 201, 33].repeat(11)[..32]).unwrap();
    let keyring = Keyring::new(issuer, audience);
    let keyring = keyring.with_key(KeyId::new("k-1").unwrap(), root, KeyState::Active).unwrap();
    Authority::new(keyring).unwrap()
}

/// A ledger with a stock in it.
pub(crate) struct Depot {
    folder: tempfile::TempDir,
}

impl Depot {
    pub(crate) fn empty() -> Depot {
        Depot { folder: tempfile::tempdir().unwrap() }
    }

    /// So much of SKU-7 in WH-A of the depot, of version 4, and at most 5 at once.
    fn with(available: i64) -> Depot {
        let depot = Depot::empty();
        depot.puts(&DEPOT, ("WH-A", "SKU-7"), (available, 4), 5);
        depot
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("ledger.sqlite3")
    }

    pub(crate) fn open(&self) -> SqliteLedger {
        SqliteLedger::open_with(self.path(), Stock::TABLES).unwrap()
    }

    pub(crate) fn puts(
        &self,
        tenant: &Tenant,
        (warehouse, sku): (&str, &str),
        (available, version): (i64, i64),
        largest: i64,
    ) {
        drop(self.open());
        let file = Connection::open(self.path()).unwrap();
        let place = (tenant.as_str(), warehouse, sku);
        let values = (place.0, place.1, place.2, available, version);
        file.execute("INSERT INTO stock VALUES (?1, ?2, ?3, ?4, ?5)", values).unwrap();
        let values = (place.0, place.1, place.2, largest);
        file.execute("INSERT INTO stock_rules VALUES (?1, ?2, ?3, ?4)", values).unwrap();
    }

    fn changes(&self, sql: &str) {
        Connection::open(self.path()).unwrap().execute_batch(sql).unwrap();
    }

    /// Available and version, as a reader finds them who knows nothing of the engine.
    fn look_at(&self, tenant: &Tenant, warehouse: &str) -> (i64, i64) {
        let file = Connection::open(self.path()).unwrap();
        let sql = "SELECT available, version FROM stock
                   WHERE tenant = ?1 AND warehouse = ?2 AND sku = 'SKU-7'";
        let values = (tenant.as_str(), warehouse);
        file.query_row(sql, values, |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
    }

    fn look(&self) -> (i64, i64) {
        self.look_at(&DEPOT, "WH-A")
    }

    fn receipts(&self) -> i64 {
        let file = Connection::open(self.path()).unwrap();
        file.query_row("SELECT count(*) FROM receipts", [], |row| row.get(0)).unwrap()
    }

    fn opened(&self, id: &str, request: &str) -> AnyRun<Stock> {
        let opening = Opening {
            tenant: DEPOT,
            run_id: run_id(id),
            requester: Requester::new("depot-agent").unwrap(),
            policy: Policy { review_ttl: 10, ..Policy::default() },
            overrides: None,
        };
        let opened =
            Run::open(&Stock::default(), opening, &Loose::parse(request).unwrap()).unwrap();
        opened.save_any(&mut self.open()).unwrap()
    }

    /// As far as it comes without a person, with this source.
    fn read_with(
        &self,
        (id, request): (&str, &str),
        source: &mut dyn FnMut(Attempt<'_, Stock>) -> countersign::Answer<Stock>,
    ) -> AnyRun<Stock> {
        let run = self.opened(id, request);
        let (domain, planner, now) = (&Stock::default(), &mut Baseline, tick(5));
        Controller { domain, planner, source, now }.drive(run, &mut self.open()).unwrap()
    }

    pub(crate) fn read(&self, id: &str, request: &str) -> AnyRun<Stock> {
        let mut file = SqliteLedger::open_read_only(self.path()).unwrap();
        self.read_with((id, request), &mut |attempt| Stock::look_up(&mut file, attempt))
    }

    /// Read, drafted, and agreed to.
    fn approved(&self, id: &str, request: &str) {
        let AnyRun::AtReview(review) = self.read(id, request) else { panic!("no draft") };
        let signed = authority().sign(&Decision {
            card: &review.card(),
            verdict: Verdict::ApproveCommit,
            reviewer: REVIEWER,
            decided_at: tick(6),
            valid_through: tick(12),
        });
        let authority = authority();
        let signed = signed.unwrap();
        let approval =
            signed.verify_commit(authority.keyring(), &review, &Stock::default(), tick(6)).unwrap();
        let approved = review.approve(approval, &Stock::default()).unwrap();
        drop(approved.save(&mut self.open()).unwrap().unwrap());
    }

    fn found(&self, id: &str) -> AnyRun<Stock> {
        resume(&mut self.open(), &DEPOT, &run_id(id)).unwrap().unwrap()
    }

    fn deliver(&self, run: AnyRun<Stock>) -> AnyRun<Stock> {
        let authority = authority();
        let (keyring, clock) = (authority.keyring(), || tick(8));
        let delivery = Delivery { domain: &Stock::default(), keyring, clock: &clock };
        delivery.deliver(run, &mut self.open()).unwrap()
    }

    pub(crate) fn carried_out(&self, id: &str, request: &str) -> AnyRun<Stock> {
        self.approved(id, request);
        self.deliver(self.found(id))
    }
}

fn code(run: &AnyRun<Stock>) -> &str {
    match run {
        AnyRun::AtStopped(stopped) => stopped.stop_reason().code.as_str(),
        other => other.phase(),
    }
}

#[test]
fn the_quantity_is_a_whole_number_from_1_to_a_million() {
    let request =
        |quantity: &str| format!(r#"{{"warehouse":"WH-A","sku":"SKU-7","quantity":{quantity}}}"#);
    let depot = Depot::with(10);
    for (number, good) in ["1", "3", "1000000"].into_iter().enumerate() {
        let run = depot.opened(&format!("good-{number}"), &request(good));
        assert_eq!(code(&run), "VALIDATED", "{good}");
    }
    let too_many = ["9007199254740991", "9007199254740992", "18446744073709551616", "1e400"];
    let wrong = ["0", "1000001", "-1", "-3", "3.0", "3.5", "3e0", "-0", r#""3""#, "null", "[3]"];
    let twice = [r#"3,"quantity":3"#, r#"3,"qu\u0061ntity":4"#, r#"3,"tenant":"other-depot""#];
    let bad = too_many.into_iter().chain(wrong).chain(twice);
    for (number, bad) in bad.enumerate() {
        let run = depot.opened(&format!("bad-{number}"), &request(bad));
        assert_eq!(code(&run), "invalid_request", "{bad}");
    }
    for (number, name) in ["", "two words", "WH-A\u{200b}"].into_iter().enumerate() {
        for other in [("WH-A", name), (name, "SKU-7")] {
            let request =
                format!(r#"{{"warehouse":"{}","sku":"{}","quantity":3}}"#, other.0, other.1);
            let run = depot.opened(&format!("name-{number}-{}", other.0.len()), &request);
            assert_eq!(code(&run), "invalid_request", "{other:?}");
        }
    }
}

#[test]
fn no_more_is_drafted_than_is_there_nor_than_the_rule_allows() {
    // Available, the rule, and what comes of three.
    for (available, largest, expected) in [
        (3, 3, "REVIEW"),
        (2, 3, "insufficient_stock"),
        (0, 3, "insufficient_stock"),
        (3, 2, "rule_exceeded"),
        (10, 0, "rule_exceeded"),
        (2, 2, "insufficient_stock"),
    ] {
        let depot = Depot::empty();
        depot.puts(&DEPOT, ("WH-A", "SKU-7"), (available, 4), largest);
        let run = depot.read("op-1", THREE);
        assert_eq!(code(&run), expected, "{available} there, {largest} at most");
        assert_eq!(run.draft_content().is_some(), expected == "REVIEW");
        assert_eq!(depot.look(), (available, 4));
    }
}

#[test]
fn what_is_there_can_be_taken_to_the_last_piece() {
    let depot = Depot::with(3);
    let done = depot.carried_out("op-1", THREE);
    assert_eq!((code(&done), depot.look(), depot.receipts()), ("COMMITTED", (0, 5), 1));
    assert_eq!(code(&depot.read("op-2", THREE)), "insufficient_stock");
}

#[test]
fn facts_of_another_warehouse_or_of_another_sku_are_never_used() {
    let depot = Depot::with(10);
    depot.puts(&DEPOT, ("WH-B", "SKU-7"), (500, 4), 500);
    for (number, (warehouse, sku)) in
        [("WH-B", "SKU-7"), ("WH-A", "SKU-8"), ("wh-a", "SKU-7")].into_iter().enumerate()
    {
        // Either of the two answers.
        for about in [StockLookup::Stock, StockLookup::Rule] {
            let mut file = SqliteLedger::open_read_only(depot.path()).unwrap();
            let run = depot.read_with((&format!("op-{number}-{about:?}"), THREE), &mut |attempt| {
                if attempt.lookup() != about {
                    return Stock::look_up(&mut file, attempt);
                }
                let says = match about {
                    StockLookup::Stock => Says::Stock { available: 500, version: 4 },
                    StockLookup::Rule => Says::Rule { largest: 500 },
                };
                attempt.found(StockFact { warehouse: warehouse.into(), sku: sku.into(), says })
            });
            assert_eq!(code(&run), "invalid_observation", "{warehouse} {sku}");
        }
    }
    // Nor an answer to the other question.
    let run = depot.read_with(("op-swapped", THREE), &mut |attempt| {
        let says = match attempt.lookup() {
            StockLookup::Stock => Says::Rule { largest: 500 },
            StockLookup::Rule => Says::Stock { available: 500, version: 4 },
        };
        attempt.found(StockFact { warehouse: "WH-A".into(), sku: "SKU-7".into(), says })
    });
    assert_eq!(code(&run), "invalid_observation");
}

#[test]
fn one_warehouse_is_deducted_and_no_other() {
    let depot = Depot::with(10);
    depot.puts(&DEPOT, ("WH-B", "SKU-7"), (10, 4), 5);
    depot.puts(&DEPOT, ("WH-A", "SKU-8"), (10, 4), 5);
    assert_eq!(code(&depot.carried_out("op-1", THREE)), "COMMITTED");
    assert_eq!((depot.look(), depot.look_at(&DEPOT, "WH-B")), ((7, 5), (10, 4)));
    let file = Connection::open(depot.path()).unwrap();
    let sum = "SELECT sum(available) FROM stock";
    assert_eq!(file.query_row(sum, [], |row| row.get::<_, i64>(0)).unwrap(), 27);
}

#[test]
fn another_tenants_stock_is_neither_read_nor_deducted() {
    let depot = Depot::empty();
    depot.puts(&OTHER, ("WH-A", "SKU-7"), (10, 4), 5);
    let run = depot.read("op-1", THREE);
    assert_eq!(code(&run), "no_authorized_resource");
    // With a stock of its own beside it, of the same version.
    depot.puts(&DEPOT, ("WH-A", "SKU-7"), (3, 4), 5);
    assert_eq!(code(&depot.carried_out("op-2", THREE)), "COMMITTED");
    assert_eq!((depot.look(), depot.look_at(&OTHER, "WH-A")), ((0, 5), (10, 4)));
    // What the other has does not make up for what is not there.
    assert_eq!(code(&depot.read("op-3", THREE)), "insufficient_stock");
    // A rule of one's own is needed as well.
    depot.changes("DELETE FROM stock_rules WHERE tenant = 'some-depot'");
    assert_eq!(code(&depot.read("op-4", THREE)), "no_authorized_resource");
}

#[test]
fn what_moved_after_the_approval_is_not_taken_from() {
    for (change, after) in [
        // There is enough, and even more; it is not what was read.
        ("UPDATE stock SET available = 12, version = 5", Some((12, 5))),
        ("UPDATE stock SET version = 3", Some((10, 3))),
        // Taken by somebody who does not count versions.
        ("UPDATE stock SET available = 2", Some((2, 4))),
        ("UPDATE stock SET tenant = 'other-depot'", None),
        ("DELETE FROM stock", None),
    ] {
        let depot = Depot::with(10);
        depot.approved("op-1", THREE);
        depot.changes(change);
        let stopped = depot.deliver(depot.found("op-1"));
        assert_eq!(code(&stopped), "state_changed", "{change}");
        assert_eq!(depot.receipts(), 0, "{change}");
        if let Some(after) = after {
            assert_eq!(depot.look(), after, "{change}");
        }
    }
}

/// Two operations that were both agreed to, when there was enough for either.
/// The rule is for drafts: who approved has seen what it allowed.
#[test]
fn a_rule_that_is_lowered_after_the_approval_stops_new_drafts_and_nothing_else() {
    let depot = Depot::with(10);
    depot.approved("op-1", THREE);
    depot.changes("UPDATE stock_rules SET largest = 1");
    assert_eq!(code(&depot.deliver(depot.found("op-1"))), "COMMITTED");
    assert_eq!((depot.look(), depot.receipts()), ((7, 5), 1));
    assert_eq!(code(&depot.read("op-2", THREE)), "rule_exceeded");
}

fn race(available: i64) -> (Depot, Vec<String>) {
    let depot = Depot::with(available);
    for id in ["op-1", "op-2"] {
        depot.approved(id, THREE);
    }
    let start = Barrier::new(2);
    let mut ends: Vec<String> = thread::scope(|scope| {
        let one = |id| {
            let run = depot.found(id);
            start.wait();
            code(&depot.deliver(run)).to_owned()
        };
        let workers: Vec<_> = ["op-1", "op-2"].map(|id| scope.spawn(move || one(id))).into();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    ends.sort();
    (depot, ends)
}

#[test]
fn of_two_operations_for_the_last_pieces_one_gets_them() {
    for _ in 0..10 {
        let (depot, ends) = race(3);
        assert_eq!(ends, ["COMMITTED", "state_changed"]);
        assert_eq!((depot.look(), depot.receipts()), ((0, 5), 1));
    }
    // Where there is enough for both, the second has still read another stock than there is.
    let (depot, ends) = race(10);
    assert_eq!(ends, ["COMMITTED", "state_changed"]);
    assert_eq!((depot.look(), depot.receipts()), ((7, 5), 1));
}

#[test]
fn an_operation_that_two_processes_hold_is_deducted_once() {
    let depot = Depot::with(10);
    depot.approved("op-1", THREE);
    let (first, late) = (depot.found("op-1"), depot.found("op-1"));
    let AnyRun::AtApprovedForCommit(first) = first else { panic!("{first:?}") };
    let begun =
        first.begin_commit(&Stock::default(), tick(7)).unwrap().save(&mut depot.open()).unwrap();
    let begun_elsewhere = depot.found("op-1");
    let done = depot.deliver(begun.unwrap().into());
    // One that found it begun is given the same receipt.
    let again = depot.deliver(begun_elsewhere);
    let (AnyRun::AtCommitted(done), AnyRun::AtCommitted(again)) = (done, again) else {
        panic!("both have ended");
    };
    assert_eq!(done.commit_receipt(), again.commit_receipt());
    // One that found it approved is told that somebody was first, and then, that it is done.
    let authority = authority();
    let (keyring, clock) = (authority.keyring(), || tick(8));
    let delivery = Delivery { domain: &Stock::default(), keyring, clock: &clock };
    let error = countersign::Error::from(delivery.deliver(late, &mut depot.open()).unwrap_err());
    assert_eq!(error.code().as_str(), "revision_conflict");
    assert_eq!(code(&depot.deliver(depot.found("op-1"))), "COMMITTED");
    assert_eq!((depot.look(), depot.receipts()), ((7, 5), 1));
}

#[test]
fn numbers_that_not_every_reader_keeps_are_not_believed() {
    let largest = i64::try_from(MAX_INTEGER).unwrap();
    // Available, version, the rule, and what comes of three.
    for (available, version, rule, expected) in [
        (largest, 4, largest, "COMMITTED"),
        (largest + 1, 4, 5, "invalid_observation"),
        (i64::MAX, 4, 5, "invalid_observation"),
        (10, 4, largest + 1, "invalid_observation"),
        (10, 4, i64::MAX, "invalid_observation"),
        (10, 0, 5, "COMMITTED"),
        (10, largest - 1, 5, "COMMITTED"),
        // The version after it could not be read any more.
        (10, largest, 5, "invalid_observation"),
        (10, largest + 1, 5, "invalid_observation"),
        (10, i64::MAX, 5, "invalid_observation"),
        // A source that is broken is asked again, and then no more.
        (10, -1, 5, "attempts_exhausted"),
        (10, i64::MIN, 5, "attempts_exhausted"),
        (10, 4, -1, "lookup_budget_exhausted"),
    ] {
        let depot = Depot::empty();
        depot.puts(&DEPOT, ("WH-A", "SKU-7"), (available, version), rule);
        let row = format!("{available} of version {version}, at most {rule}");
        if expected == "COMMITTED" {
            assert_eq!(code(&depot.carried_out("op-1", THREE)), expected, "{row}");
            assert_eq!(depot.look(), (available - 3, version + 1), "{row}");
        } else {
            assert_eq!(code(&depot.read("op-1", THREE)), expected, "{row}");
            assert_eq!(depot.look(), (available, version), "{row}");
        }
    }
}

#[test]
fn a_million_is_taken_where_it_is_there_and_allowed() {
    let depot = Depot::empty();
    depot.puts(&DEPOT, ("WH-A", "SKU-7"), (1_000_000, 4), 1_000_000);
    let request = r#"{"warehouse":"WH-A","sku":"SKU-7","quantity":1000000}"#;
    assert_eq!(code(&depot.carried_out("op-1", request)), "COMMITTED");
    assert_eq!(depot.look(), (0, 5));
}

#[cfg(feature = "exercises")]
#[test]
fn the_scenarios_come_to_the_same_from_outside() {
    use countersign::RunId;
    use countersign::domains::Named;
    use countersign::ledger::Ledger;

    use crate::stock_from_outside::{Scenario, TENANT, exercise};
    for &scenario in Scenario::ALL {
        let folder = tempfile::tempdir().unwrap();
        let outcome = exercise().run(folder.path(), scenario.staging().unwrap()).unwrap();
        assert!(outcome.exercised, "{outcome:?}");
        let mut ledger =
            SqliteLedger::open_read_only(folder.path().join("ledger.sqlite3")).unwrap();
        let runs: Vec<RunId> = ledger.runs(&TENANT).unwrap();
        assert_eq!(runs, [run_id("op-reserve-7")]);
    }
}
