//! The museum: a label's year is compared with a catalogue, and a person decides on the finding.
//!
//! **A rehearsal.** Reviewer names are typed fixtures, no authentication; ticks are no clock; the
//! cases are authored regression evidence; nothing here judges historical truth or changes a
//! label.
//!
//! ```
//! use countersign::domains::museum::{self, Card, Question, Museum};
//! use countersign::{ledger::MemoryLedger, Observed};
//!
//! let mut ledger = MemoryLedger::new();
//! let museum = Museum::default();
//! let card = Card::read(
//!     r#"{"request_id":"R-1","exhibit_id":"EX-101","observed_year":1904,"note":""}"#,
//! )?;
//! let validated = museum.open(&card, Default::default())?.save(&mut ledger)??;
//! let mut in_flight = validated.reserve(Question::Catalogue).save(&mut ledger)??;
//! let answer = museum.look_up(in_flight.attempt()?);
//! let observed = in_flight.observe(answer)?.save(&mut ledger)??;
//! assert!(matches!(observed, Observed::Complete(_)));
//! # Ok::<(), countersign::Error>(())
//! ```

mod card;
mod cases;
mod catalogue;
pub mod desk;
pub mod evaluate;
pub mod opening;
pub mod rehearsal;
mod strict;

use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::domain::{Domain, Facts, Lookup, NoDraft, Rehearsal};
use crate::error::{Error, Reason, Refused};
use crate::id::{Requester, Reviewer, SourceVersion, Tenant};
use crate::ledger::Ledger;
use crate::phase::{Review, Validated};
use crate::policy::Policy;
use crate::run::{Answer, Attempt, Observed, Opening, Run, SimulationPermit, Unsaved};
use crate::tick::Tick;

pub use card::{Card, LabelRequest, MAX_CARD_BYTES};
pub use catalogue::Catalogue;

/// The one name that may decide here. Anyone can type it.
pub const FIXTURE_REVIEWER: Reviewer = Reviewer::from_static("synthetic-reviewer-a");

/// The museum's tenant.
pub const TENANT: Tenant = Tenant::from_static("north-quay");

/// The museum as a domain, with the catalogue it reads.
#[derive(Clone, Debug)]
pub struct Museum {
    catalogue: Catalogue,
}

/// The only question there is: what year the catalogue gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// `lookup_catalogue`.
    Catalogue,
}

impl Lookup for Question {
    fn all() -> &'static [Question] {
        &[Question::Catalogue]
    }

    fn name(self) -> &'static str {
        match self {
            Question::Catalogue => "lookup_catalogue",
        }
    }
}

/// What the catalogue says of one exhibit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueFact {
    /// Which exhibit.
    pub exhibit_id: String,
    /// The year of the entry.
    pub year: i64,
    /// The version of the catalogue it was read from.
    pub source_version: String,
}

/// What the comparison found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Finding {
    /// Label and catalogue give the same year.
    Match,
    /// They differ.
    Mismatch,
}

impl Finding {
    /// The finding as it is saved and printed.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Finding::Match => "MATCH",
            Finding::Mismatch => "MISMATCH",
        }
    }
}

/// What is proposed. Both need review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// For a match.
    RecordComparison,
    /// For a mismatch.
    ReviewPossibleLabelCorrection,
}

/// The draft that a reviewer decides on. The card's note is not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelDraft {
    /// Which exhibit.
    pub exhibit_id: String,
    /// The year on the label.
    pub observed_year: i64,
    /// The year in the catalogue.
    pub catalogue_year: i64,
    /// How they compare.
    pub finding: Finding,
    /// The version of the catalogue.
    pub source_version: String,
    /// What is proposed.
    pub proposed_action: Action,
}

/// What would be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelArgs {
    /// The action.
    pub action: Action,
    /// On which exhibit.
    pub exhibit_id: String,
    /// The year on its label.
    pub observed_year: i64,
    /// The year in the catalogue.
    pub catalogue_year: i64,
}

impl Default for Museum {
    fn default() -> Museum {
        Museum::new(Catalogue::fixture())
    }
}

impl Museum {
    /// A museum that reads this catalogue.
    #[must_use]
    pub fn new(catalogue: Catalogue) -> Museum {
        Museum { catalogue }
    }

    /// Opens a run for a card.
    ///
    /// # Errors
    /// As [`Run::open`].
    pub fn open(
        &self,
        card: &Card,
        policy: Policy,
    ) -> Result<Unsaved<Museum, Run<Museum, Validated>>, Refused> {
        let opening = Opening {
            tenant: TENANT,
            run_id: card.run_id().clone(),
            requester: const { Requester::from_static("front-desk") },
            policy,
            overrides: None,
        };
        Run::open(self, opening, card.request())
    }

    /// Looks the exhibit up. Only a saved reservation can lend the attempt.
    pub fn look_up(&self, attempt: Attempt<'_, Museum>) -> Answer<Museum> {
        let exhibit_id = attempt.request().exhibit_id.clone();
        match self.catalogue.year(&exhibit_id) {
            None => attempt.not_found(&format!("the catalogue has no {exhibit_id}")),
            Some(year) => {
                let source_version = self.catalogue.version().to_string();
                attempt.found(CatalogueFact { exhibit_id, year, source_version })
            }
        }
    }
}

impl Domain for Museum {
    const NAME: &'static str = "museum";
    const ACTION: &'static str = "label.review";
    const VERSION: u64 = 1;

    type Request = LabelRequest;
    type Lookup = Question;
    type Fact = CatalogueFact;
    type Draft = LabelDraft;
    type Args = LabelArgs;

    fn source_version(&self) -> SourceVersion {
        self.catalogue.version().clone()
    }

    fn may_decide(&self, reviewer: &Reviewer) -> bool {
        *reviewer == FIXTURE_REVIEWER
    }

    fn check_request(request: &LabelRequest) -> Result<(), String> {
        request.check()
    }

    fn check_fact(
        request: &LabelRequest,
        _: Question,
        fact: &CatalogueFact,
        source_version: &SourceVersion,
    ) -> Result<(), String> {
        if fact.exhibit_id != request.exhibit_id {
            return Err("the answer is about another exhibit".to_owned());
        }
        if !card::YEARS.contains(&fact.year) {
            return Err("the answer's year is not from 1000 to 2100".to_owned());
        }
        if fact.source_version != source_version.as_str() {
            return Err("the answer is from another version of the catalogue".to_owned());
        }
        Ok(())
    }

    fn draft(&self, request: &LabelRequest, facts: &Facts<Museum>) -> Result<LabelDraft, NoDraft> {
        let fact = facts.get(Question::Catalogue).ok_or_else(|| NoDraft {
            reason: Code::NOT_FOUND,
            detail: "the catalogue was not read".to_owned(),
        })?;
        let (finding, proposed_action) = if fact.year == request.observed_year {
            (Finding::Match, Action::RecordComparison)
        } else {
            (Finding::Mismatch, Action::ReviewPossibleLabelCorrection)
        };
        Ok(LabelDraft {
            exhibit_id: request.exhibit_id.clone(),
            observed_year: request.observed_year,
            catalogue_year: fact.year,
            finding,
            source_version: fact.source_version.clone(),
            proposed_action,
        })
    }

    fn args(draft: &LabelDraft) -> LabelArgs {
        LabelArgs {
            action: draft.proposed_action,
            exhibit_id: draft.exhibit_id.clone(),
            observed_year: draft.observed_year,
            catalogue_year: draft.catalogue_year,
        }
    }

    fn would_change(&self, permit: SimulationPermit<'_, Museum>) -> bool {
        permit.draft().finding == Finding::Mismatch
    }
}

#[diagnostic::do_not_recommend]
impl Rehearsal for Museum {}

/// A run of the fixture catalogue that waits for a decision: `R-1`, a match. For examples.
///
/// # Errors
/// Whatever ends it early: the ledger may already have an `R-1`.
pub fn example_in_review<L: Ledger>(
    museum: &Museum,
    ledger: &mut L,
    now: Tick,
) -> Result<Run<Museum, Review>, Error> {
    let text = r#"{"request_id":"R-1","exhibit_id":"EX-101","observed_year":1904,"note":""}"#;
    let card = Card::read(text)?;
    let reserving = museum.open(&card, Policy::default())?.then_reserve(Question::Catalogue);
    let mut in_flight = reserving.save(ledger)??;
    let answer = museum.look_up(in_flight.attempt()?);
    let observed = in_flight.observe(answer)?.save(ledger)??;
    let Observed::Complete(looked_up) = observed else {
        let detail = "the catalogue did not answer";
        return Err(Error::Refusal(Reason::new(Code::WRONG_PHASE, detail)));
    };
    Ok(looked_up.draft(museum, now)?.save(ledger)??)
}
