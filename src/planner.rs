//! Planners propose; the engine disposes.
//!
//! A planner sees a [`View`]: the phase, which facts are there, what is left of each budget and
//! what is allowed. It never sees a note, an id, a digest or a key. What it proposes is a raw
//! [`Candidate`], and only [admission](Candidate::admit) makes a move of it.
//!
//! ```
//! use countersign::domains::museum::Museum;
//! use countersign::planner::{Admitted, Candidate, Stage};
//!
//! let too_early = Candidate::plain("prepare_draft").admit::<Museum>(Stage::FactsMissing);
//! assert!(too_early.is_err());
//! let look_up = Candidate::plain("lookup_catalogue").admit::<Museum>(Stage::FactsMissing);
//! assert!(matches!(look_up, Ok(Admitted::Reserve(_))));
//! ```

use serde::{Deserialize, Serialize};

use crate::domain::{Domain, Lookup};
use crate::json::Canonical;
use crate::run::State;

/// The operation that makes the draft. The others are the domain's lookups, by name.
pub const PREPARE_DRAFT: &str = "prepare_draft";

/// The longest operation name that is kept, in characters.
const MAX_OPERATION: usize = 128;

/// What a planner proposes: untrusted, until it is admitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    operation: String,
    arguments: Canonical,
}

impl Candidate {
    /// An operation with arguments. Of a longer operation name the first 128 characters are kept;
    /// no allowlist has one that long.
    #[must_use]
    pub fn new(operation: &str, arguments: Canonical) -> Candidate {
        Candidate { operation: operation.chars().take(MAX_OPERATION).collect(), arguments }
    }

    /// An operation without arguments.
    #[must_use]
    pub fn plain(operation: &str) -> Candidate {
        Candidate::new(operation, Canonical::empty_object())
    }

    /// Whether it brings no arguments: every candidate that was admitted.
    pub(crate) fn is_plain(&self) -> bool {
        self.arguments == Canonical::empty_object()
    }

    /// The operation's name, as it was proposed.
    #[must_use]
    pub fn operation(&self) -> &str {
        &self.operation
    }

    /// Checks the candidate against the domain's allowlist and the stage the run is at.
    ///
    /// # Errors
    /// [`Inadmissible`], which a run takes to stop with `invalid_action`.
    pub fn admit<D: Domain>(self, stage: Stage) -> Result<Admitted<D>, Inadmissible> {
        let admitted = if self.operation == PREPARE_DRAFT {
            Some(Admitted::Draft)
        } else {
            D::Lookup::named(&self.operation).map(Admitted::Reserve)
        };
        match (admitted, stage) {
            (None, _) => Err(self.because("the operation is not on the allowlist")),
            (Some(_), _) if !self.is_plain() => {
                Err(self.because("the operation takes no arguments from a planner"))
            }
            (Some(Admitted::Draft), Stage::FactsMissing) => Err(Inadmissible::draft_too_early()),
            (Some(admitted), _) => Ok(admitted),
        }
    }

    fn because(self, why: &str) -> Inadmissible {
        Inadmissible { candidate: self, why: why.to_owned() }
    }
}

/// A candidate that may be carried out.
pub enum Admitted<D: Domain> {
    /// Reserve this lookup.
    Reserve(D::Lookup),
    /// Make the draft.
    Draft,
}

impl<D: Domain> std::fmt::Debug for Admitted<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Admitted::Reserve(lookup) => f.debug_tuple("Reserve").field(lookup).finish(),
            Admitted::Draft => f.write_str("Draft"),
        }
    }
}

/// A candidate that may not be carried out.
#[derive(Clone, Debug)]
#[must_use = "hand this to the run, which then stops with `invalid_action`"]
pub struct Inadmissible {
    pub(crate) candidate: Candidate,
    pub(crate) why: String,
}

impl Inadmissible {
    pub(crate) fn draft_too_early() -> Inadmissible {
        Candidate::plain(PREPARE_DRAFT).because("a draft needs every fact first")
    }
}

/// Where a run is when a planner is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Stage {
    /// Some required fact is missing.
    #[serde(rename = "VALIDATED")]
    FactsMissing,
    /// Every required fact is there.
    #[serde(rename = "LOOKED_UP")]
    FactsThere,
}

/// All that a planner gets to see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Where the run is.
    pub phase: Stage,
    /// The lookups whose facts are there.
    pub facts: Vec<String>,
    /// What is left of the budget.
    pub left: Left,
    /// What may be proposed.
    pub allowed: Vec<&'static str>,
}

impl View {
    /// What a planner may see of a run of domain `D`.
    pub(crate) fn of<D: Domain>(phase: Stage, state: &State) -> View {
        let (budget, used) = (&state.opened.policy.budget, &state.used);
        let lookups = D::Lookup::all().iter().map(|lookup| lookup.name());
        let left_at = |name| (name, budget.attempts.saturating_sub(used.attempts(name)));
        View {
            phase,
            facts: state.facts.keys().cloned().collect(),
            left: Left {
                steps: budget.steps.saturating_sub(used.steps),
                lookups: budget.lookups.saturating_sub(used.lookups),
                attempts: lookups.clone().map(left_at).collect(),
                writes: budget.writes.saturating_sub(used.writes),
            },
            allowed: lookups.chain([PREPARE_DRAFT]).collect(),
        }
    }
}

/// What is left of each budget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Left {
    /// Steps.
    pub steps: u64,
    /// Lookups, of all kinds together.
    pub lookups: u64,
    /// Attempts at each lookup.
    pub attempts: Vec<(&'static str, u64)>,
    /// Commits.
    pub writes: u64,
}

/// Something that proposes the next operation: a model, a rule, a script.
pub trait Planner {
    /// The next candidate.
    fn propose(&mut self, view: &View) -> Candidate;
}

/// Looks up until every fact is there, then drafts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Baseline;

impl Planner for Baseline {
    fn propose(&mut self, view: &View) -> Candidate {
        let missing = view.allowed.iter().find(|operation| {
            **operation != PREPARE_DRAFT && !view.facts.iter().any(|fact| fact == *operation)
        });
        Candidate::plain(missing.copied().unwrap_or(PREPARE_DRAFT))
    }
}

/// Always looks up, and never gets anywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Repeat;

impl Planner for Repeat {
    fn propose(&mut self, view: &View) -> Candidate {
        Candidate::plain(view.allowed.first().copied().unwrap_or(PREPARE_DRAFT))
    }
}

/// Asks for an operation that does not exist.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rogue;

impl Planner for Rogue {
    fn propose(&mut self, _: &View) -> Candidate {
        Candidate::plain("publish_label")
    }
}

/// Proposes what it was given, in order; the last one again and again.
#[derive(Clone, Debug)]
pub struct Scripted {
    last: Candidate,
    coming: std::vec::IntoIter<Candidate>,
}

impl Scripted {
    /// A script that begins with `first`.
    #[must_use]
    pub fn new(first: Candidate, then: Vec<Candidate>) -> Scripted {
        let mut coming = vec![first.clone()];
        coming.extend(then);
        Scripted { last: first, coming: coming.into_iter() }
    }
}

impl Planner for Scripted {
    fn propose(&mut self, _: &View) -> Candidate {
        if let Some(next) = self.coming.next() {
            self.last = next;
        }
        self.last.clone()
    }
}
