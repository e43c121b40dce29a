//! Which reasons a move may stop a run with, so that replay can tell whether they held. What an answer
//! stops a run with stands with the answers, in `mod.rs`.

use crate::code::{Code, StoppedBy};
use crate::error::Reason;
use crate::phase::PhaseName;
use crate::planner::{Candidate, PREPARE_DRAFT};
use crate::run::State;
use crate::run::progress::Work;
use crate::tick::Tick;

/// The reasons that follow from the events before, so that replay can tell whether they held.
const FROM_THE_EVENTS: &[Code] = &[
    Code::NO_PROGRESS,
    Code::ATTEMPTS_EXHAUSTED,
    Code::LOOKUP_BUDGET_EXHAUSTED,
    Code::WRITE_BUDGET_EXHAUSTED,
    Code::STEP_BUDGET_EXHAUSTED,
];

/// When it is opened: the second is asked of a request that is valid.
pub(super) const WHEN_OPENED: &[Code] = &[Code::INVALID_REQUEST];
pub(super) const WHEN_OPENED_WITHOUT_STEPS: &[Code] =
    &[Code::INVALID_REQUEST, Code::STEP_BUDGET_EXHAUSTED];

const BEFORE_THE_DRAFT: &[Code] = &[Code::SOURCE_CHANGED, Code::ALREADY_REJECTED];

pub(super) const WHEN_DECIDED: &[Code] = &[Code::SOURCE_CHANGED];
pub(super) const WHEN_DECIDED_LATE: &[Code] = &[Code::SOURCE_CHANGED, Code::REVIEW_EXPIRED];
pub(super) const WHEN_REVOKED: &[Code] = &[Code::APPROVAL_REVOKED];

const BEFORE_SIMULATION: &[Code] = &[
    Code::CONTENT_CHANGED,
    Code::SOURCE_CHANGED,
    Code::STEP_BUDGET_EXHAUSTED,
    Code::APPROVAL_EXPIRED_BEFORE_SIMULATION,
];

const BEFORE_COMMIT: &[Code] = &[
    Code::CONTENT_CHANGED,
    Code::SOURCE_CHANGED,
    Code::APPROVAL_EXPIRED,
    Code::WRITE_BUDGET_EXHAUSTED,
    Code::STEP_BUDGET_EXHAUSTED,
];

const IN_COMMIT: &[Code] =
    &[Code::APPROVAL_REVOKED, Code::APPROVAL_EXPIRED, Code::APPROVAL_SPENT, Code::CONTENT_CHANGED];

pub(super) const WHEN_FENCED: &[Code] = &[Code::FENCED];

/// Whether a run can stop with this code at all: a domain's own, or one with which the catalogue
/// lets a run be stopped.
pub(super) fn may_stop(code: &Code) -> bool {
    code.entry().is_none_or(|entry| entry.stopped_by.is_some())
}

pub(super) fn follows_from_the_events(code: &Code) -> bool {
    FROM_THE_EVENTS.contains(code)
}

/// Whether this reason is the engine's to find, and no domain's to give: what it says must have
/// happened.
pub(crate) fn is_engines(code: &Code) -> bool {
    code.entry().is_some_and(|entry| entry.stopped_by == Some(StoppedBy::Engine))
}

pub(super) fn one_of(reasons: &[Code], stop: &Reason) -> Result<(), String> {
    if reasons.contains(&stop.code) {
        return Ok(());
    }
    Err(format!("this move does not stop a run with {}", stop.code))
}

impl State {
    pub(super) fn expect_obstacle(&self, work: Work<'_>, stop: &Reason) -> Result<(), String> {
        if self.obstacle(work).is_some_and(|obstacle| obstacle.code == stop.code) {
            return Ok(());
        }
        Err(format!("the run had no cause to stop with {}", stop.code))
    }

    pub(super) fn apply_stopped(
        &mut self,
        candidate: Option<&Candidate>,
        tick: Option<Tick>,
        stop: Option<&Reason>,
    ) -> Result<(), String> {
        let stop = stop.ok_or("a stop without a reason")?;
        match candidate {
            Some(candidate) => self.stopped_before_a_candidate(candidate, stop)?,
            None => self.stopped_after_approval(tick, stop)?,
        }
        self.pass(tick)
    }

    fn stopped_before_a_candidate(
        &self,
        candidate: &Candidate,
        stop: &Reason,
    ) -> Result<(), String> {
        self.expect_phase(&[PhaseName::Validated, PhaseName::LookedUp])?;
        // Of what a planner proposed anything may be kept, if that is why it was stopped.
        if stop.code == Code::INVALID_ACTION {
            return Ok(());
        }
        let drafts = candidate.operation() == PREPARE_DRAFT && self.phase == PhaseName::LookedUp;
        let reads = self.opened.required.iter().any(|lookup| lookup == candidate.operation());
        if !candidate.is_plain() || !(drafts || reads) {
            return Err("the run was stopped before something that it could not do".to_owned());
        }
        if follows_from_the_events(&stop.code) {
            let work = match candidate.operation() {
                PREPARE_DRAFT => Work::Draft(candidate),
                lookup => Work::Reserve(candidate, lookup),
            };
            return self.expect_obstacle(work, stop);
        }
        if !drafts {
            return Err(format!("a lookup does not stop a run with {}", stop.code));
        }
        // Else it is a reason that is met before a draft: the engine's, or one that the domain gave.
        if is_engines(&stop.code) { one_of(BEFORE_THE_DRAFT, stop) } else { Ok(()) }
    }

    fn stopped_after_approval(&self, tick: Option<Tick>, stop: &Reason) -> Result<(), String> {
        if tick.is_none() {
            return Err("a stop that does not say when".to_owned());
        }
        let work = match self.phase {
            PhaseName::ApprovedForSimulation => {
                one_of(BEFORE_SIMULATION, stop)?;
                changed_indeed(self.draft_changed().is_some(), stop)?;
                Work::Simulate
            }
            PhaseName::ApprovedForCommit => {
                one_of(BEFORE_COMMIT, stop)?;
                changed_indeed(self.content_changed().is_some(), stop)?;
                Work::BeginCommit
            }
            PhaseName::Committing => return self.stopped_by_its_effect(tick, stop),
            other => return Err(format!("the move is not legal in {}", other.as_str())),
        };
        if follows_from_the_events(&stop.code) {
            return self.expect_obstacle(work, stop);
        }
        self.expired_indeed(tick, stop)
    }

    /// The domain's own reasons are among these: the effect was asked for, and undone.
    fn stopped_by_its_effect(&self, tick: Option<Tick>, stop: &Reason) -> Result<(), String> {
        if is_engines(&stop.code) {
            one_of(IN_COMMIT, stop)?;
            changed_indeed(self.content_changed().is_some(), stop)?;
        }
        self.expired_indeed(tick, stop)
    }

    fn expired_indeed(&self, tick: Option<Tick>, stop: &Reason) -> Result<(), String> {
        let says_so =
            [Code::APPROVAL_EXPIRED, Code::APPROVAL_EXPIRED_BEFORE_SIMULATION].contains(&stop.code);
        if says_so && tick.is_none_or(|tick| tick <= self.good_through()) {
            return Err("the approval had not expired".to_owned());
        }
        Ok(())
    }
}

fn changed_indeed(changed: bool, stop: &Reason) -> Result<(), String> {
    if stop.code == Code::CONTENT_CHANGED && !changed {
        return Err("the content had not changed".to_owned());
    }
    Ok(())
}
