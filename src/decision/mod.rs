//! Decisions: what a person says about one draft, and what a run makes of it.
//!
//! What arrives from outside is a raw decision. Admission checks it against the draft under review
//! and turns it into an [`Approval`] or a [`Rejection`], each spent by value. Yes and no are
//! different types, and `true` is neither.
//!
//! ```
//! use countersign::domains::museum;
//! use countersign::{ledger::MemoryLedger, FixtureDecision, Reviewer, Tick};
//!
//! let mut ledger = MemoryLedger::new();
//! let museum = museum::Museum::default();
//! let review = museum::example_in_review(&museum, &mut ledger, Tick::new(5)?)?;
//!
//! let decision = FixtureDecision {
//!     reviewer: Reviewer::new("synthetic-reviewer-a")?,
//!     draft_digest: review.draft_digest(),
//!     revision: review.revision(),
//!     decided_at: Tick::new(6)?,
//! };
//! let approval = decision.admit_approval(&review, &museum)?;
//! let _approved = review.approve(approval, &museum)?.save(&mut ledger)??;
//! # Ok::<(), countersign::Error>(())
//! ```

use std::marker::PhantomData;

use crate::code::Code;
use crate::digest::Digest;
use crate::domain::{Domain, Rehearsal};
use crate::error::Refused;
use crate::event::{AuthorityKind, Decision, Verdict};
use crate::id::Reviewer;
use crate::phase::Review;
use crate::run::Run;
use crate::tick::Tick;

/// A decision as a rehearsal takes it: unsigned, with a reviewer whose name anyone can type.
///
/// It is **no authentication**. Only a domain that declares itself a [`Rehearsal`] takes it.
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
    /// [`Refused`], in this order: `unknown_reviewer`, `stale_revision`, `wrong_digest`,
    /// `decision_before_draft`. The run is untouched.
    pub fn admit_approval<D: Rehearsal>(
        self,
        review: &Run<D, Review>,
        domain: &D,
    ) -> Result<Approval<D>, Refused> {
        self.admit(review, domain, Verdict::Simulate).map(Approval)
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
        let decided = Decision { authority, verdict, reviewer, draft_digest, revision, decided_at };
        Ok(Admitted { decided, head: review.head(), domain: PhantomData })
    }
}

/// A yes to one draft of domain `D`, spent by [`approve`](Run::approve).
#[must_use = "an approval does nothing until the run is given it: `review.approve(approval, ..)`"]
pub struct Approval<D: Domain>(Admitted<D>);

/// A no to one draft of domain `D`, spent by [`reject`](Run::reject).
#[must_use = "a rejection does nothing until the run is given it: `review.reject(rejection, ..)`"]
pub struct Rejection<D: Domain>(Admitted<D>);

struct Admitted<D> {
    decided: Decision,
    /// The event that the review began with: which run, which revision, which ledger.
    head: Digest,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> Approval<D> {
    pub(crate) fn is_for(&self, review: &Run<D, Review>) -> bool {
        self.0.head == review.head()
    }

    pub(crate) fn into_decided(self) -> Decision {
        self.0.decided
    }
}

impl<D: Domain> Rejection<D> {
    pub(crate) fn is_for(&self, review: &Run<D, Review>) -> bool {
        self.0.head == review.head()
    }

    pub(crate) fn into_decided(self) -> Decision {
        self.0.decided
    }
}

impl<D: Domain> std::fmt::Debug for Approval<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f, "Approval")
    }
}

impl<D: Domain> std::fmt::Debug for Rejection<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f, "Rejection")
    }
}

impl<D> Admitted<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>, name: &str) -> std::fmt::Result {
        let Decision { reviewer, revision, .. } = &self.decided;
        f.debug_struct(name)
            .field("reviewer", &reviewer.as_str())
            .field("revision", revision)
            .finish_non_exhaustive()
    }
}
