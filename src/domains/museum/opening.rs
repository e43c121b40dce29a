//! The opening workflow: the same review as a plain loop, for comparison. It is not how this library
//! is used: it has no [run](crate::Run), saves nothing, and ends before any decision, waiting for
//! review or stopped.
//!
//! One serial controller with its own, simpler counters, and a replay ledger in memory. The counters
//! are not those of a [run](crate::Run): a step here is a visit to a work state, and a
//! tool call is an attempt that was made.
//!
//! ```
//! use countersign::domains::museum::opening::{Limits, Tool, Workflow};
//! use countersign::domains::museum::{Card, Catalogue};
//!
//! let card = r#"{"request_id":"R-1","exhibit_id":"EX-101","observed_year":1904,"note":""}"#;
//! let mut workflow = Workflow::new(Catalogue::fixture(), Tool::Ok, Limits::default());
//!
//! let first = workflow.submit(card)?;
//! assert_eq!((first.status.as_str(), first.tool_calls), ("AWAITING_REVIEW", 1));
//! let again = workflow.submit(card)?;
//! assert!(again.replayed);
//! assert_eq!((again.tool_calls, again.new_tool_calls), (1, 0));
//! # Ok::<(), countersign::Error>(())
//! ```

use std::collections::BTreeMap;

use serde::Serialize;

use crate::code::Code;
use crate::domain::Domain;
use crate::domains::museum::{
    Card, Catalogue, CatalogueFact, Finding, LabelRequest, Museum, Question,
};
use crate::error::Refused;
use crate::id::{RunId, SourceVersion};
use crate::json::{Canonical, Loose};

/// Said wherever results are shown to people.
pub const NEW_ATTEMPT: &str =
    "The same id replays its result, a stopped one too; a deliberate new attempt needs a new id.";

/// The limits of the workflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many work states are visited at most.
    pub max_steps: u64,
    /// How many attempts are made at most, over all lookups.
    pub max_tool_calls: u64,
    /// How many of them at the one lookup there is.
    pub max_attempts: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_steps: 6, max_tool_calls: 2, max_attempts: 2 }
    }
}

/// A synthetic tool: what it answers, attempt by attempt, the last answer again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The catalogue's own answer.
    Ok,
    /// A temporary failure, then the catalogue's answer.
    TemporaryThenOk,
    /// Temporary failures for ever.
    TemporaryAlways,
    /// The exhibit is not there.
    NotFound,
    /// An answer about something else.
    Malformed,
    /// A temporary failure, then an answer about something else.
    TemporaryThenMalformed,
}

enum Said {
    Fact(CatalogueFact),
    Temporary,
    NotFound,
}

impl Tool {
    /// Every script there is, in the order of the matrix.
    pub const ALL: [Tool; 6] = [
        Tool::Ok,
        Tool::TemporaryThenOk,
        Tool::TemporaryAlways,
        Tool::NotFound,
        Tool::Malformed,
        Tool::TemporaryThenMalformed,
    ];

    /// The script's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Tool::Ok => "ok",
            Tool::TemporaryThenOk => "temporary-ok",
            Tool::TemporaryAlways => "temporary-always",
            Tool::NotFound => "not-found",
            Tool::Malformed => "malformed",
            Tool::TemporaryThenMalformed => "temporary-malformed",
        }
    }

    fn answer(self, attempt: u64, catalogue: &Catalogue, request: &LabelRequest) -> Said {
        match (self, attempt) {
            (Tool::TemporaryThenOk | Tool::TemporaryThenMalformed, 1)
            | (Tool::TemporaryAlways, _) => Said::Temporary,
            (Tool::NotFound, _) => Said::NotFound,
            (Tool::Malformed | Tool::TemporaryThenMalformed, _) => Said::Fact(CatalogueFact {
                exhibit_id: "EX-malformed".to_owned(),
                year: 0,
                source_version: catalogue.version().to_string(),
            }),
            (Tool::Ok | Tool::TemporaryThenOk, _) => match catalogue.year(&request.exhibit_id) {
                None => Said::NotFound,
                Some(year) => Said::Fact(CatalogueFact {
                    exhibit_id: request.exhibit_id.clone(),
                    year,
                    source_version: catalogue.version().to_string(),
                }),
            },
        }
    }
}

/// A work state that was visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Visit {
    /// The card was checked.
    Validate,
    /// One attempt at the lookup.
    Lookup,
    /// The draft was prepared.
    Draft,
}

impl Visit {
    /// The work state as it is printed.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Visit::Validate => "VALIDATE",
            Visit::Lookup => "LOOKUP",
            Visit::Draft => "DRAFT",
        }
    }
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Status {
    /// A draft waits for a person.
    #[serde(rename = "AWAITING_REVIEW")]
    AwaitsReview,
    /// The outcome's reason says why.
    #[serde(rename = "STOPPED")]
    EndedEarly,
}

impl Status {
    /// The status as it is printed.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Status::AwaitsReview => "AWAITING_REVIEW",
            Status::EndedEarly => "STOPPED",
        }
    }
}

/// What came of a card. The trace and the counts are the original run's, also in a replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// How it ended.
    pub status: Status,
    /// Why it stopped, and why no next work state ran.
    pub reason: Option<Code>,
    /// What the comparison found, where there is a draft.
    pub finding: Option<Finding>,
    /// The work states that were visited.
    pub trace: Vec<Visit>,
    /// How many those are.
    pub steps: u64,
    /// Attempts made.
    pub tool_calls: u64,
    /// Whether this is a saved result.
    pub replayed: bool,
    /// Attempts made for this submission: none in a replay.
    pub new_tool_calls: u64,
}

/// The workflow and its replay ledger, which ends with it.
#[derive(Debug)]
pub struct Workflow {
    catalogue: Catalogue,
    tool: Tool,
    limits: Limits,
    saved: BTreeMap<RunId, (Material, Ending)>,
}

/// What has to be the same for a replay: the whole card and the fixture's version, not the limits.
#[derive(Clone, Debug, PartialEq)]
struct Material {
    card: Option<Canonical>,
    version: SourceVersion,
}

impl Material {
    fn of(card: &Card, catalogue: &Catalogue) -> Material {
        Material { card: card.request().identity().ok(), version: catalogue.version().clone() }
    }
}

impl Workflow {
    /// A workflow that has seen nothing yet.
    #[must_use]
    pub fn new(catalogue: Catalogue, tool: Tool, limits: Limits) -> Workflow {
        Workflow { catalogue, tool, limits, saved: BTreeMap::new() }
    }

    /// The same workflow over another catalogue, as after an update of the source.
    #[must_use]
    pub fn reading(mut self, catalogue: Catalogue) -> Workflow {
        self.catalogue = catalogue;
        self
    }

    /// Takes a card to its end, or replays the result that its id has.
    ///
    /// # Errors
    /// [`Refused`] with `request_conflict` where the id has a result of other material; nothing is
    /// looked up then.
    pub fn submit(&mut self, card: &str) -> Result<Ending, Refused> {
        let Ok(card) = Card::read(card) else {
            return Ok(self.execute(None)); // no usable id: stopped, and not kept
        };
        let material = Material::of(&card, &self.catalogue);
        if let Some((known, outcome)) = self.saved.get(card.run_id()) {
            if *known != material {
                let detail = format!("{} has a result of other material", card.run_id());
                return Err(Refused::new((), Code::REQUEST_CONFLICT, detail));
            }
            return Ok(Ending { replayed: true, new_tool_calls: 0, ..outcome.clone() });
        }
        let outcome = self.execute(valid(card.request()).as_ref());
        self.saved.insert(card.run_id().clone(), (material, outcome.clone()));
        Ok(outcome)
    }

    fn execute(&self, request: Option<&LabelRequest>) -> Ending {
        let mut work = Work { limits: self.limits, trace: Vec::new(), calls: 0 };
        let ended = self.work(&mut work, request);
        let (status, reason, finding) = match ended {
            Ok(finding) => (Status::AwaitsReview, None, Some(finding)),
            Err(reason) => (Status::EndedEarly, Some(reason), None),
        };
        Ending {
            status,
            reason,
            finding,
            steps: work.steps(),
            trace: work.trace,
            tool_calls: work.calls,
            replayed: false,
            new_tool_calls: work.calls,
        }
    }

    fn work(&self, work: &mut Work, request: Option<&LabelRequest>) -> Result<Finding, Code> {
        work.visit(Visit::Validate)?;
        let request = request.ok_or(Code::INVALID_REQUEST)?;
        let fact = self.look_up(work, request)?;
        work.visit(Visit::Draft)?;
        let same = fact.year == request.observed_year;
        Ok(if same { Finding::Match } else { Finding::Mismatch })
    }

    fn look_up(&self, work: &mut Work, request: &LabelRequest) -> Result<CatalogueFact, Code> {
        loop {
            let attempt = work.call()?;
            match self.tool.answer(attempt, &self.catalogue, request) {
                Said::Temporary => {} // the checks of the next attempt decide
                Said::NotFound => return Err(Code::NOT_FOUND),
                Said::Fact(fact) => {
                    let version = self.catalogue.version();
                    let checked = Museum::check_fact(request, Question::Catalogue, &fact, version);
                    return checked.map(|()| fact).map_err(|_| Code::INVALID_OBSERVATION);
                }
            }
        }
    }
}

fn valid(request: &Loose) -> Option<LabelRequest> {
    let canonical = Canonical::of(&request.json).ok().filter(|_| request.flaw.is_none())?;
    let request: LabelRequest = canonical.decode().ok()?;
    Museum::check_request(&request).ok()?;
    Some(request)
}

struct Work {
    limits: Limits,
    trace: Vec<Visit>,
    calls: u64,
}

impl Work {
    fn steps(&self) -> u64 {
        self.trace.len() as u64
    }

    fn visit(&mut self, visit: Visit) -> Result<(), Code> {
        if self.steps() >= self.limits.max_steps {
            return Err(Code::STEP_BUDGET_EXHAUSTED);
        }
        self.trace.push(visit);
        Ok(())
    }

    /// The number of the attempt that may be made now.
    fn call(&mut self) -> Result<u64, Code> {
        if self.calls >= self.limits.max_attempts {
            return Err(Code::ATTEMPTS_EXHAUSTED);
        }
        if self.calls >= self.limits.max_tool_calls {
            return Err(Code::LOOKUP_BUDGET_EXHAUSTED);
        }
        self.visit(Visit::Lookup)?;
        self.calls += 1;
        Ok(self.calls)
    }
}
