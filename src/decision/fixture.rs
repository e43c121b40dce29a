//! Decisions of rehearsals: unsigned, by a typed name.

use std::marker::PhantomData;

use crate::code::Code;
use crate::decision::{Admitted, Approval, ForSimulation, Rejection, Verdict};
use crate::digest::Digest;
use crate::domain::Rehearsal;
use crate::error::Refused;
use crate::event::{AuthorityKind, SavedDecision};
use crate::id::Reviewer;
use crate::phase::Review;
use crate::run::Run;
use crate::tick::Tick;

/// A decision as a rehearsal takes it: unsigned, with a reviewer whose name anyone can type.
///
/// It is **no authentication**. Only a domain that declares itself a [`Rehearsal`] takes it, and
/// nothing real follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixtureDecision {
    /// Who decides: a typed name.
    pub reviewer: Reviewer,
    /// The draft that was decided on.
    pub draft_digest: Digest,
    /// The revision that was under review.
    pub revision: u64,
    /// When it was decided.
    pub decided_at: Tick,
}

impl FixtureDecision {
    /// Takes the decision as a yes to simulating the draft under review.
    ///
    /// # Errors
    /// [`Refused`], in this order: `unknown_reviewer`, `self_approval`, `stale_revision`,
    /// `wrong_digest`, `decision_before_draft`. The run is untouched.
    pub fn admit_approval<D: Rehearsal>(
        self,
        review: &Run<D, Review>,
        domain: &D,
    ) -> Result<Approval<D, ForSimulation>, Refused> {
        self.admit(review, domain, Verdict::ApproveSimulation).map(|yes| Approval(yes, PhantomData))
    }

    /// Takes the decision as a no to the draft under review.
    ///
    /// # Errors
    /// As [`admit_approval`](FixtureDecision::admit_approval).
    pub fn admit_rejection<D: Rehearsal>(
        self,
        review: &Run<D, Review>,
        domain: &D,
    ) -> Result<Rejection<D>, Refused> {
        self.admit(review, domain, Verdict::Reject).map(Rejection)
    }

    fn admit<D: Rehearsal>(
        self,
        review: &Run<D, Review>,
        domain: &D,
        verdict: Verdict,
    ) -> Result<Admitted<D>, Refused> {
        let FixtureDecision { reviewer, draft_digest, revision, decided_at } = self;
        let bound = review.bound_draft();
        let refuse = |code, detail: String| Err(Refused::new((), code, detail));
        if !domain.may_decide(&reviewer) {
            return refuse(Code::UNKNOWN_REVIEWER, format!("{reviewer} may not decide this"));
        }
        if reviewer.is(review.requester()) {
            return refuse(Code::SELF_APPROVAL, format!("{reviewer} asked for this"));
        }
        if revision != bound.revision {
            let under_review = bound.revision;
            let detail = format!("decided on {revision}, under review is {under_review}");
            return refuse(Code::STALE_REVISION, detail);
        }
        if draft_digest != bound.digest {
            let detail = format!("under review is {}", bound.digest);
            return refuse(Code::WRONG_DIGEST, detail);
        }
        let created_at = bound.drafted.created_at;
        if decided_at < created_at {
            let detail = format!("decided at tick {decided_at}, drafted at tick {created_at}");
            return refuse(Code::DECISION_BEFORE_DRAFT, detail);
        }
        let authority = AuthorityKind::Fixture;
        let decided =
            SavedDecision { authority, verdict, reviewer, draft_digest, revision, decided_at };
        Ok(Admitted::new(decided, review.head()))
    }
}
