//! Case files: cases for the evaluator as data, so that anyone can write more.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::budget::Budget;
use crate::code::Code;
use crate::digest::Digest;
use crate::domains::museum::strict::{Keyed, Word, all_keyed, keyed, present, saveable};
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
    #[serde(default = "Catalogue::fixture")]
    pub(super) catalogue: Catalogue,
    #[serde(default)]
    pub(super) tool: Tool,
    #[serde(default, deserialize_with = "budget")]
    pub(super) budget: Budget,
    #[serde(default = "default_tick")]
    pub(super) tick: Tick,
    #[serde(default = "default_ttl", deserialize_with = "ttl")]
    pub(super) review_ttl: u64,
    #[serde(default, deserialize_with = "all_keyed")]
    pub(super) decisions: Vec<CaseDecision>,
    #[serde(default, deserialize_with = "all_keyed")]
    pub(super) finalize: Vec<CaseFinalize>,
    #[serde(default, deserialize_with = "keyed")]
    pub(super) expect: Expect,
}

/// One answer an attempt; the last one repeats.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Vec<Word<ToolAnswer>>")]
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

impl TryFrom<Vec<Word<ToolAnswer>>> for Tool {
    type Error = &'static str;
    fn try_from(answers: Vec<Word<ToolAnswer>>) -> Result<Tool, &'static str> {
        let answers: Vec<ToolAnswer> = answers.into_iter().map(|Word(answer)| answer).collect();
        let last = *answers.last().ok_or("a tool has at least one answer")?;
        Ok(Tool { answers, last })
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CaseDecision {
    pub(super) reviewer: String,
    pub(super) approve: bool,
    #[serde(deserialize_with = "present")]
    pub(super) tick: Option<Tick>,
    #[serde(deserialize_with = "revision")]
    pub(super) revision: CaseRevision,
    #[serde(deserialize_with = "digest")]
    pub(super) digest: CaseDigest,
    #[serde(deserialize_with = "present")]
    pub(super) source: Option<SourceVersion>,
}

impl Default for CaseDecision {
    fn default() -> CaseDecision {
        CaseDecision {
            reviewer: FIXTURE_REVIEWER.to_string(),
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
    #[serde(deserialize_with = "present")]
    pub(super) tick: Option<Tick>,
    #[serde(deserialize_with = "present")]
    pub(super) source: Option<SourceVersion>,
}

/// What is expected. A key that is left out is not compared; `null` has to be null.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Expect {
    phase: Expected<PhaseName>,
    #[serde(deserialize_with = "reason")]
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
        let expected = Option::<Word<T>>::deserialize(from)?;
        Ok(Expected::This(expected.map(|Word(value)| value)))
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
    let mut json = serde_json::Deserializer::from_str(text);
    let cases = json.deserialize_seq(Cases { text }).and_then(|cases| {
        json.end()?;
        Ok(cases)
    });
    cases.map_err(|error| Refused::new((), Code::INVALID_CASES, error.to_string()))
}

/// Takes the cases one by one, so that a message can say which one is meant.
struct Cases<'t> {
    text: &'t str,
}

impl<'de> Visitor<'de> for Cases<'_> {
    type Value = Vec<Case>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of cases")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<Case>, A::Error> {
        let mut cases = Vec::new();
        loop {
            match items.next_element() {
                Ok(Some(Keyed(case))) => cases.push(case),
                Ok(None) => return Ok(cases),
                Err(error) => {
                    let which = named(self.text, cases.len());
                    return Err(A::Error::custom(format!("{which}: {error}")));
                }
            }
        }
    }
}

/// The case's index, from 0, and its name as far as there is one to be found.
fn named(text: &str, index: usize) -> String {
    // A map of anything, as it takes keys that come twice.
    let cases: Vec<BTreeMap<String, Member>> = serde_json::from_str(text).unwrap_or_default();
    match cases.get(index).and_then(|case| case.get("name")) {
        Some(Member::Text(name)) => format!("case {index} \"{name}\""),
        _ => format!("case {index}"),
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Member {
    Text(String),
    Other(IgnoredAny),
}

/// The eight cases: what they expect does not depend on the planner.
#[must_use]
#[allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "they are compiled in, and the tests read them"
)]
pub fn builtin_cases() -> Vec<Case> {
    read_cases(EIGHT).expect("the built-in cases are cases")
}

fn default_tick() -> Tick {
    Tick::FIXTURE
}

fn default_ttl() -> u64 {
    crate::policy::Policy::default().review_ttl
}

fn ttl<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    u64::deserialize(from).and_then(saveable)
}

fn budget<'de, D: Deserializer<'de>>(from: D) -> Result<Budget, D::Error> {
    let budget: Budget = keyed(from)?;
    for limit in [budget.steps, budget.lookups, budget.attempts, budget.writes] {
        saveable(limit)?;
    }
    Ok(budget)
}

/// A reason of another domain would never hold here: it is a slip of the pen.
fn reason<'de, D: Deserializer<'de>>(from: D) -> Result<Expected<Code>, D::Error> {
    let reason = Expected::deserialize(from)?;
    match &reason {
        Expected::This(Some(code)) if Code::entry(code).is_none() => {
            Err(D::Error::custom("the reason is no code of the catalogue"))
        }
        _ => Ok(reason),
    }
}

fn revision<'de, D: Deserializer<'de>>(from: D) -> Result<CaseRevision, D::Error> {
    match Json::deserialize(from)? {
        Json::String(text) if text == "exact" => Ok(CaseRevision::Exact),
        Json::String(text) if text == "stale" => Ok(CaseRevision::Stale),
        Json::Integer(number) => u64::try_from(number)
            .map(CaseRevision::Number)
            .map_err(|_| D::Error::custom("a revision is not negative")),
        _ => Err(D::Error::custom("a revision is \"exact\", \"stale\" or a number")),
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
        _ => Err(D::Error::custom("a digest is \"exact\", \"wrong\" or hex digits")),
    }
}
