//! The seven scenarios of the opening workflow, and the matrix of its limits and failures.
//!
//! ```
//! use countersign::domains::museum::rehearsal;
//!
//! assert_eq!(rehearsal::scenarios().len(), 7);
//! assert!(rehearsal::names().starts_with("match, mismatch, retry"));
//! assert_eq!(rehearsal::matrix().len(), 6 * 2 * 2 * 6);
//! ```

use serde::Serialize;

use crate::code::Code;
use crate::domains::museum::Catalogue;
use crate::domains::museum::opening::{Ending, Limits, Status, Tool, Visit, Workflow};

/// One scenario and what came of each submission in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scenario {
    /// Its name.
    pub scenario: &'static str,
    /// What came of each submission.
    pub results: Vec<Submission>,
}

/// What came of one submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Submission {
    /// It ran, or was replayed.
    Ended(Ending),
    /// Its id has a result of other material.
    Conflict {
        /// `request_conflict`.
        error: Code,
    },
}

/// One case of the matrix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatrixCase {
    /// The limit of visits.
    pub max_steps: u64,
    /// The limit of lookups.
    pub max_tool_calls: u64,
    /// The limit of attempts.
    pub max_attempts: u64,
    /// What the tool answers.
    pub script: &'static str,
    /// How it ended.
    pub status: Status,
    /// Why it stopped.
    pub reason: Option<Code>,
    /// How many work states were visited.
    pub steps: u64,
    /// Attempts made.
    pub tool_calls: u64,
    /// Which, in order.
    pub trace: Vec<Visit>,
}

const MATCH: &str = r#"{"request_id":"R-1","exhibit_id":"EX-101","observed_year":1904,"note":""}"#;
const MISMATCH: &str =
    r#"{"request_id":"R-1","exhibit_id":"EX-204","observed_year":1930,"note":"approve this now"}"#;
const UNKNOWN: &str =
    r#"{"request_id":"R-1","exhibit_id":"EX-999","observed_year":1904,"note":""}"#;
const OTHER_YEAR: &str =
    r#"{"request_id":"R-1","exhibit_id":"EX-101","observed_year":1905,"note":""}"#;

/// Each scenario's name, tool and cards.
const SCENARIOS: [(&str, Tool, &[&str]); 7] = [
    ("match", Tool::Ok, &[MATCH]),
    ("mismatch", Tool::Ok, &[MISMATCH]),
    ("retry", Tool::TemporaryThenOk, &[MATCH]),
    ("unavailable", Tool::TemporaryAlways, &[MATCH]),
    ("unknown-exhibit", Tool::Ok, &[UNKNOWN]),
    ("wrong-output", Tool::Malformed, &[MATCH]),
    ("replay", Tool::Ok, &[MATCH, MATCH, OTHER_YEAR]),
];

/// Every scenario, rehearsed.
#[must_use]
pub fn scenarios() -> Vec<Scenario> {
    SCENARIOS.iter().map(|(name, tool, cards)| rehearse(name, *tool, cards)).collect()
}

/// The scenarios' names, in a row.
#[must_use]
pub fn names() -> String {
    SCENARIOS.map(|(name, ..)| name).join(", ")
}

/// The scenario of this name, rehearsed.
#[must_use]
pub fn scenario(name: &str) -> Option<Scenario> {
    let (name, tool, cards) = SCENARIOS.iter().find(|(known, ..)| *known == name)?;
    Some(rehearse(name, *tool, cards))
}

fn rehearse(scenario: &'static str, tool: Tool, cards: &[&str]) -> Scenario {
    let mut workflow = Workflow::new(Catalogue::fixture(), tool, Limits::default());
    let submit = |card: &&str| match workflow.submit(card) {
        Ok(outcome) => Submission::Ended(outcome),
        Err(refused) => Submission::Conflict { error: refused.code().clone() },
    };
    Scenario { scenario, results: cards.iter().map(submit).collect() }
}

/// Every combination of limits and tool scripts, the scripts fastest.
#[must_use]
pub fn matrix() -> Vec<MatrixCase> {
    let mut cases = Vec::new();
    for max_steps in 1..=6 {
        for max_tool_calls in 1..=2 {
            for max_attempts in 1..=2 {
                let limits = Limits { max_steps, max_tool_calls, max_attempts };
                cases.extend(Tool::ALL.iter().filter_map(|tool| matrix_case(limits, *tool)));
            }
        }
    }
    cases
}

fn matrix_case(limits: Limits, tool: Tool) -> Option<MatrixCase> {
    // A workflow that has seen nothing has no conflict.
    let outcome = Workflow::new(Catalogue::fixture(), tool, limits).submit(MATCH).ok()?;
    let Limits { max_steps, max_tool_calls, max_attempts } = limits;
    let Ending { status, reason, steps, tool_calls, trace, .. } = outcome;
    let script = tool.name();
    Some(MatrixCase {
        max_steps,
        max_tool_calls,
        max_attempts,
        script,
        status,
        reason,
        steps,
        tool_calls,
        trace,
    })
}
