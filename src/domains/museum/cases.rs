//! Case files: cases for the evaluator as data, so that anyone can write more.

use serde::{Deserialize, Deserializer};

use crate::budget::Budget;
use crate::code::Code;
use crate::digest::Digest;
use crate::domains::museum::{Catalogue, FIXTURE_REVIEWER, Finding};
use crate::error::Refused;
use crate::id::SourceVersion;
use crate::json::{Json, Loose};
use crate::phase::PhaseName;
use crate::tick::Tick;

/// The eight cases that are built in.
const EIGHT: &str = include_str!("eight.json");

/// One case: a card, what the tool answers, who decides what when, and what is expected.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub(super) name: String,
    pub(super) card: Loose,
    #[serde(default = "Catalogue::fixture", deserialize_with = "catalogue")]
    pub(super) catalogue: Catalogue,
    #[serde(default)]
    pub(super) tool: Tool,
    #[serde(default)]
    pub(super) budget: Budget,
    #[serde(default = "default_tick")]
    pub(super) tick: Tick,
    #[serde(default = "default_ttl")]
    pub(super) review_ttl: u64,
    #[serde(default)]
    pub(super) decisions: Vec<CaseDecision>,
    #[serde(default)]
    pub(super) finalize: Vec<CaseFinalize>,
    #[serde(default)]
    pub(super) expect: Expect,
}

/// One answer an attempt; the last one repeats.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Vec<ToolAnswer>")]
pub(super) struct Tool {
    answers: Vec<ToolAnswer>,
    last: ToolAnswer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ToolAnswer {
    Ok,
    Temporary,
    Malformed,
}

impl Tool {
    /// What the tool says to its `call`-th call, from 0.
    pub(super) fn answer(&self, call: u64) -> ToolAnswer {
        let call = usize::try_from(call).ok();
        call.and_then(|call| self.answers.get(call)).copied().unwrap_or(self.last)
    }
}

impl Default for Tool {
    fn default() -> Tool {
        Tool { answers: Vec::new(), last: ToolAnswer::Ok }
    }
}

impl TryFrom<Vec<ToolAnswer>> for Tool {
    type Error = &'static str;
    fn try_from(answers: Vec<ToolAnswer>) -> Result<Tool, &'static str> {
        let last = *answers.last().ok_or("a tool has at least one answer")?;
        Ok(Tool { answers, last })
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CaseDecision {
    pub(super) reviewer: String,
    pub(super) approve: bool,
    pub(super) tick: Option<Tick>,
    #[serde(deserialize_with = "revision")]
    pub(super) revision: CaseRevision,
    #[serde(deserialize_with = "digest")]
    pub(super) digest: CaseDigest,
    pub(super) source: Option<SourceVersion>,
}

impl Default for CaseDecision {
    fn default() -> CaseDecision {
        CaseDecision {
            reviewer: FIXTURE_REVIEWER.to_owned(),
            approve: true,
            tick: None,
            revision: CaseRevision::Exact,
            digest: CaseDigest::Exact,
            source: None,
        }
    }
}

/// Which revision a decision names.
#[derive(Clone, Copy, Debug)]
pub(super) enum CaseRevision {
    Exact,
    Stale,
    Number(u64),
}

/// Which draft a decision names. A hex string that is no digest names none.
#[derive(Clone, Copy, Debug)]
pub(super) enum CaseDigest {
    Exact,
    Wrong,
    Hex(Option<Digest>),
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CaseFinalize {
    pub(super) tick: Option<Tick>,
    pub(super) source: Option<SourceVersion>,
}

/// What is expected. A key that is left out is not compared; `null` has to be null.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Expect {
    phase: Expected<PhaseName>,
    reason: Expected<Code>,
    finding: Expected<Finding>,
}

#[derive(Clone, Debug, Default)]
enum Expected<T> {
    #[default]
    Anything,
    This(Option<T>),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Expected<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Expected<T>, D::Error> {
        Option::deserialize(from).map(Expected::This)
    }
}

impl<T> Expected<T> {
    /// Whether this was found; `None` where anything will do.
    fn is(&self, found: Option<&str>, name: impl Fn(&T) -> &str) -> Option<bool> {
        match self {
            Expected::Anything => None,
            Expected::This(expected) => Some(expected.as_ref().map(name) == found),
        }
    }
}

impl Expect {
    /// Whether the result is the expected one; `None` where nothing is expected.
    pub(super) fn holds(
        &self,
        phase: Option<&str>,
        reason: Option<&str>,
        finding: Option<&str>,
    ) -> Option<bool> {
        let compared = [
            self.phase.is(phase, |phase| phase.as_str()),
            self.reason.is(reason, Code::as_str),
            self.finding.is(finding, |finding| finding.as_str()),
        ];
        compared.into_iter().flatten().reduce(|all, one| all && one)
    }
}

/// Reads a JSON array of cases.
///
/// # Errors
/// [`Refused`] with `invalid_cases` where the text is not that, or has an unknown key or value.
pub fn read_cases(text: &str) -> Result<Vec<Case>, Refused> {
    let invalid = |detail: String| Refused::new((), Code::INVALID_CASES, detail);
    let cases: Vec<Loose> =
        serde_json::from_str(text).map_err(|error| invalid(error.to_string()))?;
    // One by one, from the same text, so that the message can name the case.
    serde_json::from_str::<Vec<Case>>(text).map_err(|error| invalid(named(&cases, &error)))
}

fn named(cases: &[Loose], error: &serde_json::Error) -> String {
    let name = cases.iter().find_map(|case| {
        let text = serde_json::to_string(&case.json).ok()?;
        let faulty = serde_json::from_str::<Case>(&text).is_err();
        faulty.then(|| match &case.json {
            Json::Object(members) => match members.get("name") {
                Some(Json::String(name)) => format!("case \"{name}\": "),
                _ => "a case without a name: ".to_owned(),
            },
            _ => "a case that is no object: ".to_owned(),
        })
    });
    format!("{}{error}", name.unwrap_or_default())
}

/// The eight cases: what they expect does not depend on the planner.
#[must_use]
pub fn builtin_cases() -> Vec<Case> {
    read_cases(EIGHT).unwrap_or_default()
}

fn default_tick() -> Tick {
    Tick::FIXTURE
}

fn default_ttl() -> u64 {
    crate::policy::Policy::default().review_ttl
}

fn catalogue<'de, D: Deserializer<'de>>(from: D) -> Result<Catalogue, D::Error> {
    let json = Json::deserialize(from)?;
    Catalogue::from_json(&json).map_err(serde::de::Error::custom)
}

fn revision<'de, D: Deserializer<'de>>(from: D) -> Result<CaseRevision, D::Error> {
    match Json::deserialize(from)? {
        Json::String(text) if text == "exact" => Ok(CaseRevision::Exact),
        Json::String(text) if text == "stale" => Ok(CaseRevision::Stale),
        Json::Integer(number) => u64::try_from(number)
            .map(CaseRevision::Number)
            .map_err(|_| serde::de::Error::custom("a revision is not negative")),
        _ => Err(serde::de::Error::custom("a revision is \"exact\", \"stale\" or a number")),
    }
}

fn digest<'de, D: Deserializer<'de>>(from: D) -> Result<CaseDigest, D::Error> {
    let text = String::deserialize(from)?;
    match text.as_str() {
        "exact" => Ok(CaseDigest::Exact),
        "wrong" => Ok(CaseDigest::Wrong),
        hex if !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit()) => {
            Ok(CaseDigest::Hex(hex.parse().ok()))
        }
        _ => Err(serde::de::Error::custom("a digest is \"exact\", \"wrong\" or hex digits")),
    }
}
