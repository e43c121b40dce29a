//! From the draft to what follows from a decision on it.

use crate::decision::{Envelope, Verdict};
use crate::error::Reason;
use crate::event::{SavedDecision, SimulationReceipt};
use crate::phase::PhaseName;
use crate::run::State;
use crate::run::progress::Work;
use crate::run::state::stop::{WHEN_DECIDED, WHEN_DECIDED_LATE, WHEN_REVOKED, one_of};
use crate::tick::Tick;

impl State {
    /// When the draft was made. No decision comes after one that is not there.
    pub(crate) fn drafted_at(&self) -> Tick {
        self.draft.as_ref().map_or(Tick::MAX, |draft| draft.drafted.created_at)
    }

    /// The last tick at which what was decided may still be carried out: without a draft, none is.
    pub(crate) fn good_through(&self) -> Tick {
        let deadline = self.draft.as_ref().map_or(Tick::ZERO, |draft| draft.drafted.deadline);
        self.envelope.as_ref().map_or(deadline, |envelope| envelope.valid_through.min(deadline))
    }

    /// Whether a person said no to this run's draft, and not a typed name.
    pub(crate) fn a_person_said_no(&self) -> bool {
        let no = |decided: &&SavedDecision| decided.verdict == Verdict::Reject;
        self.decision.as_ref().filter(no).is_some_and(|decided| decided.signed().is_some())
    }

    /// That the decision names this very draft is left to the move that follows from it, which
    /// recomputes it: a draft that was changed after the decision then stops the run with a reason
    /// of its own.
    pub(super) fn apply_decided(
        &mut self,
        decided: &SavedDecision,
        stop: Option<&Reason>,
    ) -> Result<(), String> {
        self.expect_phase(&[PhaseName::Review])?;
        self.envelope = self.check_decision(decided)?;
        if decided.verdict == Verdict::Reject {
            self.expect_no_to_this_draft(decided)?;
        }
        let late = self.draft.as_ref().is_none_or(|d| decided.presented_at() > d.drafted.deadline);
        match stop {
            Some(stop) if !late => one_of(WHEN_DECIDED, stop)?,
            Some(stop) => one_of(WHEN_DECIDED_LATE, stop)?,
            None if late => return Err("the decision came after the deadline".to_owned()),
            None => {}
        }
        self.decision = Some(decided.clone());
        self.pass(Some(decided.presented_at()))
    }

    /// A no to a draft that was approved before.
    pub(super) fn apply_revoked(
        &mut self,
        revoked: &SavedDecision,
        stop: Option<&Reason>,
    ) -> Result<(), String> {
        self.expect_phase(&[PhaseName::ApprovedForCommit])?;
        self.check_decision(revoked)?;
        if revoked.verdict != Verdict::Reject || revoked.signed().is_none() {
            return Err("an approval is taken back by a signed no alone".to_owned());
        }
        self.expect_no_to_this_draft(revoked)?;
        one_of(WHEN_REVOKED, stop.ok_or("a revocation ends the run")?)?;
        self.decision = Some(revoked.clone());
        self.pass(Some(revoked.presented_at()))
    }

    /// Nothing follows from a no that would compare it with its draft later.
    fn expect_no_to_this_draft(&self, no: &SavedDecision) -> Result<(), String> {
        if self.draft.as_ref().is_some_and(|draft| draft.digest == no.draft_digest) {
            return Ok(());
        }
        Err("the no is to another draft".to_owned())
    }

    /// Whether a decision is about this run and fits in time; what was signed, where it was.
    fn check_decision(&self, decided: &SavedDecision) -> Result<Option<Envelope>, String> {
        let draft = self.draft.as_ref().ok_or("there is no draft")?;
        if decided.revision != draft.revision {
            return Err("the decision names another revision".to_owned());
        }
        if decided.decided_at < draft.drafted.created_at {
            return Err("the decision is older than its draft".to_owned());
        }
        let Some(text) = decided.signed() else {
            return match decided.verdict {
                Verdict::ApproveCommit => Err("nothing real follows from a fixture".to_owned()),
                Verdict::ApproveSimulation | Verdict::Reject => Ok(None),
            };
        };
        let envelope = Envelope::unverified(text).ok_or("the signed decision is none")?;
        if self.is_signed_for(decided, &envelope) {
            return Ok(Some(envelope));
        }
        Err("what was signed is not what was decided here".to_owned())
    }

    /// Which of what tells this run from others was signed as another, if one was.
    pub(crate) fn names_another(&self, envelope: &Envelope) -> Option<&'static str> {
        let same = [
            ("tenant", envelope.tenant == self.tenant),
            ("run", envelope.run_id == self.run_id),
            ("requester", envelope.requester == self.opened.requester),
            ("action", self.opened.action.as_ref() == Some(&envelope.action)),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(what, _)| what)
    }

    fn is_signed_for(&self, decided: &SavedDecision, envelope: &Envelope) -> bool {
        let presented_at = decided.presented_at();
        self.names_another(envelope).is_none()
            && envelope.source_version == self.opened.source_version
            && envelope.verdict == decided.verdict
            && envelope.reviewer == decided.reviewer
            && !envelope.reviewer.is(&envelope.requester)
            && envelope.draft_digest == decided.draft_digest
            && envelope.revision == decided.revision
            && envelope.decided_at == decided.decided_at
            && (decided.decided_at..=envelope.valid_through).contains(&presented_at)
    }

    pub(super) fn apply_simulated(&mut self, receipt: &SimulationReceipt) -> Result<(), String> {
        self.expect_phase(&[PhaseName::ApprovedForSimulation])?;
        self.charge(Some(Work::Simulate))?;
        if receipt.real_writes != 0 {
            return Err("a simulation's receipt claims a real write".to_owned());
        }
        let decision = self.decision.as_ref().ok_or("there is no decision")?;
        if receipt.simulated_at < decision.decided_at {
            return Err("the simulation is older than its decision".to_owned());
        }
        let draft = self.draft.as_ref().ok_or("there is no draft")?;
        if receipt.simulated_at > self.good_through() {
            return Err("the simulation came after the deadline".to_owned());
        }
        if self.draft_changed().is_some() || receipt.draft_digest != draft.digest {
            return Err("what was decided on, or simulated, is not this draft".to_owned());
        }
        self.receipt = Some(receipt.clone());
        self.pass(Some(receipt.simulated_at))
    }
}
