//! A domain with an effect that would show if it happened twice: it counts up, on no condition. And
//! short ways through its phases, with keys of its own.

use base64ct::{Base64UrlUnpadded, Encoding};
use countersign::decision::{ApprovalId, Authority, Decision, KeyState, Keyring, RootKey, Verdict};
use countersign::digest::{Digest, Piece};
use countersign::domain::{Commit, Domain, Effectful, Facts, Lookup, NoDraft, NoEffect};
use countersign::event::SavedEvent;
use countersign::id::{Audience, Issuer, KeyId};
use countersign::json::Loose;
use countersign::ledger::{Ledger, Memory, MemoryHandle, MemoryLedger};
use countersign::phase::{ApprovedForCommit, Committing, LookedUp, Review};
use countersign::run::{CommitPermit, SimulationPermit};
use countersign::{
    AnyRun, Budget, Code, Observed, Opening, Policy, Reason, Requester, Reviewer, Run, RunId,
    SignedDecision, SourceVersion, Tenant, resume,
};

use crate::support::*;

pub(crate) const NAME: &str = "tally";

/// What the effect does, beside what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    Honest,
    /// Writes, and then finds that it should not have.
    ChangesItsMind,
    Panics,
    /// Gives this as its reason.
    StopsWith(Code),
    /// Does not know its reviewer any more.
    HasLostItsReviewer,
    /// Runs this statement too, where there are statements.
    #[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
    Tries(&'static str),
    /// Runs it, and does not look at what came of it.
    #[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
    PassesOver(&'static str),
}

pub(crate) struct Tally {
    pub(crate) source: SourceVersion,
    pub(crate) manner: Manner,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { source: SourceVersion::new("tally-1").unwrap(), manner: Manner::Honest }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count;

impl Lookup for Count {
    fn all() -> &'static [Count] {
        &[Count]
    }

    fn name(self) -> &'static str {
        "count"
    }
}

impl Domain for Tally {
    const NAME: &'static str = NAME;
    const ACTION: &'static str = "tally.add";
    const VERSION: u64 = 1;

    type Request = u64;
    type Lookup = Count;
    type Fact = u64;
    type Draft = u64;
    type Args = u64;

    fn source_version(&self) -> SourceVersion {
        self.source.clone()
    }

    fn may_decide(&self, reviewer: &Reviewer) -> bool {
        let known = ["counter", "agent"].contains(&reviewer.as_str());
        known && self.manner != Manner::HasLostItsReviewer
    }

    fn check_request(_: &u64) -> Result<(), String> {
        Ok(())
    }

    fn check_fact(_: &u64, _: Count, _: &u64, _: &SourceVersion) -> Result<(), String> {
        Ok(())
    }

    fn draft(&self, request: &u64, _: &Facts<Tally>) -> Result<u64, NoDraft> {
        Ok(*request)
    }

    fn args(draft: &u64) -> u64 {
        *draft
    }

    fn would_change(&self, _: SimulationPermit<'_, Tally>) -> bool {
        true
    }
}

impl Effectful for Tally {}

impl Commit<Memory> for Tally {
    fn effect(
        &self,
        permit: CommitPermit<'_, Tally>,
        values: &mut MemoryHandle<'_>,
    ) -> Result<(), NoEffect> {
        let before: u64 = values.value(NAME).map_or(0, |value| value.parse().unwrap());
        values.set_value(NAME, &(before + permit.args()).to_string());
        match &self.manner {
            Manner::StopsWith(code) => Err(stop_with(code)),
            Manner::ChangesItsMind => Err(NoEffect::state_changed("it is another one now")),
            Manner::Panics => panic!("the domain's own code"),
            _ => Ok(()),
        }
    }
}

pub(crate) fn stop_with(code: &Code) -> NoEffect {
    NoEffect::Because(Reason { code: code.clone(), detail: String::new() })
}

pub(crate) fn tenant() -> Tenant {
    Tenant::new("ward").unwrap()
}

pub(crate) fn counted(ledger: &MemoryLedger) -> &str {
    ledger.value(NAME).unwrap_or("0")
}

fn root() -> RootKey {
    let root: Vec<u8> = (100..132).collect();
    RootKey::from_bytes(&root).unwrap()
}

pub(crate) fn key_id() -> KeyId {
    KeyId::new("k-1").unwrap()
}

pub(crate) fn keyring() -> Keyring {
    keyring_of("inbox", "executor")
}

pub(crate) fn keyring_of(issuer: &str, audience: &str) -> Keyring {
    Keyring::new(Issuer::new(issuer).unwrap(), Audience::new(audience).unwrap())
        .with_key(key_id(), root(), KeyState::Active)
        .unwrap()
}

/// How a run is opened and decided on, unless a test says otherwise: drafted at tick 5, in time
/// through tick 15.
pub(crate) struct Terms {
    pub(crate) amount: u64,
    pub(crate) tenant: Tenant,
    pub(crate) overrides: Option<RunId>,
    pub(crate) writes: u64,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { amount: 1, tenant: tenant(), overrides: None, writes: 2 }
    }
}

pub(crate) fn looked_up<L: Ledger>(ledger: &mut L, id: &str, terms: Terms) -> Run<Tally, LookedUp> {
    let opening = Opening {
        tenant: terms.tenant,
        run_id: run_id(id),
        requester: Requester::new("agent").unwrap(),
        policy: Policy {
            review_ttl: 10,
            budget: Budget { steps: 20, writes: terms.writes, ..Budget::default() },
        },
        overrides: terms.overrides,
    };
    let request = Loose::parse(&terms.amount.to_string()).unwrap();
    let opened = Run::open(&Tally::default(), opening, &request).unwrap();
    let mut in_flight = opened.then_reserve(Count).save(ledger).unwrap().unwrap();
    let answer = in_flight.attempt().unwrap().found(0);
    match in_flight.observe(answer).unwrap().save(ledger).unwrap().unwrap() {
        Observed::Complete(looked_up) => looked_up,
        Observed::MoreToRead(_) => panic!("the fact is there"),
    }
}

pub(crate) fn review<L: Ledger>(ledger: &mut L, id: &str) -> Run<Tally, Review> {
    review_under(ledger, id, Terms::default())
}

pub(crate) fn review_under<L: Ledger>(
    ledger: &mut L,
    id: &str,
    terms: Terms,
) -> Run<Tally, Review> {
    let drafted = looked_up(ledger, id, terms).draft(&Tally::default(), tick(5)).unwrap();
    drafted.save(ledger).unwrap().unwrap()
}

/// Signed at tick 6, good through tick 12.
pub(crate) fn signed(review: &Run<Tally, Review>, verdict: Verdict) -> SignedDecision {
    signed_through(review, verdict, 12)
}

pub(crate) fn signed_through(
    review: &Run<Tally, Review>,
    verdict: Verdict,
    valid_through: u64,
) -> SignedDecision {
    let decision = Decision {
        card: &review.card(),
        verdict,
        reviewer: Reviewer::new("counter").unwrap(),
        decided_at: tick(6),
        valid_through: tick(valid_through),
    };
    Authority::new(keyring()).unwrap().sign(&decision).unwrap()
}

/// Presented at tick 6.
pub(crate) fn approve<L: Ledger>(
    ledger: &mut L,
    review: Run<Tally, Review>,
) -> Run<Tally, ApprovedForCommit> {
    let signed = signed(&review, Verdict::ApproveCommit);
    let approval = signed.verify_commit(&keyring(), &review, &Tally::default(), tick(6)).unwrap();
    review.approve(approval, &Tally::default()).unwrap().save(ledger).unwrap().unwrap()
}

pub(crate) fn approved<L: Ledger>(ledger: &mut L, id: &str) -> Run<Tally, ApprovedForCommit> {
    let review = review(ledger, id);
    approve(ledger, review)
}

/// Begun at tick 7.
pub(crate) fn begin<L: Ledger>(
    ledger: &mut L,
    approved: Run<Tally, ApprovedForCommit>,
) -> Run<Tally, Committing> {
    approved.begin_commit(&Tally::default(), tick(7)).unwrap().save(ledger).unwrap().unwrap()
}

pub(crate) fn committing<L: Ledger>(ledger: &mut L, id: &str) -> Run<Tally, Committing> {
    let approved = approved(ledger, id);
    begin(ledger, approved)
}

pub(crate) fn found<L: Ledger>(ledger: &mut L, id: &str) -> AnyRun<Tally> {
    resume(ledger, &tenant(), &run_id(id)).unwrap().unwrap()
}

/// The events of run `op-1` as somebody left them who has the file, edits bodies, and makes the
/// chain right again.
pub(crate) struct Rechained(Planted);

impl Rechained {
    pub(crate) fn of(events: &[SavedEvent], edit: impl Fn(&SavedEvent) -> String) -> Rechained {
        let mut previous = Digest::ZERO;
        let mut revision = 0;
        let chained = events.iter().map(|event| {
            revision += 1;
            let body = edit(event);
            let pieces = [
                Piece::Text("ward"),
                Piece::Text("op-1"),
                Piece::Number(revision),
                Piece::Digest(&previous),
                Piece::Text(&body),
            ];
            let digest = Digest::of("countersign.event/v1", &pieces);
            let event = SavedEvent { revision, previous, digest, body };
            previous = digest;
            event
        });
        Rechained(Planted(chained.collect()))
    }

    pub(crate) fn resume(&mut self) -> AnyRun<Tally> {
        resume(&mut self.0, &tenant(), &run_id("op-1")).unwrap().unwrap()
    }

    pub(crate) fn refusal(&mut self) -> Option<Code> {
        let resumed = resume::<Tally, _>(&mut self.0, &tenant(), &run_id("op-1"));
        resumed.err().map(|error| error.code().clone())
    }

    pub(crate) fn refuses(&mut self) -> bool {
        let resumed = resume::<Tally, _>(&mut self.0, &tenant(), &run_id("op-1"));
        resumed.is_err_and(|error| error.is_damaged())
    }
}

/// The last piece of an envelope.
pub(crate) fn approval_id_of(signed: &SignedDecision) -> ApprovalId {
    let body = signed.as_str().split('.').nth(1).unwrap();
    let body = Base64UrlUnpadded::decode_vec(body).unwrap();
    let id = u128::from_be_bytes(*body.last_chunk().unwrap());
    format!("{id:032x}").parse().unwrap()
}
