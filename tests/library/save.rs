//! Saving: once, however often it is tried; and never over a rival.

use countersign::domains::museum::{self, Museum, Question};
use countersign::event::SavedEvent;
use countersign::ledger::{Database, Ledger, LedgerError, Mark, Memory, MemoryLedger, TxError};
use countersign::{Code, Policy, RunId, Tenant, resume};

use crate::support::*;

/// A ledger whose commits fail as a disk would make them: the answer is lost, before or after.
struct Flaky {
    inner: MemoryLedger,
    /// What the next commits do.
    script: Vec<Commit>,
}

#[derive(Clone, Copy)]
enum Commit {
    Works,
    FailsBefore,
    SavedButAnswerLost,
    NotSavedAndAnswerLost,
}

impl Flaky {
    fn new(script: &[Commit]) -> Flaky {
        let mut script = script.to_vec();
        script.reverse();
        Flaky { inner: MemoryLedger::new(), script }
    }

    fn events(&mut self) -> Vec<SavedEvent> {
        self.inner.events(&museum::TENANT, &run_id("R-1")).unwrap()
    }
}

impl Ledger for Flaky {
    type Db = Memory;

    fn transact<R>(
        &mut self,
        body: impl FnOnce(&mut <Memory as Database>::Tx<'_>) -> Result<R, LedgerError>,
    ) -> Result<R, TxError> {
        let lost = || TxError::AtCommit(LedgerError::new(Code::COMMIT_UNKNOWN, "answer lost"));
        match self.script.pop().unwrap_or(Commit::Works) {
            Commit::Works => self.inner.transact(body),
            Commit::FailsBefore => {
                Err(TxError::Before(LedgerError::new(Code::LEDGER_BUSY, "held by another")))
            }
            Commit::SavedButAnswerLost => self.inner.transact(body).and(Err(lost())),
            Commit::NotSavedAndAnswerLost => Err(lost()),
        }
    }

    fn events(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Vec<SavedEvent>, LedgerError> {
        self.inner.events(tenant, run_id)
    }

    fn receipt(&mut self, tenant: &Tenant, id: &RunId) -> Result<Option<String>, LedgerError> {
        self.inner.receipt(tenant, id)
    }

    fn marked(&mut self, tenant: &Tenant, mark: Mark<'_>) -> Result<Option<RunId>, LedgerError> {
        self.inner.marked(tenant, mark)
    }

    fn reconnect(&mut self) {
        self.inner.reconnect();
    }

    fn runs(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        self.inner.runs(tenant)
    }

    fn pending(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        self.inner.pending(tenant)
    }

    fn tenants(&mut self) -> Result<Vec<Tenant>, LedgerError> {
        self.inner.tenants()
    }
}

#[test]
fn what_was_to_follow_a_stop_is_not_made() {
    let mut ledger = MemoryLedger::new();
    let card = museum::Card::read(r#"{"request_id":"R-1"}"#).unwrap();
    let opening = Museum::default().open(&card, Policy::default()).unwrap();
    let stopped = opening.then_reserve(Question::Catalogue).save(&mut ledger).unwrap();
    assert_eq!(stopped.unwrap_err().stop_reason().code, Code::INVALID_REQUEST);
    assert_eq!(ledger.events(&museum::TENANT, &run_id("R-1")).unwrap().len(), 1);
}

#[test]
fn a_save_that_failed_can_be_tried_again_until_it_is_there_once() {
    use Commit::{FailsBefore, NotSavedAndAnswerLost, SavedButAnswerLost};
    let scripts: [&[Commit]; 4] = [
        &[FailsBefore],
        &[SavedButAnswerLost],
        &[NotSavedAndAnswerLost, NotSavedAndAnswerLost],
        &[NotSavedAndAnswerLost, SavedButAnswerLost, FailsBefore],
    ];
    for script in scripts {
        let mut ledger = Flaky::new(script);
        let opening = Museum::default().open(&card("R-1"), Policy::default()).unwrap();
        let mut unsaved = opening.then_reserve(Question::Catalogue);
        for _ in script {
            unsaved = *unsaved.save(&mut ledger).unwrap_err().unsaved;
        }
        let run = unsaved.save(&mut ledger).unwrap().unwrap();
        assert_eq!(run.revision(), 2);
        assert_eq!(ledger.events().len(), 2, "both events are there, and once");
    }
}

#[test]
fn nothing_is_handed_out_for_a_save_that_failed() {
    let mut ledger = Flaky::new(&[Commit::FailsBefore]);
    let opening = Museum::default().open(&card("R-1"), Policy::default()).unwrap();
    let not_saved = opening.save(&mut ledger).unwrap_err();
    assert_eq!(not_saved.error.code(), &Code::LEDGER_BUSY);
    drop(not_saved);
    assert!(ledger.events().is_empty());
    let nothing = resume::<Museum, _>(&mut ledger, &museum::TENANT, &run_id("R-1")).unwrap();
    assert!(nothing.is_none());
}

/// Both make the very same event; only one of them may go on and read.
#[test]
fn a_rival_with_the_same_event_is_a_conflict() {
    let mut ledger = MemoryLedger::new();
    let open = || Museum::default().open(&card("R-1"), Policy::default()).unwrap();
    let (mine, theirs) = (open(), open());
    drop(theirs.save(&mut ledger).unwrap().unwrap());
    let not_saved = mine.save(&mut ledger).unwrap_err();
    assert!(not_saved.error.is_revision_conflict());
    // Trying again does not make it mine.
    assert!(not_saved.unsaved.save(&mut ledger).unwrap_err().error.is_revision_conflict());
}

#[test]
fn b05_approve_against_reject_has_one_winner() {
    for approve_first in [true, false] {
        let mut ledger = MemoryLedger::new();
        let museum = Museum::default();
        let mine = review(&mut ledger, "R-1");
        let again = resume(&mut ledger, &museum::TENANT, &run_id("R-1")).unwrap().unwrap();
        let theirs = again.narrow::<countersign::phase::Review>().unwrap();
        let yes = decision(&mine, 6).admit_approval(&mine, &museum).unwrap();
        let no = decision(&theirs, 6).admit_rejection(&theirs, &museum).unwrap();
        let yes = mine.approve(yes, &museum).unwrap();
        let no = theirs.reject(no, &museum).unwrap();
        let loser = if approve_first {
            drop(yes.save(&mut ledger).unwrap().unwrap());
            no.save(&mut ledger).unwrap_err().error
        } else {
            drop(no.save(&mut ledger).unwrap().unwrap());
            yes.save(&mut ledger).unwrap_err().error
        };
        assert!(loser.is_revision_conflict());
        let phase = if approve_first { "APPROVED_FOR_SIMULATION" } else { "REJECTED" };
        let run = resume::<Museum, _>(&mut ledger, &museum::TENANT, &run_id("R-1"));
        assert_eq!(run.unwrap().unwrap().phase(), phase);
    }
}

#[test]
fn f10_a_run_can_not_be_carried_into_another_ledger() {
    let (mut here, mut there) = (MemoryLedger::new(), MemoryLedger::new());
    let run = validated(&mut here, "R-1");
    let not_saved = run.reserve(Question::Catalogue).save(&mut there).unwrap_err();
    assert!(not_saved.error.is_revision_conflict());
    // Nor where that ledger has a run of the same name.
    let mut opened_by_another = MemoryLedger::new();
    let other = Museum::default().open(
        &museum::Card::read(
            r#"{"request_id":"R-1","exhibit_id":"EX-101","observed_year":1904,"note":""}"#,
        )
        .unwrap(),
        Policy::default(),
    );
    drop(other.unwrap().save(&mut opened_by_another).unwrap().unwrap());
    assert!(not_saved.unsaved.save(&mut opened_by_another).is_err());
}

#[test]
fn what_a_transaction_wrote_is_gone_where_it_failed() {
    let mut ledger = MemoryLedger::new();
    simulated(&mut ledger, "R-1").unwrap();
    let events = ledger.events(&museum::TENANT, &run_id("R-1")).unwrap();
    let mut other = MemoryLedger::new();
    let failed: Result<(), _> = other.transact(|tx| {
        use countersign::ledger::LedgerTx as _;
        tx.append(&museum::TENANT, &run_id("R-1"), &events[0], [0; 16])?;
        Err(LedgerError::new(Code::LEDGER_FAILED, "the disk is full"))
    });
    assert!(matches!(failed, Err(TxError::Before(_))));
    assert!(other.tenants().unwrap().is_empty());
}
