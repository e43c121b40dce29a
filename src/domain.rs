//! What a user of the library writes: requests, lookups, facts and drafts of their own, and how what
//! was agreed to is carried out.
//!
//! A whole domain, and one run of it from the request to its receipt. [`domains`](crate::domains)
//! has larger ones to copy from.
//!
//! ```
//! use countersign::decision::{Authority, Decision, KeyState, Keyring, RootKey, Verdict};
//! use countersign::domain::{Commit, Domain, Effectful, Facts, Lookup, NoDraft, NoEffect};
//! use countersign::id::{Audience, Issuer, KeyId};
//! use countersign::json::Loose;
//! use countersign::ledger::{Memory, MemoryHandle, MemoryLedger};
//! use countersign::run::{CommitPermit, SimulationPermit};
//! use countersign::{Code, Delivered, Observed, Opening, Policy, Requester, Reviewer, Run, RunId};
//! use countersign::{SourceVersion, Tenant, Tick};
//! use serde::{Deserialize, Serialize};
//!
//! struct Garden;
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq)]
//! struct Weather; // the one question there is
//!
//! impl Lookup for Weather {
//!     fn all() -> &'static [Weather] { &[Weather] }
//!     fn name(self) -> &'static str { "get_weather" }
//! }
//!
//! #[derive(Serialize, Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Request { bed: String, litres: u64 }
//!
//! #[derive(Serialize, Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Watering { bed: String, litres: u64, dry_days: u64 }
//!
//! impl Domain for Garden {
//!     const NAME: &'static str = "garden";
//!     const ACTION: &'static str = "bed.water";
//!     const VERSION: u64 = 1;
//!     type Request = Request;
//!     type Lookup = Weather;
//!     type Fact = u64; // days without rain
//!     type Draft = Watering;
//!     type Args = (String, u64);
//!
//!     fn source_version(&self) -> SourceVersion { SourceVersion::from_static("almanac-1") }
//!     fn may_decide(&self, reviewer: &Reviewer) -> bool { reviewer.as_str() == "gardener" }
//!     fn check_request(request: &Request) -> Result<(), String> {
//!         if request.litres <= 50 { Ok(()) } else { Err("litres: at most 50".to_owned()) }
//!     }
//!     fn check_fact(_: &Request, _: Weather, dry_days: &u64, _: &SourceVersion) -> Result<(), String> {
//!         if *dry_days <= 366 { Ok(()) } else { Err("more than a year".to_owned()) }
//!     }
//!     fn draft(&self, request: &Request, facts: &Facts<Garden>) -> Result<Watering, NoDraft> {
//!         let because = |reason, detail: &str| NoDraft { reason, detail: detail.to_owned() };
//!         let dry_days = *facts.get(Weather).ok_or_else(|| because(Code::NOT_FOUND, "no weather"))?;
//!         if dry_days == 0 {
//!             return Err(because(Code::own("it_rains").unwrap(), "no need to water"));
//!         }
//!         Ok(Watering { bed: request.bed.clone(), litres: request.litres, dry_days })
//!     }
//!     fn args(draft: &Watering) -> (String, u64) { (draft.bed.clone(), draft.litres) }
//!     fn would_change(&self, permit: SimulationPermit<'_, Garden>) -> bool {
//!         permit.draft().litres > 0
//!     }
//! }
//!
//! // The effect: in a ledger in memory it works on named values, in SQLite on tables of its own.
//! impl Effectful for Garden {}
//!
//! impl Commit<Memory> for Garden {
//!     fn effect(
//!         &self,
//!         permit: CommitPermit<'_, Garden>,
//!         values: &mut MemoryHandle<'_>,
//!     ) -> Result<(), NoEffect> {
//!         let (bed, litres) = permit.args();
//!         if values.value(bed) != Some("dry") {
//!             return Err(NoEffect::state_changed("the bed is not dry any more"));
//!         }
//!         values.set_value(bed, &format!("got {litres} litres"));
//!         Ok(())
//!     }
//! }
//!
//! let mut ledger = MemoryLedger::new();
//! ledger.set_value("beans", "dry");
//! let opening = Opening {
//!     tenant: Tenant::new("kitchen-garden")?,
//!     run_id: RunId::new("W-1")?,
//!     requester: Requester::new("watering-agent")?,
//!     policy: Policy::default(),
//!     overrides: None,
//! };
//! let request = Loose::parse(r#"{"bed": "beans", "litres": 12}"#)?;
//! let validated = Run::open(&Garden, opening, &request)?.save(&mut ledger)??;
//! let mut in_flight = validated.reserve(Weather).save(&mut ledger)??;
//! let answer = in_flight.attempt()?.found(9); // or `.temporary(..)`, `.not_found(..)`
//! let observed = in_flight.observe(answer)?.save(&mut ledger)??;
//! let Observed::Complete(looked_up) = observed else { panic!("reserve again") };
//! let review = looked_up.draft(&Garden, Tick::new(5)?)?.save(&mut ledger)??;
//! assert!(review.review_text().contains("dry_days: 9"));
//!
//! // The keys: one service signs, another verifies; both have the same root.
//! let root = RootKey::generate()?;
//! let keyring = Keyring::new(Issuer::new("inbox")?, Audience::new("garden")?)
//!     .with_key(KeyId::new("k-1")?, root, KeyState::Active)?;
//! let authority = Authority::new(keyring)?;
//!
//! let signed = authority.sign(&Decision {
//!     card: &review.card(),
//!     verdict: Verdict::ApproveCommit,
//!     reviewer: Reviewer::new("gardener")?,
//!     decided_at: Tick::new(6)?,
//!     valid_through: Tick::new(8)?,
//! })?;
//!
//! let keyring = authority.keyring();
//! let approval = signed.verify_commit(keyring, &review, &Garden, Tick::new(6)?)?;
//! let approved = review.approve(approval, &Garden)?.save(&mut ledger)??;
//! let committing = approved.begin_commit(&Garden, Tick::new(7)?)?.save(&mut ledger)??;
//! let now = Tick::new(7)?; // in service the clock is read inside the transaction
//! let outcome = committing.commit(&Garden, keyring, || now, &mut ledger)??;
//! let Delivered::Confirmed(committed) = outcome else { panic!("look it up") };
//! assert_eq!(committed.commit_receipt().operation_id.as_str(), "W-1");
//! assert_eq!(ledger.value("beans"), Some("got 12 litres"));
//! # Ok::<(), countersign::Error>(())
//! ```

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::code::Code;
use crate::error::Reason;
use crate::id::{Reviewer, SourceVersion};
use crate::ledger::{Database, LedgerError};
use crate::run::{CommitPermit, SimulationPermit};

/// A domain: what is asked for, what is read, and what is proposed.
///
/// The values are saved as canonical JSON and read back from it, so that what was hashed, what is
/// stored and what is carried out are the same bytes. Give every type
/// `#[serde(deny_unknown_fields)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain",
    label = "this type does not say what is requested, read and drafted",
    note = "implement `countersign::domain::Domain` for it, or use one of `countersign::domains`"
)]
pub trait Domain: Sized {
    /// The domain's name, an id. It is part of every digest.
    const NAME: &'static str;
    /// What a reviewer agrees to, an id: `ticket.close`. With the version after it,
    /// `ticket.close/1`, it is part of every signed decision.
    const ACTION: &'static str;
    /// The version of the domain's rules and types. Raise it when either changes.
    const VERSION: u64;

    /// What is asked for, after it was checked.
    type Request: Serialize + DeserializeOwned;
    /// The questions that can be put to the source.
    type Lookup: Lookup;
    /// What one lookup reads.
    type Fact: Serialize + DeserializeOwned;
    /// The proposed action, exact to the field: what a reviewer decides on.
    type Draft: Serialize + DeserializeOwned;
    /// The part of the draft that is carried out.
    type Args: Serialize + DeserializeOwned;

    /// The version of the source as it is now.
    fn source_version(&self) -> SourceVersion;

    /// Whether this reviewer may decide on this domain's drafts.
    fn may_decide(&self, reviewer: &Reviewer) -> bool;

    /// Checks what the request's type does not: ranges, grammars, lengths.
    ///
    /// # Errors
    /// What is wrong, for a person; the run then stops with `invalid_request`.
    fn check_request(request: &Self::Request) -> Result<(), String>;

    /// Checks that a fact answers the question, and comes from the run's source version.
    ///
    /// # Errors
    /// What is wrong, for a person; the run then stops with `invalid_observation`.
    fn check_fact(
        request: &Self::Request,
        lookup: Self::Lookup,
        fact: &Self::Fact,
        source_version: &SourceVersion,
    ) -> Result<(), String>;

    /// Makes the draft from the request and the facts.
    ///
    /// # Errors
    /// [`NoDraft`] where the facts do not allow one; the run then stops with its code.
    fn draft(&self, request: &Self::Request, facts: &Facts<Self>) -> Result<Self::Draft, NoDraft>;

    /// The part of the draft that would be carried out.
    fn args(draft: &Self::Draft) -> Self::Args;

    /// Whether carrying out the draft would change anything. The permit is lent by a run that was
    /// approved, and by nothing else.
    fn would_change(&self, permit: SimulationPermit<'_, Self>) -> bool;
}

/// The questions that a domain can put to its source, usually a small enum.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no lookup",
    label = "this type does not name the questions a domain can ask",
    note = "implement `countersign::domain::Lookup` for a small enum of questions"
)]
pub trait Lookup: Copy + Eq + std::fmt::Debug + 'static {
    /// Every question there is, at least one. A draft needs the answers to all of them, so that the
    /// run's [`Budget::lookups`](crate::Budget::lookups) has to cover them: by default, two.
    fn all() -> &'static [Self];

    /// The question's name, as planners propose it and events record it: lower-case words joined
    /// by underscores, 64 characters at most, unlike any other's and not `prepare_draft`. A run of
    /// a domain that breaks this is refused with `domain_fault`.
    fn name(self) -> &'static str;

    /// The question of this name.
    #[must_use]
    fn named(name: &str) -> Option<Self> {
        Self::all().iter().copied().find(|lookup| lookup.name() == name)
    }
}

/// A domain that only rehearses: it takes unsigned [fixture decisions](crate::FixtureDecision),
/// whose reviewer is a name that anyone can type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not take fixture decisions",
    label = "fixture decisions are typed names, not authenticated ones",
    note = "take a signed decision: `SignedDecision::verify_commit`, `verify_simulation` or `verify_rejection`",
    note = "`countersign::domain::Rehearsal` is for domains from which nothing real follows"
)]
pub trait Rehearsal: Domain {}

/// A domain with a real effect: its drafts can be carried out, and not only simulated.
///
/// [`Commit`] says how, for each database that it can be done in.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no real effect: it can be simulated, never committed",
    label = "nothing would be carried out",
    note = "take it to a simulation: `SignedDecision::verify_simulation`, then `simulate`",
    note = "a domain with an effect implements `countersign::domain::Effectful` and `Commit<Db>`"
)]
pub trait Effectful: Domain {}

/// How a domain carries its args out, in the same transaction as receipt, event and spent approval.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can not be committed in this ledger",
    label = "it does not say how its args are carried out there",
    note = "implement `countersign::domain::Commit` for it and the database of this ledger, or use a ledger that it has an effect in"
)]
pub trait Commit<Db: Database>: Effectful {
    /// Carries the args out, exactly them, and only where what they rest on is still so: with the
    /// condition in the write itself. A fact that still has to be so by then has its version in the
    /// args, and in the condition.
    ///
    /// The handle runs single statements on the domain's own tables. It can not commit, so that no
    /// effect is ever saved without its receipt.
    ///
    /// # Errors
    /// [`NoEffect`]; whatever was written up to there is undone.
    fn effect(
        &self,
        permit: CommitPermit<'_, Self>,
        handle: &mut Db::Handle<'_>,
    ) -> Result<(), NoEffect>;
}

/// Why nothing was carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoEffect {
    /// The run stops with this reason, which is saved.
    Because(Reason),
    /// The database failed. Nothing is saved: the same commit can be tried again.
    DatabaseFailed(LedgerError),
}

impl NoEffect {
    /// What the draft rests on is no longer so: the run stops with `state_changed`.
    #[must_use]
    pub fn state_changed(detail: &str) -> NoEffect {
        NoEffect::Because(Reason { code: Code::STATE_CHANGED, detail: detail.to_owned() })
    }
}

impl From<LedgerError> for NoEffect {
    fn from(error: LedgerError) -> NoEffect {
        NoEffect::DatabaseFailed(error)
    }
}

/// The facts of a run, by the lookup that read them.
pub struct Facts<D: Domain>(Vec<(D::Lookup, D::Fact)>);

impl<D: Domain> Facts<D> {
    pub(crate) const fn none() -> Facts<D> {
        Facts(Vec::new())
    }

    /// Keeps the newest fact of each lookup.
    pub(crate) fn keep(&mut self, lookup: D::Lookup, fact: D::Fact) {
        self.0.retain(|(known, _)| *known != lookup);
        self.0.push((lookup, fact));
    }

    /// What `lookup` read, where it has.
    #[must_use]
    pub fn get(&self, lookup: D::Lookup) -> Option<&D::Fact> {
        self.0.iter().find(|(known, _)| *known == lookup).map(|(_, fact)| fact)
    }
}

impl<D: Domain> std::fmt::Debug for Facts<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.iter().map(|(lookup, _)| lookup)).finish()
    }
}

/// Why the facts allow no draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoDraft {
    /// The reason the run stops with: [`Code::own`] for a domain of your own, or one of the
    /// catalogue's with which [a domain may stop a run](crate::code::StoppedBy::DomainToo). With any
    /// other the draft can not be saved: every save of it fails with `domain_fault`.
    pub reason: Code,
    /// What is wrong, for a person. It is saved, so leave out what not everyone may read.
    pub detail: String,
}
