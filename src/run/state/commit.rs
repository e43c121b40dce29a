//! From the commit that is begun to its end, known or not.

use crate::code::Code;
use crate::decision::{Envelope, view_digest};
use crate::error::Reason;
use crate::event::Receipt;
use crate::phase::PhaseName;
use crate::run::State;
use crate::run::progress::Work;
use crate::run::state::BoundDraft;
use crate::run::state::stop::{WHEN_FENCED, one_of};
use crate::tick::Tick;

impl State {
    pub(super) fn apply_commit_begun(&mut self, tick: Tick, write: u64) -> Result<(), String> {
        self.expect_phase(&[PhaseName::ApprovedForCommit])?;
        if self.content_changed().is_some() {
            return Err("what was begun is not what was decided on".to_owned());
        }
        self.charge(Some(Work::BeginCommit))?;
        self.used.charge_write();
        if write != self.used.writes {
            return Err("the number of the write is not the next one".to_owned());
        }
        if tick > self.good_through() {
            return Err("the commit was begun after the approval had expired".to_owned());
        }
        self.pass(Some(tick))
    }

    pub(super) fn apply_committed(&mut self, receipt: &Receipt) -> Result<(), String> {
        self.expect_phase(&[PhaseName::Committing])?;
        if self.receipt_at(receipt.committed_at).as_ref() != Some(receipt) {
            return Err("the receipt is not that of what was decided on".to_owned());
        }
        if receipt.committed_at > self.good_through() {
            return Err("the commit came after the approval had expired".to_owned());
        }
        self.committed = Some(receipt.clone());
        self.pass(Some(receipt.committed_at))
    }

    pub(super) fn apply_fenced(&self, stop: Option<&Reason>) -> Result<(), String> {
        self.expect_phase(&[PhaseName::Committing])?;
        one_of(WHEN_FENCED, stop.ok_or("a fence ends the run")?)
    }

    /// What of the stored draft is not what was signed, if anything is: made again from the bytes
    /// that would be carried out.
    pub(crate) fn differs_from(&self, envelope: &Envelope) -> Option<&'static str> {
        let Some(BoundDraft { drafted, revision, .. }) = &self.draft else { return Some("draft") };
        let same = [
            ("args", envelope.args_digest == self.args_digest(&drafted.args)),
            ("draft", envelope.draft_digest == self.draft_digest(drafted, *revision)),
            ("view", envelope.view_digest == view_digest(&drafted.review_text)),
            ("revision", envelope.revision == *revision),
            ("source", envelope.source_version == self.opened.source_version),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(what, _)| what)
    }

    /// The stop that a draft meets which is not the one that the decision names: made again from the
    /// bytes that would be simulated.
    pub(crate) fn draft_changed(&self) -> Option<Reason> {
        let named = self.decision.as_ref().map(|d| (d.draft_digest, d.revision));
        let there =
            (self.draft.as_ref()).map(|d| (self.draft_digest(&d.drafted, d.revision), d.revision));
        let detail = "the saved draft is not the one that was decided on";
        (named != there).then(|| Reason::new(Code::CONTENT_CHANGED, detail))
    }

    /// The stop that a draft meets which is not the one that was signed, where it is to be carried
    /// out.
    pub(crate) fn content_changed(&self) -> Option<Reason> {
        let differs = match &self.envelope {
            Some(envelope) => self.differs_from(envelope)?,
            None => "decision",
        };
        let detail = format!("the saved {differs} is not the one that was decided on");
        Some(Reason::new(Code::CONTENT_CHANGED, detail))
    }

    /// The receipt of carrying out what was decided on, now.
    pub(crate) fn receipt_at(&self, now: Tick) -> Option<Receipt> {
        let (draft, envelope) = (self.draft.as_ref()?, self.envelope.as_ref()?);
        if self.content_changed().is_some() {
            return None;
        }
        Some(Receipt {
            tenant: self.tenant.clone(),
            operation_id: self.run_id.clone(),
            action: envelope.action.clone(),
            args_digest: envelope.args_digest,
            draft_digest: draft.digest,
            request_digest: State::request_digest(&self.tenant, &self.run_id, &self.opened),
            reviewer: envelope.reviewer.clone(),
            approval_id: envelope.approval_id,
            committed_at: now,
            write: self.used.writes,
        })
    }
}
