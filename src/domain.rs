//! What a user of the library writes: requests, lookups, facts and drafts of their own.
//!
//! The rehearsal domain of the museum, [`domains::museum`](crate::domains::museum), is an example
//! to copy from.
//!
//! ```
//! use countersign::domain::{Domain, Lookup};
//! use countersign::domains::museum::{Catalogue, Museum};
//!
//! let museum = Museum::new(Catalogue::fixture());
//! assert_eq!(museum.source_version().as_str(), "CAT-v1");
//! assert_eq!(<Museum as Domain>::Lookup::all().len(), 1);
//! ```

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::code::Code;
use crate::id::{Reviewer, SourceVersion};
use crate::run::SimulationPermit;

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
    /// Every question there is, at least one. A draft needs the answers to all of them.
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
    note = "only a domain that declares itself a `countersign::domain::Rehearsal` takes them"
)]
pub trait Rehearsal: Domain {}

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
    /// The reason the run stops with: [`Code::own`] for a domain of your own.
    pub reason: Code,
    /// What is wrong, for a person. It is saved, so leave out what not everyone may read.
    pub detail: String,
}
