//! A desk that closes tickets: a domain with a real effect in memory, and the ways to decide on what
//! it drafts. `Tickets` is not it: more than one name may decide here, and the requester is among
//! them.

use countersign::decision::{Authority, Decision, KeyState, Keyring, ReviewCard, RootKey, Verdict};
use countersign::domain::{Commit, Domain, Effectful, Facts, Lookup, NoDraft, NoEffect};
use countersign::id::{Audience, Issuer, KeyId};
use countersign::json::Loose;
use countersign::ledger::{Memory, MemoryHandle, MemoryLedger};
use countersign::phase::{ApprovedForCommit, Review};
use countersign::run::{CommitPermit, SimulationPermit};
use countersign::{
    Observed, Opening, Policy, Requester, Reviewer, Run, SignedDecision, SourceVersion, Tenant,
};
use serde::{Deserialize, Serialize};

use crate::second_reader::{self, Expected};
use crate::support::{run_id, tick};

/// The root of `tests/vectors/kat/decision_envelope_v1.json`.
pub(crate) const ROOT: [u8; 32] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 31,
];
pub(crate) const ISSUER: &str = "review-desk";
pub(crate) const AUDIENCE: &str = "ledger-eu";
pub(crate) const TENANT: &str = "north-desk";
pub(crate) const OPERATION: &str = "op-close-1042";
pub(crate) const REQUESTER: &str = "desk-agent";
pub(crate) const REVIEWER: &str = "desk-reviewer";
pub(crate) const DRAFTED_AT: u64 = 1000;
pub(crate) const NOW: u64 = 1100;

/// The numbers of the verdicts in an envelope.
pub(crate) const REJECT: u8 = 0;
pub(crate) const COMMIT: u8 = 1;
pub(crate) const SIMULATE: u8 = 2;

pub(crate) struct Desk;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GetCase;

impl Lookup for GetCase {
    fn all() -> &'static [GetCase] {
        &[GetCase]
    }

    fn name(self) -> &'static str {
        "get_case"
    }
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Close {
    resource: String,
    version: u64,
}

impl Domain for Desk {
    const NAME: &'static str = "ticket";
    const ACTION: &'static str = "ticket.close";
    const VERSION: u64 = 1;
    type Request = String;
    type Lookup = GetCase;
    type Fact = u64;
    type Draft = Close;
    type Args = Close;

    fn source_version(&self) -> SourceVersion {
        SourceVersion::new("tickets-v1").unwrap()
    }

    fn may_decide(&self, reviewer: &Reviewer) -> bool {
        [REVIEWER, REQUESTER].contains(&reviewer.as_str())
    }

    fn check_request(_: &String) -> Result<(), String> {
        Ok(())
    }

    fn check_fact(_: &String, _: GetCase, _: &u64, _: &SourceVersion) -> Result<(), String> {
        Ok(())
    }

    fn draft(&self, resource: &String, facts: &Facts<Desk>) -> Result<Close, NoDraft> {
        let version = *facts.get(GetCase).unwrap();
        Ok(Close { resource: resource.clone(), version })
    }

    fn args(draft: &Close) -> Close {
        draft.clone()
    }

    fn would_change(&self, _: SimulationPermit<'_, Desk>) -> bool {
        true
    }
}

impl Effectful for Desk {}

impl Commit<Memory> for Desk {
    fn effect(
        &self,
        permit: CommitPermit<'_, Desk>,
        values: &mut MemoryHandle<'_>,
    ) -> Result<(), NoEffect> {
        let closed = values.value("closed").map_or(0, |closed| closed.parse().unwrap());
        assert_eq!(permit.args().resource, "CASE-1042");
        values.set_value("closed", &(closed + 1).to_string());
        Ok(())
    }
}

/// How often a ticket was closed.
pub(crate) fn closed(ledger: &MemoryLedger) -> u64 {
    ledger.value("closed").map_or(0, |closed| closed.parse().unwrap())
}

pub(crate) fn tenant(name: &str) -> Tenant {
    Tenant::new(name).unwrap()
}

pub(crate) fn review_of(
    ledger: &mut MemoryLedger,
    whose: &str,
    operation: &str,
) -> Run<Desk, Review> {
    let opening = Opening {
        tenant: tenant(whose),
        run_id: run_id(operation),
        requester: Requester::new(REQUESTER).unwrap(),
        policy: Policy { review_ttl: 299, ..Policy::default() },
        overrides: None,
    };
    let request = Loose::parse(r#""CASE-1042""#).unwrap();
    let opened = Run::open(&Desk, opening, &request).unwrap().then_reserve(GetCase);
    let mut in_flight = opened.save(ledger).unwrap().unwrap();
    let answer = in_flight.attempt().unwrap().found(7);
    let observed = in_flight.observe(answer).unwrap().save(ledger).unwrap().unwrap();
    let Observed::Complete(looked_up) = observed else { panic!("the fact is there") };
    looked_up.draft(&Desk, tick(DRAFTED_AT)).unwrap().save(ledger).unwrap().unwrap()
}

pub(crate) fn review() -> Run<Desk, Review> {
    review_of(&mut MemoryLedger::new(), TENANT, OPERATION)
}

pub(crate) fn key_id(id: &str) -> KeyId {
    KeyId::new(id).unwrap()
}

pub(crate) fn keys_for(
    issuer: &str,
    audience: &str,
    keys: &[(&str, [u8; 32], KeyState)],
) -> Keyring {
    let empty = Keyring::new(Issuer::new(issuer).unwrap(), Audience::new(audience).unwrap());
    keys.iter().fold(empty, |keyring, (id, root, state)| {
        keyring.with_key(key_id(id), RootKey::from_bytes(root).unwrap(), *state).unwrap()
    })
}

pub(crate) fn keys(keys: &[(&str, [u8; 32], KeyState)]) -> Keyring {
    keys_for(ISSUER, AUDIENCE, keys)
}

/// The keyring of the vectors.
pub(crate) fn keyring() -> Keyring {
    keys(&[
        ("k-active", ROOT, KeyState::Active),
        ("k-old", ROOT, KeyState::VerifyOnly),
        ("k-revoked", ROOT, KeyState::Revoked),
    ])
}

/// The same for the second reader.
pub(crate) fn states() -> std::collections::BTreeMap<String, String> {
    [("k-active", "active"), ("k-old", "verify_only"), ("k-revoked", "revoked")]
        .map(|(id, state)| (id.to_owned(), state.to_owned()))
        .into()
}

pub(crate) fn authority() -> Authority {
    Authority::new(keyring()).unwrap()
}

pub(crate) fn decision(card: &ReviewCard, verdict: Verdict) -> Decision<'_> {
    Decision {
        card,
        verdict,
        reviewer: Reviewer::new(REVIEWER).unwrap(),
        decided_at: tick(1010),
        valid_through: tick(1299),
    }
}

/// A yes to committing, signed by the authority with the keyring's active key.
pub(crate) fn signed_yes(authority: &Authority, review: &Run<Desk, Review>) -> SignedDecision {
    authority.sign(&decision(&review.card(), Verdict::ApproveCommit)).unwrap()
}

/// Brings a run to its approval.
pub(crate) fn approve(
    ledger: &mut MemoryLedger,
    review: Run<Desk, Review>,
    keyring: &Keyring,
    signed: SignedDecision,
) -> Run<Desk, ApprovedForCommit> {
    let approval = signed.verify_commit(keyring, &review, &Desk, tick(NOW)).unwrap();
    review.approve(approval, &Desk).unwrap().save(ledger).unwrap().unwrap()
}

/// What the second reader holds an envelope against.
pub(crate) fn expected(card: &ReviewCard) -> Expected {
    Expected {
        issuer: ISSUER.to_owned(),
        audience: AUDIENCE.to_owned(),
        tenant: card.tenant.to_string(),
        run_id: card.run_id.to_string(),
        requester: card.requester.to_string(),
        action: card.action.clone(),
        args_digest: *card.args_digest.as_bytes(),
        draft_digest: *card.draft_digest.as_bytes(),
        view_digest: *card.view_digest.as_bytes(),
        source_version: card.source_version.to_string(),
        revision: card.revision,
        drafted_at: card.drafted_at.get(),
        reviewers_allowed: vec![REVIEWER.to_owned(), REQUESTER.to_owned()],
    }
}

/// Where some of the pieces stand.
pub(crate) const TYPE_AT: usize = 0;
pub(crate) const KEY_ID_AT: usize = 1;
pub(crate) const REQUESTER_AT: usize = 6;
pub(crate) const VERDICT_AT: usize = 13;
pub(crate) const REVIEWER_AT: usize = 14;

/// The 18 pieces of a decision on a card, made by hand.
pub(crate) fn pieces(card: &ReviewCard, verdict: u8) -> Vec<Vec<u8>> {
    let number = |number: u64| number.to_be_bytes().to_vec();
    vec![
        b"countersign.decision/v1".to_vec(),
        b"k-active".to_vec(),
        ISSUER.into(),
        AUDIENCE.into(),
        card.tenant.as_str().into(),
        card.run_id.as_str().into(),
        card.requester.as_str().into(),
        card.action.as_str().into(),
        card.args_digest.as_bytes().to_vec(),
        card.draft_digest.as_bytes().to_vec(),
        card.view_digest.as_bytes().to_vec(),
        card.source_version.as_str().into(),
        number(card.revision),
        vec![verdict],
        REVIEWER.into(),
        number(1010),
        number(1299),
        (0xa0..0xb0).collect(),
    ]
}

/// Pieces under a right tag.
pub(crate) fn compose(pieces: &[Vec<u8>]) -> String {
    second_reader::compose(pieces, &ROOT, "k-active", TENANT)
}

/// The code, as it is said outside, and the operator's cause.
pub(crate) type Said = Result<(), (String, &'static str)>;

/// What the library says to a text.
pub(crate) fn verify(
    text: &str,
    keyring: &Keyring,
    review: &Run<Desk, Review>,
    asked: u8,
    now: u64,
) -> Said {
    let (signed, now) = (SignedDecision::from_text(text), tick(now));
    let said = match asked {
        REJECT => signed.verify_rejection(keyring, review, &Desk, now).map(drop),
        COMMIT => signed.verify_commit(keyring, review, &Desk, now).map(drop),
        _ => signed.verify_simulation(keyring, review, &Desk, now).map(drop),
    };
    said.map_err(|unverified| {
        if unverified.reason().code.as_str() == "approval_invalid" {
            let said = unverified.to_string();
            assert_eq!(said, "approval_invalid: it is not valid for this run");
        }
        (unverified.reason().code.as_str().to_owned(), unverified.cause())
    })
}

pub(crate) fn invalid(cause: &'static str) -> Said {
    Err(("approval_invalid".to_owned(), cause))
}
