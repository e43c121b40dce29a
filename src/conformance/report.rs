//! What the kit has found, in plain words.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;

use crate::conformance::Promise;
use crate::error::Error;
use crate::escape::visible;

/// What became of one promise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Standing {
    /// It is kept, as far as was looked.
    Kept,
    /// It is broken.
    Broken {
        /// What should have happened.
        expected: String,
        /// What did.
        happened: String,
    },
    /// It was not looked at.
    NotChecked {
        /// Why.
        why: String,
    },
}

/// A promise, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The promise.
    #[serde(flatten)]
    pub promise: Promise,
    /// What became of it.
    #[serde(flatten)]
    pub outcome: Standing,
}

/// What the kit has found, in the order of [`Promise::all`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[must_use = "the kit only looks: whether the promises are kept is in here"]
pub struct Report {
    /// What was held against the promises.
    pub subject: String,
    /// A finding for each promise.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether no promise is broken. One that was not checked is not broken: see
    /// [`not_checked`](Report::not_checked).
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.broken().next().is_none()
    }

    /// The promises that are broken, the one to mend first at the front.
    pub fn broken(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| matches!(finding.outcome, Standing::Broken { .. }))
    }

    /// The promises that were not looked at, and why.
    pub fn not_checked(&self) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(|finding| matches!(finding.outcome, Standing::NotChecked { .. }))
    }

    /// The names of the broken promises.
    #[must_use]
    pub fn broken_names(&self) -> Vec<&'static str> {
        self.broken().map(|finding| finding.promise.name).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (broken, skipped) = (self.broken().count(), self.not_checked().count());
        let kept = self.findings.len().saturating_sub(broken).saturating_sub(skipped);
        let subject = visible(&self.subject);
        writeln!(f, "{subject}: {kept} promises kept, {broken} broken, {skipped} not checked")?;
        self.findings.iter().try_for_each(|finding| finding.fmt(f))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Promise { name, text, rule } = self.promise;
        match &self.outcome {
            Standing::Kept => writeln!(f, "kept         {name}"),
            Standing::NotChecked { why } => writeln!(f, "not checked  {name}: {}", visible(why)),
            Standing::Broken { expected, happened } => {
                writeln!(f, "BROKEN       {name}")?;
                writeln!(f, "    promised  {text}")?;
                writeln!(f, "    expected  {}", visible(expected))?;
                writeln!(f, "    happened  {}", visible(happened))?;
                writeln!(f, "    see       countersign::{rule}")
            }
        }
    }
}

/// How a check ends.
pub(super) type Checked = Result<(), Standing>;

/// Broken, unless `kept`.
pub(super) fn expect(
    kept: bool,
    expected: impl Into<String>,
    happened: impl FnOnce() -> String,
) -> Checked {
    if kept { Ok(()) } else { broken(expected, happened()) }
}

pub(super) fn broken<T>(
    expected: impl Into<String>,
    happened: impl Into<String>,
) -> Result<T, Standing> {
    Err(Standing::Broken { expected: expected.into(), happened: happened.into() })
}

pub(super) fn not_checked<T>(why: impl Into<String>) -> Result<T, Standing> {
    Err(Standing::NotChecked { why: why.into() })
}

/// An end that no check was waiting for.
impl<E: Into<Error>> From<E> for Standing {
    fn from(error: E) -> Standing {
        Standing::Broken { expected: "no error".to_owned(), happened: error.into().to_string() }
    }
}

/// Makes the checks. Where the first fails, or one that came before did, the rest would only say the
/// same again: they are left out, and say so.
pub(super) fn findings<E>(
    example: &E,
    gate: Option<&Finding>,
    checks: &[(Promise, fn(&E) -> Checked)],
) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for &(promise, check) in checks {
        let gates = gate.into_iter().chain(findings.first());
        let gate = gates.into_iter().find(|gate| gate.outcome != Standing::Kept);
        let outcome = match gate {
            Some(gate) => {
                Standing::NotChecked { why: format!("it takes that {} is kept", gate.promise.name) }
            }
            None => unless_it_panics(|| check(example)).err().unwrap_or(Standing::Kept),
        };
        findings.push(Finding { promise, outcome });
    }
    findings
}

/// A panic of the example's is what happened, and not the end of the report.
fn unless_it_panics(check: impl FnOnce() -> Checked) -> Checked {
    let panicked = match catch_unwind(AssertUnwindSafe(check)) {
        Ok(checked) => return checked,
        Err(panicked) => panicked,
    };
    let said = panicked.downcast_ref::<String>().map(String::as_str);
    let said = said.or(panicked.downcast_ref::<&str>().copied()).unwrap_or_default();
    broken("no panic", format!("it panicked: {said}"))
}
