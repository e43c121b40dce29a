//! Who signs: the service that holds the key and shows the card to a reviewer whom it knows.

use std::fmt;

use crate::code::Code;
use crate::decision::envelope::{ApprovalId, Envelope, print};
use crate::decision::key::invalid_keyring;
use crate::decision::{Keyring, ReviewCard, SignedDecision, Verdict, view_digest};
use crate::error::Refused;
use crate::id::Reviewer;
use crate::random;
use crate::tick::Tick;

use hmac::Mac;

/// What one reviewer says about one card, to be signed.
#[derive(Clone, Debug)]
pub struct Decision<'a> {
    /// What they were shown.
    pub card: &'a ReviewCard,
    /// Yes, and to what; or no.
    pub verdict: Verdict,
    /// Who decides: as the authority knows them, not as they say.
    pub reviewer: Reviewer,
    /// When.
    pub decided_at: Tick,
    /// The last tick at which it is good.
    pub valid_through: Tick,
}

/// Signs decisions. For the service that holds the key; nothing that proposes may hold one.
///
/// ```
/// use countersign::decision::{Authority, Decision, KeyState, Keyring, RootKey, Verdict};
/// use countersign::domains::museum;
/// use countersign::id::{Audience, Issuer, KeyId};
/// use countersign::{ledger::MemoryLedger, Reviewer, Tick};
///
/// let root = [7, 201, 33].repeat(11);
/// let keyring = || -> Result<Keyring, countersign::Error> {
///     let (issuer, audience) = (Issuer::new("inbox")?, Audience::new("museum")?);
///     let root = RootKey::from_bytes(&root[..32])?;
///     Ok(Keyring::new(issuer, audience).with_key(KeyId::new("k-1")?, root, KeyState::Active)?)
/// };
/// let authority = Authority::new(keyring()?)?; // in the service that reviewers use
/// let keyring = keyring()?; // in the service that acts
///
/// let mut ledger = MemoryLedger::new();
/// let museum = museum::Museum::default();
/// let review = museum::example_in_review(&museum, &mut ledger, Tick::new(5)?)?;
///
/// let signed = authority.sign(&Decision {
///     card: &review.card(),
///     verdict: Verdict::ApproveSimulation,
///     reviewer: Reviewer::new("synthetic-reviewer-a")?,
///     decided_at: Tick::new(6)?,
///     valid_through: Tick::new(8)?,
/// })?;
/// let now = Tick::new(7)?;
/// let approval = signed.verify_simulation(&keyring, &review, &museum, now)?;
/// let _approved = review.approve(approval, &museum)?.save(&mut ledger)??;
/// # Ok::<(), countersign::Error>(())
/// ```
pub struct Authority(Keyring);

impl Authority {
    /// An authority that signs with the keyring's active key.
    ///
    /// # Errors
    /// [`Refused`] with `invalid_keyring` where no key is active.
    pub fn new(keyring: Keyring) -> Result<Authority, Refused> {
        if keyring.has_active() {
            return Ok(Authority(keyring));
        }
        Err(invalid_keyring("no key is active"))
    }

    /// The keys, to verify with: for a program that is both services.
    #[must_use]
    pub fn keyring(&self) -> &Keyring {
        &self.0
    }

    /// Signs a decision, under an approval id of its own.
    ///
    /// # Errors
    /// [`Refused`]: `approval_changed_args` where the card's text is not the one it is bound to,
    /// `self_approval`, `decision_before_draft`, `approval_expired` where it is good for no tick at
    /// all, `invalid_id` where the card holds what no verifier could read, `invalid_keyring` where
    /// no active key is for the card's tenant, `random_failed`.
    pub fn sign(&self, decision: &Decision<'_>) -> Result<SignedDecision, Refused> {
        check(decision)?;
        let mut approval_id = [0; 16];
        random::fill(&mut approval_id)?;
        self.seal(decision, ApprovalId(approval_id))
    }

    fn seal(
        &self,
        decision: &Decision<'_>,
        approval_id: ApprovalId,
    ) -> Result<SignedDecision, Refused> {
        let Authority(keyring) = self;
        let Decision { card, verdict, reviewer, decided_at, valid_through } = decision;
        let (key_id, root) = keyring
            .active_for(&card.tenant)
            .ok_or_else(|| invalid_keyring("no active key is good for this tenant"))?;
        let envelope = Envelope {
            key_id: key_id.clone(),
            issuer: keyring.issuer.clone(),
            audience: keyring.audience.clone(),
            tenant: card.tenant.clone(),
            run_id: card.run_id.clone(),
            requester: card.requester.clone(),
            action: card.action.clone(),
            args_digest: card.args_digest,
            draft_digest: card.draft_digest,
            view_digest: card.view_digest,
            source_version: card.source_version.clone(),
            revision: card.revision,
            verdict: *verdict,
            reviewer: reviewer.clone(),
            decided_at: *decided_at,
            valid_through: *valid_through,
            approval_id,
        };
        let body = envelope.encode();
        // A card is data that came from somewhere: what no verifier could read is not signed.
        if Envelope::decode(&body).as_ref() != Ok(&envelope) {
            return Err(Refused::new((), Code::INVALID_ID, "the card holds what no card can"));
        }
        let tag = root.mac(key_id, &card.tenant, &body).finalize().into_bytes();
        Ok(SignedDecision::from_text(&print(&body, &tag)))
    }
}

fn check(decision: &Decision<'_>) -> Result<(), Refused> {
    let Decision { card, reviewer, decided_at, valid_through, .. } = decision;
    let refuse = |code, detail: &str| Err(Refused::new((), code, detail));
    if view_digest(&card.text) != card.view_digest {
        return refuse(Code::APPROVAL_CHANGED_ARGS, "the card's text is not the one that is bound");
    }
    if reviewer.is(&card.requester) {
        return refuse(Code::SELF_APPROVAL, "the reviewer is who asked");
    }
    if *decided_at < card.drafted_at {
        return refuse(Code::DECISION_BEFORE_DRAFT, "decided before the draft was made");
    }
    if valid_through < decided_at {
        return refuse(Code::APPROVAL_EXPIRED, "it would be good for no tick at all");
    }
    Ok(())
}

impl fmt::Debug for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Authority").field(&self.0).finish()
    }
}
