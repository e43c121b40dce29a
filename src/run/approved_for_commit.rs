//! `ApprovedForCommit`: everything is checked once more, then a write is begun. Or taken back.

use crate::code::Code;
use crate::decision::Rejection;
use crate::domain::{Domain, Effectful};
use crate::error::{Reason, Refused};
use crate::event::Move;
use crate::phase::{ApprovedForCommit, Committing, Stopped};
use crate::run::progress::Work;
use crate::run::{Core, Run, Unsaved};
use crate::tick::Tick;

impl<D: Domain> Run<D, ApprovedForCommit> {
    /// Begins a commit: charges a step and a write, to be saved alone, before anything is
    /// delivered. Content, source, time and budgets are checked again, in this order; where one
    /// fails, the run stops.
    ///
    /// # Errors
    /// [`Refused`] with `finalization_before_decision` where `now` is before the run's latest tick;
    /// the run is handed back.
    #[must_use = "nothing is moved yet: handle the refusal (`?`, say), then call `.save(&mut ledger)`; `let _ =` would move nothing"]
    pub fn begin_commit(
        self,
        domain: &D,
        now: Tick,
    ) -> Result<Unsaved<D, Run<D, Committing>>, Refused<Run<D, ApprovedForCommit>>>
    where
        D: Effectful,
    {
        let latest = self.core.state.latest;
        if now < latest {
            let detail = format!("tick {now}, but the run was at tick {latest} already");
            return Err(Refused::new(self, Code::FINALIZATION_BEFORE_DECISION, detail));
        }
        let made = match self.core.stop_before_commit(domain, now) {
            None => {
                let write = self.core.state.used.writes.saturating_add(1);
                (Move::CommitBegun { tick: now, write }, None)
            }
            Some(stop) => (Move::Stopped { candidate: None, tick: Some(now) }, Some(stop)),
        };
        Ok(Unsaved::make(self.core, made, Run::from_core))
    }

    /// Takes the approval back, by a signed no to the same draft. From the moment a commit is begun
    /// there is no such move: then an operator can [fence](Run::fence). As every stop, the saved one
    /// comes out as the inner `Err`: `let stopped = revoking.save(&mut ledger)?.unwrap_err()`.
    ///
    /// # Errors
    /// [`Refused`] with `wrong_run` where the no was verified for another run or draft.
    #[must_use = "nothing is moved yet: handle the refusal (`?`, say), then call `.save(&mut ledger)`; `let _ =` would move nothing"]
    pub fn revoke(
        self,
        rejection: Rejection<D>,
    ) -> Result<Unsaved<D, Run<D, Stopped>>, Refused<Run<D, ApprovedForCommit>>> {
        if !rejection.is_for(&self) {
            let detail = "the no was verified for another run or draft";
            return Err(Refused::new(self, Code::WRONG_RUN, detail));
        }
        let revoked = rejection.into_decided();
        let latest = self.core.state.latest;
        if revoked.presented_at() < latest {
            let detail = format!("the run was at tick {latest} already");
            return Err(Refused::new(self, Code::FINALIZATION_BEFORE_DECISION, detail));
        }
        let detail = format!("{} took it back", revoked.reviewer);
        let args = self.core.state.bound_args_digest();
        let made = (Move::Revoked(revoked), Some(Reason::new(Code::APPROVAL_REVOKED, detail)));
        Ok(Unsaved::make(self.core, made, Run::from_core).remembering_the_no(args))
    }
}

impl<D: Domain> Core<D> {
    fn stop_before_commit(&self, domain: &D, now: Tick) -> Option<Reason> {
        self.state
            .content_changed()
            .or_else(|| self.source_moved(domain))
            .or_else(|| self.approval_expired(now, Code::APPROVAL_EXPIRED))
            .or_else(|| self.state.obstacle(Work::BeginCommit))
    }
}
