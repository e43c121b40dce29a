//! A domain for trying ledgers with: it proposes the text that it is given, and its effect is what
//! the example says.

use crate::conformance::ledger::LedgerExample;
use crate::conformance::report::{Standing, broken};
use crate::conformance::trial::{DRAFTED, REQUESTER};
use crate::decision::FixtureDecision;
use crate::domain::{Commit, Domain, Effectful, Facts, Lookup, NoDraft, NoEffect, Rehearsal};
use crate::event::SavedEvent;
use crate::id::{Reviewer, RunId, SourceVersion, Tenant};
use crate::json::{Canonical, Loose};
use crate::ledger::{Database, Ledger, LedgerError, LedgerTx, MemoryLedger, Token, TxError};
use crate::policy::Policy;
use crate::run::{CommitPermit, Observed, Opening, Run, SimulationPermit};

pub(super) struct Sample<'e, E>(pub(super) &'e E);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question;

impl Lookup for Question {
    fn all() -> &'static [Question] {
        &[Question]
    }

    fn name(self) -> &'static str {
        "get_sample"
    }
}

impl<E: LedgerExample> Domain for Sample<'_, E> {
    const NAME: &'static str = "conformance";
    const ACTION: &'static str = "conformance.write";
    const VERSION: u64 = 1;

    type Request = String;
    type Lookup = Question;
    type Fact = String;
    type Draft = String;
    type Args = String;

    fn source_version(&self) -> SourceVersion {
        const { SourceVersion::from_static("sample-1") }
    }

    fn may_decide(&self, reviewer: &Reviewer) -> bool {
        reviewer.as_str() == REVIEWER
    }

    fn check_request(request: &String) -> Result<(), String> {
        if request.is_empty() { Err("empty".to_owned()) } else { Ok(()) }
    }

    fn check_fact(
        request: &String,
        _: Question,
        fact: &String,
        _: &SourceVersion,
    ) -> Result<(), String> {
        if request == fact { Ok(()) } else { Err("it is about something else".to_owned()) }
    }

    fn draft(&self, request: &String, _: &Facts<Self>) -> Result<String, NoDraft> {
        Ok(request.clone())
    }

    fn args(draft: &String) -> String {
        draft.clone()
    }

    fn would_change(&self, _: SimulationPermit<'_, Self>) -> bool {
        true
    }
}

/// So that its runs can be turned down without a key.
impl<E: LedgerExample> Rehearsal for Sample<'_, E> {}

impl<E: LedgerExample> Effectful for Sample<'_, E> {}

impl<E: LedgerExample> Commit<<E::Ledger as Ledger>::Db> for Sample<'_, E> {
    fn effect(
        &self,
        _: CommitPermit<'_, Self>,
        handle: &mut <<E::Ledger as Ledger>::Db as Database>::Handle<'_>,
    ) -> Result<(), NoEffect> {
        self.0.write(handle)
    }
}

pub(super) const REVIEWER: &str = "conformance-reviewer";

pub(super) const TEXT: &str = "a text";

pub(super) fn run_id(id: &'static str) -> RunId {
    RunId::from_static(id)
}

pub(super) fn opening(tenant: &Tenant, run_id: &RunId) -> Opening {
    Opening {
        tenant: tenant.clone(),
        run_id: run_id.clone(),
        requester: REQUESTER,
        policy: Policy::default(),
        overrides: None,
    }
}

/// The four events of a run that waits for a decision on a text, and a fifth that turns it down, made
/// elsewhere.
pub(super) fn rejected_events_of<E: LedgerExample>(
    example: &E,
    tenant: &Tenant,
    run_id: &RunId,
    text: &str,
) -> Result<Vec<SavedEvent>, Standing> {
    let (domain, mut elsewhere) = (Sample(example), MemoryLedger::new());
    let request = Loose::parse(Canonical::of(text)?.as_str())?;
    let opened = Run::open(&domain, opening(tenant, run_id), &request)?;
    let mut in_flight = opened.then_reserve(Question).save(&mut elsewhere)??;
    let answer = in_flight.attempt()?.found(text.to_owned());
    let Observed::Complete(run) = in_flight.observe(answer)?.save(&mut elsewhere)?? else {
        return broken("the kit's own run has read what it needs", "it has not");
    };
    let review = run.draft(&domain, DRAFTED)?.save(&mut elsewhere)??;
    let no = FixtureDecision {
        reviewer: Reviewer::new(REVIEWER)?,
        draft_digest: review.draft_digest(),
        revision: review.revision(),
        decided_at: DRAFTED,
    };
    let no = no.admit_rejection(&review, &domain)?;
    drop(review.reject(no, &domain)?.save(&mut elsewhere)??);
    Ok(elsewhere.events(tenant, run_id)?)
}

/// The events of a run that waits for a decision on a text.
pub(super) fn events_of<E: LedgerExample>(
    example: &E,
    tenant: &Tenant,
    run_id: &RunId,
    text: &str,
) -> Result<Vec<SavedEvent>, Standing> {
    let mut events = rejected_events_of(example, tenant, run_id, text)?;
    events.pop();
    Ok(events)
}

/// Appends events to a run, in one transaction, and does what else there is to do in it.
pub(super) fn append<L: Ledger, R>(
    ledger: &mut L,
    tenant: &Tenant,
    run_id: &RunId,
    events: &[SavedEvent],
    then: impl FnOnce(&mut <L::Db as Database>::Tx<'_>) -> Result<R, LedgerError>,
) -> Result<R, LedgerError> {
    let done = ledger.transact(|tx| {
        for event in events {
            tx.append(tenant, run_id, event, token(event))?;
        }
        then(tx)
    });
    done.map_err(|error| match error {
        TxError::Before(error) | TxError::AtCommit(error) => error,
    })
}

/// A token of its own for each event.
pub(super) fn token(event: &SavedEvent) -> Token {
    let mut token = [0; 16];
    for (byte, of) in token.iter_mut().zip(event.digest.as_bytes()) {
        *byte = *of;
    }
    token
}
