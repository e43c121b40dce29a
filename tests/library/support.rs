//! What the tests of the library share: the museum, its cards, and short ways through the phases.

use countersign::domains::museum::{self, Card, Museum, Question};
use countersign::event::SavedEvent;
use countersign::json::{Json, JsonError, Loose};
use countersign::ledger::{Ledger, LedgerError, Mark, Memory, MemoryTx, TxError};
use countersign::phase::{ApprovedForSimulation, InFlight, LookedUp, Review, Validated};
use countersign::{Code, Error, FixtureDecision, Observed, Policy, Run, RunId, Tenant, Tick};

pub(crate) fn tick(tick: u64) -> Tick {
    Tick::new(tick).unwrap()
}

pub(crate) fn run_id(id: &str) -> RunId {
    RunId::new(id).unwrap()
}

pub(crate) fn card(id: &str) -> Card {
    let card = format!(
        r#"{{"request_id":"{id}","exhibit_id":"EX-204","observed_year":1930,"note":"a note"}}"#
    );
    Card::read(&card).unwrap()
}

pub(crate) fn validated<L: Ledger>(ledger: &mut L, id: &str) -> Run<Museum, Validated> {
    let opening = Museum::default().open(&card(id), Policy::default()).unwrap();
    opening.save(ledger).unwrap().unwrap()
}

pub(crate) fn in_flight<L: Ledger>(ledger: &mut L, id: &str) -> Run<Museum, InFlight> {
    validated(ledger, id).reserve(Question::Catalogue).save(ledger).unwrap().unwrap()
}

pub(crate) fn looked_up<L: Ledger>(ledger: &mut L, id: &str) -> Run<Museum, LookedUp> {
    let mut in_flight = in_flight(ledger, id);
    let answer = Museum::default().look_up(in_flight.attempt().unwrap());
    match in_flight.observe(answer).unwrap().save(ledger).unwrap().unwrap() {
        Observed::Complete(looked_up) => looked_up,
        Observed::MoreToRead(_) => panic!("the fact is there"),
    }
}

pub(crate) fn review<L: Ledger>(ledger: &mut L, id: &str) -> Run<Museum, Review> {
    let drafting = looked_up(ledger, id).draft(&Museum::default(), tick(5)).unwrap();
    drafting.save(ledger).unwrap().unwrap()
}

pub(crate) fn decision(review: &Run<Museum, Review>, at: u64) -> FixtureDecision {
    FixtureDecision {
        reviewer: museum::FIXTURE_REVIEWER,
        draft_digest: review.draft_digest(),
        revision: review.revision(),
        decided_at: tick(at),
    }
}

pub(crate) fn approved<L: Ledger>(ledger: &mut L, id: &str) -> Run<Museum, ApprovedForSimulation> {
    let (museum, review) = (Museum::default(), review(ledger, id));
    let approval = decision(&review, 6).admit_approval(&review, &museum).unwrap();
    review.approve(approval, &museum).unwrap().save(ledger).unwrap().unwrap()
}

pub(crate) fn simulated<L: Ledger>(ledger: &mut L, id: &str) -> Result<(), Error> {
    let _run = approved(ledger, id).simulate(&Museum::default(), tick(6))?.save(ledger)??;
    Ok(())
}

/// The body of a drafted event as it was before cards had a second form: with a text that names no
/// digest, so that a test can change a draft and have its text fit again.
pub(crate) fn in_first_form(body: &str) -> String {
    let (before, end) = body.split_once("args digest ").unwrap();
    let (_, after) = end.split_once(r"nothing left out\n").unwrap();
    format!("{before}{after}").replace(r#""card":"v2","#, "").replace("| the value: ", "| value: ")
}

/// The events of run R-1 as somebody left them who has the file and no scruples.
pub(crate) struct Planted(pub(crate) Vec<SavedEvent>);

impl Ledger for Planted {
    type Db = Memory;

    fn transact<R>(
        &mut self,
        _: impl FnOnce(&mut MemoryTx<'_>) -> Result<R, LedgerError>,
    ) -> Result<R, TxError> {
        Err(TxError::Before(LedgerError::new(Code::LEDGER_READ_ONLY, "to be looked at")))
    }

    fn events(&mut self, _: &Tenant, _: &RunId) -> Result<Vec<SavedEvent>, LedgerError> {
        Ok(self.0.clone())
    }

    fn receipt(&mut self, _: &Tenant, _: &RunId) -> Result<Option<String>, LedgerError> {
        Ok(None)
    }

    fn marked(&mut self, _: &Tenant, _: Mark<'_>) -> Result<Option<RunId>, LedgerError> {
        Ok(None)
    }

    fn reconnect(&mut self) {}

    fn runs(&mut self, _: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        Ok(vec![run_id("R-1")])
    }

    fn pending(&mut self, _: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        Ok(Vec::new())
    }

    fn tenants(&mut self) -> Result<Vec<Tenant>, LedgerError> {
        Ok(vec![museum::TENANT])
    }
}

/// What a request says, and its first flaw.
pub(crate) fn with_flaw(text: &str) -> Result<(Json, Option<JsonError>), JsonError> {
    Loose::parse(text).map(|Loose { json, flaw, .. }| (json, flaw))
}

/// The version of a ledger's tables, from the file's header.
#[cfg(feature = "sqlite")]
pub(crate) fn schema_version(path: &std::path::Path) -> i64 {
    let file = rusqlite::Connection::open(path).unwrap();
    file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

/// That of a new ledger: no test spells it, so that a new one is one place to change.
#[cfg(feature = "sqlite")]
pub(crate) fn newest_schema_version() -> i64 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.ledger");
    drop(countersign::ledger::SqliteLedger::open(&path).unwrap());
    schema_version(&path)
}
