//! What is wrong with a JSON text, and what a reader does on meeting it.

use std::borrow::Cow;
use std::fmt::Display;

use crate::code::Code;
use crate::escape::visible;

/// What is wrong with a JSON text or with a value to be printed as one, and where.
///
/// Of the text itself at most one key is shown, shortened and with
/// [hidden characters escaped](crate::escape::visible).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError(Box<Inside>);

/// Boxed: results of it lie on the stack at every level of nesting.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Inside {
    code: Code,
    what: Cow<'static, str>,
    at: Option<(usize, usize)>,
}

impl JsonError {
    pub(super) fn new(code: Code, what: impl Into<Cow<'static, str>>) -> JsonError {
        JsonError(Box::new(Inside { code, what: what.into(), at: None }))
    }

    pub(super) fn too_deep() -> JsonError {
        JsonError::new(Code::NESTING_TOO_DEEP, "the JSON nests deeper than 32 levels")
    }

    pub(super) fn twice(key: &str) -> JsonError {
        JsonError::new(Code::DUPLICATE_KEY, format!("the key \"{}\" comes twice", shown(key, 40)))
    }

    /// The same, found at a byte of a text.
    pub(super) fn at(mut self, text: &str, byte: usize) -> JsonError {
        let before = text.get(..byte).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or(before);
        self.0.at = Some((before.matches('\n').count() + 1, line.chars().count() + 1));
        self
    }

    /// The code of this refusal.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.code.clone()
    }

    /// Line and column, both from 1, the column in characters; `None` where no text was read.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        self.0.at
    }
}

fn shown(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", visible(text.get(..end).unwrap_or_default())),
        None => visible(text).into_owned(),
    }
}

impl Display for JsonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.what)?;
        match self.0.at {
            Some((line, column)) => write!(f, ", at line {line}, column {column}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for JsonError {}

impl serde::ser::Error for JsonError {
    fn custom<T: Display>(message: T) -> JsonError {
        JsonError::new(Code::INVALID_JSON, shown(&message.to_string(), 200))
    }
}

/// What to do about a flaw.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Policy {
    /// Stop there.
    Refuse,
    /// Keep the first and read on.
    Record,
    /// RFC 8785 alone: any finite number will do, a key that comes twice will not.
    Plain,
}

/// The flaws met so far, under a policy.
pub(super) struct Flaws {
    pub(super) policy: Policy,
    pub(super) first: Option<JsonError>,
}

impl Flaws {
    pub(super) fn new(policy: Policy) -> Flaws {
        Flaws { policy, first: None }
    }

    /// `flaw` is only made where it is used: finding its place is not free.
    pub(super) fn note(&mut self, flaw: impl FnOnce() -> JsonError) -> Result<(), JsonError> {
        if self.policy != Policy::Record {
            return Err(flaw());
        }
        if self.first.is_none() {
            self.first = Some(flaw());
        }
        Ok(())
    }
}
