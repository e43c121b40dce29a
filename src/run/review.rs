//! `Review`: a person decides on exactly this draft.

use crate::code::Code;
use crate::decision::{Rejection, ReviewCard, Yes, view_digest};
use crate::digest::Digest;
use crate::domain::Domain;
use crate::error::{Reason, Refused};
use crate::event::{Move, SavedDecision};
use crate::phase::{Rejected, Review};
use crate::run::state::BoundDraft;
use crate::run::{Core, Run, Unsaved, held};
use crate::tick::Tick;

impl<D: Domain> Run<D, Review> {
    /// What a decision has to name: SHA-256 over `countersign.draft/v1` and everything bound.
    #[must_use]
    pub fn draft_digest(&self) -> Digest {
        self.bound_draft().digest
    }

    /// The exact text to show to the reviewer; [`ReviewCard::text`] says how.
    #[must_use]
    pub fn review_text(&self) -> &str {
        &self.bound_draft().drafted.review_text
    }

    /// The last tick at which a decision is in time.
    #[must_use]
    pub fn deadline(&self) -> Tick {
        self.bound_draft().drafted.deadline
    }

    /// The card that a reviewer decides on, with all that a signed decision is bound to.
    #[must_use]
    pub fn card(&self) -> ReviewCard {
        let (state, bound) = (&self.core.state, self.bound_draft());
        let drafted = &bound.drafted;
        ReviewCard {
            tenant: state.tenant.clone(),
            run_id: state.run_id.clone(),
            requester: state.opened.requester.clone(),
            action: state.opened.action.clone().unwrap_or_default(),
            args_digest: state.args_digest(&drafted.args),
            draft_digest: bound.digest,
            view_digest: view_digest(&drafted.review_text),
            source_version: state.opened.source_version.clone(),
            revision: bound.revision,
            drafted_at: drafted.created_at,
            deadline: drafted.deadline,
            text: drafted.review_text.clone(),
        }
    }

    /// Spends a yes: an [`Approval`](crate::Approval), which comes out of
    /// [`SignedDecision::verify_commit`](crate::SignedDecision::verify_commit) or
    /// [`verify_simulation`](crate::SignedDecision::verify_simulation), and in a rehearsal out of
    /// [`FixtureDecision::admit_approval`](crate::FixtureDecision::admit_approval). The run stops where the source has moved, or the deadline has passed.
    ///
    /// # Errors
    /// [`Refused`] with `wrong_run` where the approval was admitted for another run or draft.
    #[must_use = "nothing is moved yet: handle the refusal (`?`, say), then call `.save(&mut ledger)`; `let _ =` would move nothing"]
    pub fn approve<A: Yes<D>>(
        self,
        approval: A,
        domain: &D,
    ) -> Result<Unsaved<D, Run<D, A::Approved>>, Refused<Run<D, Review>>> {
        let approval = approval.approval();
        if approval.is_for(&self) {
            let made = self.core.make_decided(approval.into_decided(), domain);
            return Ok(Unsaved::make(self.core, made, Run::from_core));
        }
        Err(meant_for_another(self))
    }

    /// Spends a no, for good. Where it was signed, the same action asked for again under another id
    /// is stopped with `already_rejected`. The run stops where the source has moved, or the deadline
    /// has passed; the no is kept with the stop.
    ///
    /// # Errors
    /// [`Refused`] with `wrong_run` where the rejection was admitted for another run or draft.
    #[must_use = "nothing is moved yet: handle the refusal (`?`, say), then call `.save(&mut ledger)`; `let _ =` would move nothing"]
    pub fn reject(
        self,
        rejection: Rejection<D>,
        domain: &D,
    ) -> Result<Unsaved<D, Run<D, Rejected>>, Refused<Run<D, Review>>> {
        if rejection.is_for(&self) {
            let decided = rejection.into_decided();
            // A typed name is nobody's no.
            let remembered = decided.signed().map(|_| self.core.state.bound_args_digest());
            let made = self.core.make_decided(decided, domain);
            let rejected = Unsaved::make(self.core, made, Run::from_core);
            return Ok(match remembered {
                Some(args) => rejected.remembering_the_no(args),
                None => rejected,
            });
        }
        Err(meant_for_another(self))
    }

    pub(crate) fn bound_draft(&self) -> &BoundDraft {
        held(self.core.state.draft.as_ref())
    }
}

fn meant_for_another<D: Domain>(run: Run<D, Review>) -> Refused<Run<D, Review>> {
    Refused::new(run, Code::WRONG_RUN, "the decision was admitted for another run or draft")
}

impl<D: Domain> Core<D> {
    fn make_decided(&self, decided: SavedDecision, domain: &D) -> (Move, Option<Reason>) {
        let stop =
            self.source_moved(domain).or_else(|| self.review_expired(decided.presented_at()));
        (Move::Decided(decided), stop)
    }
}
