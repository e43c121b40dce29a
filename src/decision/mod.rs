//! Decisions: what a person says about one draft, and what a run makes of it.
//!
//! What arrives from outside is raw: a [`SignedDecision`], or a rehearsal's [`FixtureDecision`].
//! Verification holds it against the draft under review and turns it into an [`Approval`] or a
//! [`Rejection`], each spent by value. Yes and no are different types, and so are a yes to
//! carrying out and a yes to simulating; `true` is none of them.
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
//!
//! [`Authority`] has an example with a signed one.

mod authority;
mod card;
mod envelope;
mod fixture;
mod key;
mod signed;

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

pub use authority::{Authority, Decision};
pub use card::ReviewCard;
pub(crate) use card::view_digest;
pub(crate) use envelope::Envelope;
pub use envelope::{ApprovalId, InvalidApprovalId};
pub use fixture::FixtureDecision;
pub use key::{KeyState, Keyring, RootKey};
pub(crate) use signed::is_still_good;
pub use signed::{SignedDecision, Unverified};

use crate::digest::Digest;
use crate::domain::Domain;
use crate::event::SavedDecision;
use crate::phase::{ApprovedForCommit, ApprovedForSimulation};
use crate::run::Run;

/// What a reviewer says: one of three, and each is told apart from the others wherever it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// No.
    #[serde(rename = "reject")]
    Reject,
    /// Yes: carry it out.
    #[serde(rename = "commit")]
    ApproveCommit,
    /// Yes: simulate it, and nothing else.
    #[serde(rename = "simulate")]
    ApproveSimulation,
}

impl Verdict {
    const fn byte(self) -> u8 {
        match self {
            Verdict::Reject => 0,
            Verdict::ApproveCommit => 1,
            Verdict::ApproveSimulation => 2,
        }
    }

    fn from_piece(piece: &[u8]) -> Option<Verdict> {
        match piece {
            [0] => Some(Verdict::Reject),
            [1] => Some(Verdict::ApproveCommit),
            [2] => Some(Verdict::ApproveSimulation),
            _ => None,
        }
    }
}

/// What an approval is good for. The set is closed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that an approval can be good for",
    label = "an approval is `ForCommit` or `ForSimulation`"
)]
pub trait Scope: sealed::Sealed {
    /// The phase that the approval leads to.
    type Approved;
}

/// A yes to a draft of domain `D`: an [`Approval`], and nothing else.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an approval of a draft of `{D}`",
    label = "not a yes that was held against the draft under review",
    note = "an approval comes out of `SignedDecision::verify_commit` or `verify_simulation`; in a rehearsal, out of `FixtureDecision::admit_approval`"
)]
pub trait Yes<D: Domain>: sealed::Yes<D> {
    /// The phase that it leads to.
    type Approved;
}

mod sealed {
    use super::{Approval, Domain, Scope};

    // Public in a private module, so that nobody outside can make a yes of something else.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` can not be made an approval",
        label = "not a yes that was held against the draft under review"
    )]
    #[allow(unnameable_types)]
    pub trait Yes<D: Domain> {
        /// What it is good for.
        type Scope: Scope;

        /// The approval itself.
        fn approval(self) -> Approval<D, Self::Scope>;
    }

    #[diagnostic::on_unimplemented(
        message = "`{Self}` can not be made something to approve for",
        label = "an approval is `ForCommit` or `ForSimulation`",
        note = "the set is closed: no scope can be added from outside"
    )]
    #[allow(unnameable_types)]
    pub trait Sealed {}
}

/// The approval is good for carrying the draft out.
#[derive(Debug)]
pub enum ForCommit {}

/// The approval is good for simulating the draft, and can never lead to a commit.
#[derive(Debug)]
pub enum ForSimulation {}

impl<D: Domain, S: Scope> sealed::Yes<D> for Approval<D, S> {
    type Scope = S;

    fn approval(self) -> Approval<D, S> {
        self
    }
}

impl<D: Domain, S: Scope> Yes<D> for Approval<D, S> {
    type Approved = S::Approved;
}

#[diagnostic::do_not_recommend]
impl sealed::Sealed for ForCommit {}
#[diagnostic::do_not_recommend]
impl sealed::Sealed for ForSimulation {}

impl Scope for ForCommit {
    type Approved = ApprovedForCommit;
}

impl Scope for ForSimulation {
    type Approved = ApprovedForSimulation;
}

/// A yes to one draft of domain `D`, for what `S` says; spent by [`approve`](Run::approve).
///
/// It is not `Clone`, and serde can neither write it nor read it: keep the signed decision, and
/// verify it again.
#[must_use = "an approval does nothing until the run is given it: `review.approve(approval, ..)`"]
pub struct Approval<D: Domain, S: Scope>(Admitted<D>, PhantomData<fn() -> S>);

/// A no to one draft of domain `D`, spent by [`reject`](Run::reject) or [`revoke`](Run::revoke).
#[must_use = "a rejection does nothing until the run is given it: `review.reject(rejection, ..)`"]
pub struct Rejection<D: Domain>(Admitted<D>);

/// A decision that was held against one run and found to be about it.
struct Admitted<D> {
    decided: SavedDecision,
    /// The event that the run is at: which run, which revision, which ledger.
    head: Digest,
    domain: PhantomData<fn() -> D>,
}

impl<D> Admitted<D> {
    fn new(decided: SavedDecision, head: Digest) -> Admitted<D> {
        Admitted { decided, head, domain: PhantomData }
    }
}

impl<D: Domain, S: Scope> Approval<D, S> {
    pub(crate) fn is_for<P>(&self, run: &Run<D, P>) -> bool {
        self.0.head == run.head()
    }

    pub(crate) fn into_decided(self) -> SavedDecision {
        self.0.decided
    }
}

impl<D: Domain> Rejection<D> {
    pub(crate) fn is_for<P>(&self, run: &Run<D, P>) -> bool {
        self.0.head == run.head()
    }

    pub(crate) fn into_decided(self) -> SavedDecision {
        self.0.decided
    }
}

impl<D: Domain, S: Scope> std::fmt::Debug for Approval<D, S> {
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
        let SavedDecision { reviewer, revision, .. } = &self.decided;
        f.debug_struct(name)
            .field("reviewer", &reviewer.as_str())
            .field("revision", revision)
            .finish_non_exhaustive()
    }
}
