//! What arrives from outside: a text that claims to be a signed decision, and the checks that turn
//! it into an approval or a rejection, or don't.

use std::fmt;
use std::marker::PhantomData;

use hmac::Mac;

use crate::code::Code;
use crate::decision::envelope::{Envelope, Parts, read};
use crate::decision::key::{KeyState, Keyring};
use crate::decision::{Admitted, Approval, ForCommit, ForSimulation, Rejection, Verdict};
use crate::domain::{Domain, Effectful};
use crate::error::{Error, Reason, Refused};
use crate::event::{AuthorityKind, SavedDecision};
use crate::id::Tenant;
use crate::phase::{ApprovedForCommit, Review};
use crate::run::{Core, Run, State};
use crate::tick::Tick;

/// A decision as it arrives: a text that says it is signed. Nothing of it is believed until one of
/// the `verify_` methods has turned it into an [`Approval`] or a [`Rejection`].
///
/// `Debug` shows nothing of the text: whoever has it can present it.
#[derive(Clone, PartialEq, Eq)]
pub struct SignedDecision(Box<str>);

/// A signed decision that was not taken. The run is untouched.
///
/// What is said outside is the [reason](Unverified::reason), one text for whatever is wrong with
/// the envelope; the [cause](Unverified::cause) is for the operator of the verifying service.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unverified {
    reason: Reason,
    cause: &'static str,
}

impl Unverified {
    /// Why, as it may be said outside.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// Which check failed, in one or two words. Not to be told to whoever presented the decision:
    /// it would help a forger along.
    #[must_use]
    pub fn cause(&self) -> &'static str {
        self.cause
    }

    fn invalid(cause: &'static str) -> Unverified {
        Unverified::because(Code::APPROVAL_INVALID, cause, "it is not valid for this run")
    }

    fn because(code: Code, cause: &'static str, detail: impl Into<String>) -> Unverified {
        Unverified { reason: Reason::new(code, detail), cause }
    }
}

impl From<Unverified> for Refused {
    fn from(Unverified { reason, .. }: Unverified) -> Refused {
        reason.into()
    }
}

impl From<Unverified> for Error {
    fn from(Unverified { reason, .. }: Unverified) -> Error {
        Error::Refusal(reason)
    }
}

impl fmt::Debug for SignedDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignedDecision(..)")
    }
}

impl SignedDecision {
    /// A decision that arrived as a text. Any text will do: it is verified later.
    #[must_use]
    pub fn from_text(text: &str) -> SignedDecision {
        SignedDecision(text.into())
    }

    /// The text, to be sent on.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Takes the decision as a yes to carrying out the draft under review.
    ///
    /// # Errors
    /// [`Unverified`], in this order: `approval_invalid`, `unknown_reviewer`, `self_approval`,
    /// `approval_changed_args`, `decision_before_draft`, `approval_expired`. The run is untouched.
    pub fn verify_commit<D: Effectful>(
        self,
        keyring: &Keyring,
        review: &Run<D, Review>,
        domain: &D,
        now: Tick,
    ) -> Result<Approval<D, ForCommit>, Unverified> {
        let asked = Asked { keyring, domain, verdict: Verdict::ApproveCommit, now };
        asked.admit(&self, review.core()).map(|yes| Approval(yes, PhantomData))
    }

    /// Takes the decision as a yes to simulating the draft under review, and to nothing else.
    ///
    /// # Errors
    /// As [`verify_commit`](SignedDecision::verify_commit).
    pub fn verify_simulation<D: Domain>(
        self,
        keyring: &Keyring,
        review: &Run<D, Review>,
        domain: &D,
        now: Tick,
    ) -> Result<Approval<D, ForSimulation>, Unverified> {
        let asked = Asked { keyring, domain, verdict: Verdict::ApproveSimulation, now };
        asked.admit(&self, review.core()).map(|yes| Approval(yes, PhantomData))
    }

    /// Takes the decision as a no to the draft under review.
    ///
    /// # Errors
    /// As [`verify_commit`](SignedDecision::verify_commit).
    pub fn verify_rejection<D: Domain>(
        self,
        keyring: &Keyring,
        review: &Run<D, Review>,
        domain: &D,
        now: Tick,
    ) -> Result<Rejection<D>, Unverified> {
        let asked = Asked { keyring, domain, verdict: Verdict::Reject, now };
        asked.admit(&self, review.core()).map(Rejection)
    }

    /// Takes the decision, a signed no to a draft that was approved before, as the end of that
    /// approval: for [`revoke`](Run::revoke).
    ///
    /// # Errors
    /// As [`verify_commit`](SignedDecision::verify_commit).
    pub fn verify_revocation<D: Domain>(
        self,
        keyring: &Keyring,
        approved: &Run<D, ApprovedForCommit>,
        domain: &D,
        now: Tick,
    ) -> Result<Rejection<D>, Unverified> {
        let asked = Asked { keyring, domain, verdict: Verdict::Reject, now };
        asked.admit(&self, approved.core()).map(Rejection)
    }
}

/// What a decision is asked to be.
struct Asked<'a, D> {
    keyring: &'a Keyring,
    domain: &'a D,
    verdict: Verdict,
    now: Tick,
}

impl<D: Domain> Asked<'_, D> {
    /// The checks, in their order.
    fn admit(&self, signed: &SignedDecision, core: &Core<D>) -> Result<Admitted<D>, Unverified> {
        let state = &core.state;
        let envelope =
            authenticate(&signed.0, self.keyring, &state.tenant).map_err(Unverified::invalid)?;
        self.check_purpose(&envelope, state)?;
        self.check_reviewer(&envelope)?;
        check_content(&envelope, state)?;
        self.check_time(&envelope, state)?;
        let decided = SavedDecision {
            authority: AuthorityKind::Signed {
                envelope: signed.0.to_string(),
                presented_at: self.now,
            },
            verdict: envelope.verdict,
            reviewer: envelope.reviewer,
            draft_digest: envelope.draft_digest,
            revision: envelope.revision,
            decided_at: envelope.decided_at,
        };
        Ok(Admitted::new(decided, state.head))
    }

    fn check_purpose(&self, envelope: &Envelope, state: &State) -> Result<(), Unverified> {
        let wrong = |holds: bool, cause| (!holds).then_some(cause);
        let cause = wrong(envelope.issuer == self.keyring.issuer, "issuer")
            .or_else(|| wrong(envelope.audience == self.keyring.audience, "audience"))
            .or_else(|| state.names_another(envelope))
            .or_else(|| wrong(envelope.verdict == self.verdict, "scope"));
        cause.map_or(Ok(()), |cause| Err(Unverified::invalid(cause)))
    }

    fn check_reviewer(&self, envelope: &Envelope) -> Result<(), Unverified> {
        let reviewer = &envelope.reviewer;
        if !self.domain.may_decide(reviewer) {
            let detail = format!("{reviewer} may not decide this");
            return Err(Unverified::because(Code::UNKNOWN_REVIEWER, "reviewer", detail));
        }
        if reviewer.is(&envelope.requester) {
            let detail = format!("{reviewer} asked for this");
            return Err(Unverified::because(Code::SELF_APPROVAL, "reviewer", detail));
        }
        Ok(())
    }

    fn check_time(&self, envelope: &Envelope, state: &State) -> Result<(), Unverified> {
        let Envelope { decided_at, valid_through, .. } = envelope;
        let now = self.now;
        let drafted_at = state.drafted_at();
        if now < *decided_at || *decided_at < drafted_at {
            let detail =
                format!("tick {now}, decided at tick {decided_at}, drafted at tick {drafted_at}");
            return Err(Unverified::because(Code::DECISION_BEFORE_DRAFT, "time", detail));
        }
        if now > *valid_through {
            let detail = format!("tick {now}, it was good through tick {valid_through}");
            return Err(Unverified::because(Code::APPROVAL_EXPIRED, "time", detail));
        }
        Ok(())
    }
}

fn check_content(envelope: &Envelope, state: &State) -> Result<(), Unverified> {
    let Some(cause) = state.differs_from(envelope) else { return Ok(()) };
    let detail = format!("it was decided on another {cause} than is under review");
    Err(Unverified::because(Code::APPROVAL_CHANGED_ARGS, cause, detail))
}

/// Checks form, key and tag, under the key of the tenant that is expected.
fn authenticate(text: &str, keyring: &Keyring, tenant: &Tenant) -> Result<Envelope, &'static str> {
    let Parts { body, tag } = read(text).map_err(super::envelope::Flaw::as_str)?;
    let envelope = Envelope::decode(&body).map_err(super::envelope::Flaw::as_str)?;
    let root = match keyring.find(&envelope.key_id, tenant) {
        None => return Err("unknown_key"),
        Some((_, KeyState::Revoked)) => return Err("revoked_key"),
        Some((root, KeyState::Active | KeyState::VerifyOnly)) => root,
    };
    // In constant time: the comparison is the library's own.
    root.mac(&envelope.key_id, tenant, &body).verify(&tag.into()).map_err(|_| "tag")?;
    Ok(envelope)
}

/// Whether an envelope that was verified before still is: its key may have been revoked since, or
/// the keyring may be another one.
pub(crate) fn is_still_good(text: &str, keyring: &Keyring, tenant: &Tenant) -> bool {
    let is_for = |envelope: Envelope| {
        envelope.issuer == keyring.issuer && envelope.audience == keyring.audience
    };
    authenticate(text, keyring, tenant).is_ok_and(is_for)
}
