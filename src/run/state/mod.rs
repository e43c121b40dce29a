//! The fold of a run's events. Live moves and replay go through the same [`State::apply`].
//!
//! It knows no domain: payloads are canonical texts here, so that any ledger can be verified
//! without the code of the domains in it.

mod commit;
mod decision;
mod digests;
mod stop;

use std::collections::BTreeMap;

use crate::budget::Used;
use crate::code::Code;
use crate::decision::{Envelope, Verdict};
use crate::digest::Digest;
use crate::error::Reason;
use crate::event::{
    Drafted, Event, Move, Opened, Outcome, Receipt, SavedDecision, SavedEvent, SimulationReceipt,
};
use crate::id::{RunId, Tenant};
use crate::json::Canonical;
use crate::phase::PhaseName;
use crate::planner::{Candidate, PREPARE_DRAFT};
use crate::run::progress::{Repeats, Work};
use crate::run::review_text::review_text;
use crate::tick::Tick;

pub(crate) use stop::is_engines;
use stop::{WHEN_OPENED, WHEN_OPENED_WITHOUT_STEPS, may_stop, one_of};

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) tenant: Tenant,
    pub(crate) run_id: RunId,
    pub(crate) opened: Opened,
    pub(crate) phase: PhaseName,
    pub(crate) revision: u64,
    pub(crate) head: Digest,
    pub(crate) used: Used,
    pub(crate) in_flight: Option<InFlightLookup>,
    pub(crate) facts: BTreeMap<String, Canonical>,
    pub(crate) draft: Option<BoundDraft>,
    pub(crate) decision: Option<SavedDecision>,
    /// What was signed, where the decision was.
    pub(crate) envelope: Option<Envelope>,
    pub(crate) receipt: Option<SimulationReceipt>,
    pub(crate) committed: Option<Receipt>,
    /// The latest tick of the run so far: ticks never go back.
    pub(crate) latest: Tick,
    pub(crate) stop: Option<Reason>,
    pub(super) repeats: Repeats,
}

#[derive(Clone, Debug)]
pub(crate) struct InFlightLookup {
    pub(crate) lookup: String,
    back_to: PhaseName,
}

/// A draft with what a decision is bound to.
#[derive(Clone, Debug)]
pub(crate) struct BoundDraft {
    pub(crate) drafted: Drafted,
    pub(crate) revision: u64,
    pub(crate) digest: Digest,
}

impl State {
    /// Id, phase and revision: no payload is ever in a `Debug` text.
    pub(crate) fn fmt_run(&self, f: &mut std::fmt::Formatter<'_>, phase: &str) -> std::fmt::Result {
        f.debug_struct("Run")
            .field("run_id", &self.run_id.as_str())
            .field("phase", &phase)
            .field("revision", &self.revision)
            .finish_non_exhaustive()
    }

    /// The state after the first event.
    pub(crate) fn open(
        tenant: &Tenant,
        run_id: &RunId,
        event: &Event,
        saved: &SavedEvent,
    ) -> Result<State, String> {
        let Move::Opened(opened) = &event.made else {
            return Err("the first event does not open the run".to_owned());
        };
        let mut state = State {
            tenant: tenant.clone(),
            run_id: run_id.clone(),
            opened: opened.clone(),
            phase: PhaseName::Stopped, // until `finish` sets what the event leads to
            revision: 0,
            head: Digest::ZERO,
            used: Used::default(),
            in_flight: None,
            facts: BTreeMap::new(),
            draft: None,
            decision: None,
            envelope: None,
            receipt: None,
            committed: None,
            latest: Tick::ZERO,
            stop: None,
            repeats: Repeats::default(),
        };
        match &event.stop {
            None => state.charge(None)?,
            Some(stop) => {
                let none_left = opened.policy.budget.steps == 0;
                let reasons: &[Code] =
                    if none_left { WHEN_OPENED_WITHOUT_STEPS } else { WHEN_OPENED };
                one_of(reasons, stop)?;
            }
        }
        let next = state.phase_after(&event.made, event.stop.as_ref());
        state.finish(event, saved, next)?;
        Ok(state)
    }

    /// The state after one more event; an error says why the event is not legal here, and then
    /// `self` is not to be used further.
    pub(crate) fn apply(&mut self, event: &Event, saved: &SavedEvent) -> Result<(), String> {
        if self.phase.is_terminal() {
            return Err(format!("a move after the terminal phase {}", self.phase.as_str()));
        }
        if let Some(stop) = &event.stop
            && !(may_stop(&stop.code) && event.made.may_carry_a_stop())
        {
            return Err(format!("this move does not stop a run with {}", stop.code));
        }
        let next = self.phase_after(&event.made, event.stop.as_ref());
        match &event.made {
            Move::Opened(_) => return Err("the run is opened twice".to_owned()),
            Move::Reserved { candidate, lookup, attempt } => {
                self.apply_reserved(candidate, lookup, *attempt)?;
            }
            Move::Observed { outcome } => self.apply_observed(outcome, event.stop.as_ref())?,
            Move::Abandoned {} => self.apply_failed_for_now(event.stop.as_ref())?,
            Move::Drafted(drafted) => self.apply_drafted(drafted)?,
            Move::Decided(decided) => self.apply_decided(decided, event.stop.as_ref())?,
            Move::Simulated(receipt) => self.apply_simulated(receipt)?,
            Move::CommitBegun { tick, write } => self.apply_commit_begun(*tick, *write)?,
            Move::Committed(receipt) => self.apply_committed(receipt)?,
            Move::ReceiptAbsent {} => self.expect_phase(&[PhaseName::Committing])?,
            Move::Fenced {} => self.apply_fenced(event.stop.as_ref())?,
            Move::Revoked(revoked) => self.apply_revoked(revoked, event.stop.as_ref())?,
            Move::Stopped { candidate, tick } => {
                self.apply_stopped(candidate.as_ref(), *tick, event.stop.as_ref())?;
            }
        }
        self.finish(event, saved, next)
    }

    /// The event that a move is saved as, next.
    pub(crate) fn next_event(
        &self,
        (made, stop): (Move, Option<Reason>),
    ) -> Result<(Event, SavedEvent), String> {
        let event = Event::new(self.phase_after(&made, stop.as_ref()), made, stop);
        let body = event.encode().map_err(|error| error.to_string())?;
        let revision = self.revision.saturating_add(1);
        let saved = SavedEvent::chain(&self.tenant, &self.run_id, revision, self.head, body);
        Ok((event, saved))
    }

    /// Where a move leads from here.
    pub(crate) fn phase_after(&self, made: &Move, stop: Option<&Reason>) -> PhaseName {
        if stop.is_some() {
            return PhaseName::Stopped;
        }
        match made {
            Move::Opened(_) => PhaseName::Validated,
            Move::Reserved { .. } => PhaseName::InFlight,
            Move::Observed { outcome: Outcome::Fact(_) } if self.is_last_fact() => {
                PhaseName::LookedUp
            }
            Move::Observed { .. } | Move::Abandoned {} => self.phase_before_lookup(),
            Move::Drafted(_) => PhaseName::Review,
            Move::Decided(decided) => match decided.verdict {
                Verdict::ApproveCommit => PhaseName::ApprovedForCommit,
                Verdict::ApproveSimulation => PhaseName::ApprovedForSimulation,
                Verdict::Reject => PhaseName::Rejected,
            },
            Move::Simulated(_) => PhaseName::Simulated,
            Move::CommitBegun { .. } => PhaseName::Committing,
            Move::Committed(_) => PhaseName::Committed,
            Move::ReceiptAbsent {} => PhaseName::ApprovedForCommit,
            Move::Fenced {} | Move::Revoked(_) | Move::Stopped { .. } => PhaseName::Stopped,
        }
    }

    fn is_last_fact(&self) -> bool {
        let there = |name: &String| {
            self.facts.contains_key(name)
                || self.in_flight.as_ref().is_some_and(|in_flight| in_flight.lookup == *name)
        };
        self.opened.required.iter().all(there)
    }

    fn phase_before_lookup(&self) -> PhaseName {
        self.in_flight.as_ref().map_or(PhaseName::Validated, |in_flight| in_flight.back_to)
    }

    fn finish(&mut self, event: &Event, saved: &SavedEvent, next: PhaseName) -> Result<(), String> {
        if saved.revision != self.revision.saturating_add(1) || saved.previous != self.head {
            return Err("the event does not follow the one before it".to_owned());
        }
        if event.phase != next {
            let (says, leads) = (event.phase.as_str(), next.as_str());
            return Err(format!("the event says {says}, but its move leads to {leads}"));
        }
        self.phase = next;
        self.stop.clone_from(&event.stop);
        self.revision = saved.revision;
        self.head = saved.digest;
        Ok(())
    }

    /// Lets time pass, which never goes back.
    fn pass(&mut self, tick: Option<Tick>) -> Result<(), String> {
        match tick {
            Some(tick) if tick < self.latest => Err("a tick went back".to_owned()),
            Some(tick) => {
                self.latest = tick;
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn expect_phase(&self, phases: &[PhaseName]) -> Result<(), String> {
        if phases.contains(&self.phase) {
            return Ok(());
        }
        Err(format!("the move is not legal in {}", self.phase.as_str()))
    }

    /// Charges a step after checking that the work was allowed.
    fn charge(&mut self, work: Option<Work<'_>>) -> Result<(), String> {
        let budget = &self.opened.policy.budget;
        let obstacle = match work {
            Some(work) => self.obstacle(work),
            None => budget.step_obstacle(&self.used),
        };
        if let Some(Reason { code, .. }) = obstacle {
            return Err(format!("the move was not allowed: {code}"));
        }
        self.used.charge_step();
        Ok(())
    }

    fn apply_reserved(
        &mut self,
        candidate: &Candidate,
        lookup: &str,
        attempt: u64,
    ) -> Result<(), String> {
        self.expect_phase(&[PhaseName::Validated, PhaseName::LookedUp])?;
        if candidate.operation() != lookup || !candidate.is_plain() {
            return Err("another lookup was reserved than was proposed".to_owned());
        }
        if !self.opened.required.iter().any(|required| required == lookup) {
            return Err("the domain has no such lookup".to_owned());
        }
        self.charge(Some(Work::Reserve(candidate, lookup)))?;
        self.used.charge_attempt(lookup);
        if attempt != self.used.attempts(lookup) {
            return Err("the attempt's number is not the next one".to_owned());
        }
        self.repeats.push(candidate);
        let back_to = self.phase;
        self.in_flight = Some(InFlightLookup { lookup: lookup.to_owned(), back_to });
        Ok(())
    }

    fn apply_observed(&mut self, outcome: &Outcome, stop: Option<&Reason>) -> Result<(), String> {
        let fact = match outcome {
            Outcome::Fact(fact) => fact,
            Outcome::Temporary { .. } => return self.apply_failed_for_now(stop),
            Outcome::NotFound { .. } => return self.ended(stop, &Code::NOT_FOUND),
            Outcome::Invalid { .. } => return self.ended(stop, &Code::INVALID_OBSERVATION),
            Outcome::Barred {} => return self.apply_barred(stop),
        };
        self.expect_phase(&[PhaseName::InFlight])?;
        if let Some(stop) = stop {
            self.expect_obstacle(Work::Observe, stop)?;
            self.in_flight = None;
            return Ok(());
        }
        self.charge(Some(Work::Observe))?;
        let in_flight = self.in_flight.take().ok_or("nothing was in flight")?;
        self.facts.insert(in_flight.lookup, fact.clone());
        self.repeats.excused = false;
        Ok(())
    }

    fn ended(&mut self, stop: Option<&Reason>, reason: &Code) -> Result<(), String> {
        self.expect_phase(&[PhaseName::InFlight])?;
        self.in_flight = None;
        match stop {
            Some(stop) if stop.code == *reason => Ok(()),
            _ => Err(format!("the observation should have stopped the run with {reason}")),
        }
    }

    /// Ended for a reason of the domain's own.
    fn apply_barred(&mut self, stop: Option<&Reason>) -> Result<(), String> {
        match stop.map(|stop| stop.code.clone()) {
            Some(code) if !is_engines(&code) => self.ended(stop, &code),
            _ => Err("the observation should have stopped the run".to_owned()),
        }
    }

    fn apply_failed_for_now(&mut self, stop: Option<&Reason>) -> Result<(), String> {
        self.expect_phase(&[PhaseName::InFlight])?;
        if let Some(stop) = stop {
            self.expect_obstacle(Work::ObserveTemporary, stop)?;
            self.in_flight = None;
            return Ok(());
        }
        self.charge(Some(Work::ObserveTemporary))?;
        self.repeats.excused = true;
        self.in_flight = None;
        Ok(())
    }

    fn apply_drafted(&mut self, drafted: &Drafted) -> Result<(), String> {
        self.expect_phase(&[PhaseName::LookedUp])?;
        if drafted.candidate.operation() != PREPARE_DRAFT || !drafted.candidate.is_plain() {
            return Err("a draft was made that was not proposed".to_owned());
        }
        self.charge(Some(Work::Draft(&drafted.candidate)))?;
        self.repeats.push(&drafted.candidate);
        if drafted.created_at.plus(self.opened.policy.review_ttl) != Ok(drafted.deadline) {
            return Err("the deadline is not the draft's tick plus the review time".to_owned());
        }
        if drafted.review_text != review_text(self, drafted) {
            return Err("the review text is not that of the draft".to_owned());
        }
        let revision = self.revision.saturating_add(1);
        let digest = self.draft_digest(drafted, revision);
        self.draft = Some(BoundDraft { drafted: drafted.clone(), revision, digest });
        self.pass(Some(drafted.created_at))
    }
}
