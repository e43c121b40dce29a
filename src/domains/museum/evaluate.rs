//! The evaluator: cases under a planner, and how many came out as expected.
//!
//! Correctness, draft yield and the calls really made are reported apart from each other. The
//! built-in cases are authored regression evidence, no measure of any model.
//!
//! ```
//! use countersign::domains::museum::evaluate::{PlannerKind, builtin_cases, evaluate};
//!
//! let evaluation = evaluate(PlannerKind::Baseline, &builtin_cases())?;
//! assert_eq!((evaluation.correct, evaluation.drafts, evaluation.calls), (8, 3, 9));
//! # Ok::<(), countersign::Error>(())
//! ```

use serde::Serialize;

use crate::controller::{Controller, NotDriven};
use crate::digest::Digest;
use crate::domains::Named;
use crate::domains::museum::cases::{
    CaseDecision, CaseDigest, CaseFinalize, CaseRevision, ToolAnswer,
};
use crate::domains::museum::desk::{self, DeskDecision};
use crate::domains::museum::{Card, CatalogueFact, Finding, Museum, TENANT};
use crate::id::{RunId, SourceVersion};
use crate::ledger::{LedgerError, MemoryLedger};
use crate::planner::{Baseline, Planner, Repeat, Rogue};
use crate::policy::Policy;
use crate::run::{Answer, AnyRun, Attempt};
use crate::trace::Trace;

pub use crate::domains::museum::cases::{Case, builtin_cases, read_cases};

/// How many events of a case are kept.
const MAX_EVENTS: usize = 32;

/// A planner double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlannerKind {
    /// Looks up until the fact is there, then drafts.
    Baseline,
    /// Always looks up.
    Repeat,
    /// Asks for an operation that does not exist.
    Rogue,
}

impl Named for PlannerKind {
    const KIND: &'static str = "planner";

    const ALL: &'static [PlannerKind] =
        &[PlannerKind::Baseline, PlannerKind::Repeat, PlannerKind::Rogue];

    fn name(self) -> &'static str {
        match self {
            PlannerKind::Baseline => "baseline",
            PlannerKind::Repeat => "repeat",
            PlannerKind::Rogue => "rogue",
        }
    }
}

impl PlannerKind {
    fn planner(self) -> Box<dyn Planner> {
        match self {
            PlannerKind::Baseline => Box::new(Baseline),
            PlannerKind::Repeat => Box::new(Repeat),
            PlannerKind::Rogue => Box::new(Rogue),
        }
    }
}

impl std::fmt::Display for PlannerKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What came of all cases.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    /// Under which planner.
    pub planner: PlannerKind,
    /// Case by case.
    pub cases: Vec<CaseResult>,
    /// How many came out as expected.
    pub correct: u64,
    /// How many expect something.
    pub total: u64,
    /// How many reached `REVIEW`.
    pub drafts: u64,
    /// How often the tool was really asked.
    pub calls: u64,
}

/// What came of one case.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CaseResult {
    /// The case's name.
    pub name: String,
    /// The phase at the end; `None` where the card had no usable id.
    pub phase: Option<&'static str>,
    /// Why it stopped.
    pub reason: Option<String>,
    /// What the comparison found, from the draft on.
    pub finding: Option<Finding>,
    /// What was refused, in the order it came.
    pub refusals: Vec<String>,
    /// The revision at the end.
    pub revision: u64,
    /// Steps charged.
    pub steps: u64,
    /// Lookups charged.
    pub lookups: u64,
    /// How often the tool was really asked.
    pub calls: u64,
    /// How many real writes the receipt says: 0, or `None` where there is no receipt.
    pub real_writes: Option<u64>,
    /// Whether carrying it out would change something; `None` where there is no receipt.
    pub would_change: Option<bool>,
    /// The first 32 events.
    pub events: Vec<CaseEvent>,
    /// Whether it came out as expected; `None` where it expects nothing.
    pub correct: Option<bool>,
    /// The whole of it, for people and snapshots; `None` where there is no run.
    #[serde(skip)]
    pub trace: Option<Trace>,
}

impl CaseResult {
    fn reached_review(&self) -> bool {
        self.trace.as_ref().is_some_and(|trace| trace.draft_digest().is_some())
    }
}

/// One event of a case.
#[derive(Clone, Debug, Serialize)]
pub struct CaseEvent {
    /// The revision it made.
    pub revision: u64,
    /// The move.
    pub event: &'static str,
    /// The phase it led to.
    pub phase: &'static str,
    /// Why the run ended there.
    pub reason: Option<String>,
}

/// Runs every case on a ledger of its own.
///
/// # Errors
/// [`LedgerError`] of the in-memory ledger; a case that goes wrong is a result, no error.
pub fn evaluate(planner: PlannerKind, cases: &[Case]) -> Result<Evaluation, LedgerError> {
    let results = cases.iter().map(|case| run_case(planner, case));
    let cases: Vec<CaseResult> = results.collect::<Result<_, _>>()?;
    let count =
        |which: fn(&CaseResult) -> bool| cases.iter().filter(|case| which(case)).count() as u64;
    Ok(Evaluation {
        planner,
        correct: count(|case| case.correct == Some(true)),
        total: count(|case| case.correct.is_some()),
        drafts: count(CaseResult::reached_review),
        calls: cases.iter().map(|case| case.calls).sum(),
        cases,
    })
}

fn run_case(planner: PlannerKind, case: &Case) -> Result<CaseResult, LedgerError> {
    let mut result = CaseResult { name: case.name.clone(), ..CaseResult::default() };
    match Card::from_request(case.card.clone()) {
        Err(refused) => result.refusals.push(refused.code().to_string()),
        Ok(card) => Play::new(case).play(&card, planner, &mut result)?,
    }
    let found = result.finding.map(Finding::as_str);
    result.correct = case.expect.holds(result.phase, result.reason.as_deref(), found);
    Ok(result)
}

/// A case on its ledger.
struct Play<'c> {
    case: &'c Case,
    museum: Museum,
    ledger: MemoryLedger,
    refusals: Vec<String>,
}

impl Play<'_> {
    fn new(case: &Case) -> Play<'_> {
        let museum = Museum::new(case.catalogue.clone());
        Play { case, museum, ledger: MemoryLedger::new(), refusals: Vec::new() }
    }

    fn play(
        mut self,
        card: &Card,
        planner: PlannerKind,
        result: &mut CaseResult,
    ) -> Result<(), LedgerError> {
        let policy = Policy { budget: self.case.budget, review_ttl: self.case.review_ttl };
        match self.museum.open(card, policy) {
            Err(refused) => self.refusals.push(refused.code().to_string()),
            Ok(opening) => {
                let run = opening.save_any(&mut self.ledger)?;
                let mut run = self.drive(run, planner, &mut result.calls)?;
                for decision in &self.case.decisions {
                    run = self.decide(run, decision)?;
                }
                for finalize in &self.case.finalize {
                    run = self.finalize(run, finalize)?;
                }
                result.finding = run.draft_content().map(|draft| draft.finding);
                self.look(card.run_id(), result)?;
            }
        }
        result.refusals = self.refusals;
        Ok(())
    }

    fn drive(
        &mut self,
        run: AnyRun<Museum>,
        planner: PlannerKind,
        calls: &mut u64,
    ) -> Result<AnyRun<Museum>, LedgerError> {
        let (museum, tool) = (&self.museum, &self.case.tool);
        let mut source = |attempt: Attempt<'_, Museum>| {
            let said = tool.answer(*calls);
            *calls += 1;
            answer(museum, attempt, said)
        };
        let mut controller = Controller {
            domain: museum,
            planner: &mut *planner.planner(),
            source: &mut source,
            now: self.case.tick,
        };
        let driven = controller.drive(run, &mut self.ledger);
        self.unless_refused(driven)
    }

    fn decide(
        &mut self,
        run: AnyRun<Museum>,
        decision: &CaseDecision,
    ) -> Result<AnyRun<Museum>, LedgerError> {
        let under_review = match &run {
            AnyRun::AtReview(review) => Some(review.draft_digest()),
            _ => None, // refused for its phase, whatever the decision names
        };
        let raw = DeskDecision {
            reviewer: decision.reviewer.clone(),
            approve: decision.approve,
            draft_digest: match decision.digest {
                CaseDigest::Exact => under_review,
                CaseDigest::Wrong => Some(Digest::of("no draft", &[])),
                CaseDigest::Hex(digest) => digest,
            },
            revision: match decision.revision {
                CaseRevision::Exact => run.revision(),
                CaseRevision::Stale => run.revision().saturating_sub(1),
                CaseRevision::Number(revision) => revision,
            },
            tick: decision.tick.unwrap_or(self.case.tick),
        };
        let museum = self.museum_at(decision.source.as_ref());
        let decided = desk::decide(&museum, run, &raw, &mut self.ledger);
        self.unless_refused(decided)
    }

    fn finalize(
        &mut self,
        run: AnyRun<Museum>,
        finalize: &CaseFinalize,
    ) -> Result<AnyRun<Museum>, LedgerError> {
        let museum = self.museum_at(finalize.source.as_ref());
        let now = finalize.tick.unwrap_or(self.case.tick);
        let finalized = desk::finalize(&museum, run, now, &mut self.ledger);
        self.unless_refused(finalized)
    }

    fn museum_at(&self, source: Option<&SourceVersion>) -> Museum {
        let catalogue = self.case.catalogue.clone();
        Museum::new(match source {
            Some(version) => catalogue.at_version(version.clone()),
            None => catalogue,
        })
    }

    fn unless_refused(
        &mut self,
        moved: Result<AnyRun<Museum>, NotDriven<Museum>>,
    ) -> Result<AnyRun<Museum>, LedgerError> {
        match moved {
            Ok(run) => Ok(run),
            Err(NotDriven::LedgerFailed(error)) => Err(error),
            Err(NotDriven::Refusal(refused)) => {
                self.refusals.push(refused.code().to_string());
                Ok(refused.run)
            }
        }
    }

    fn look(&mut self, run_id: &RunId, result: &mut CaseResult) -> Result<(), LedgerError> {
        let Some(trace) = Trace::read(&mut self.ledger, &TENANT, run_id)? else { return Ok(()) };
        result.phase = Some(trace.phase());
        result.reason = trace.reason().map(|reason| reason.code.to_string());
        result.revision = trace.revision();
        (result.steps, result.lookups) = (trace.used().steps, trace.used().lookups);
        result.real_writes = trace.receipt().map(|receipt| receipt.real_writes);
        result.would_change = trace.receipt().map(|receipt| receipt.would_change);
        let events = trace.events().iter().take(MAX_EVENTS).map(|step| CaseEvent {
            revision: step.revision,
            event: step.event,
            phase: step.phase,
            reason: step.reason.as_ref().map(|reason| reason.code.to_string()),
        });
        result.events = events.collect();
        result.trace = Some(trace);
        Ok(())
    }
}

fn answer(museum: &Museum, attempt: Attempt<'_, Museum>, said: ToolAnswer) -> Answer<Museum> {
    match said {
        ToolAnswer::Ok => museum.look_up(attempt),
        ToolAnswer::Temporary => attempt.temporary("the tool is not available"),
        ToolAnswer::Malformed => {
            let source_version = attempt.source_version().to_string();
            attempt.found(CatalogueFact {
                exhibit_id: "malformed".to_owned(),
                year: 0,
                source_version,
            })
        }
    }
}
