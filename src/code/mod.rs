//! The catalogue of codes: what happened, whether anything changed, what to do next.
//!
//! Every refusal, stop and error of this crate has one code here, and nowhere else. The command
//! line's `explain` and the table at [`Entry::all`] come from the same list.
//!
//! ```
//! use countersign::Code;
//!
//! let entry = Code::SOURCE_CHANGED.entry().expect("in the catalogue");
//! assert_eq!(Code::SOURCE_CHANGED.as_str(), "source_changed");
//! assert!(entry.next.contains("new run"));
//! ```

mod catalogue;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A code: lower-case words joined by underscores.
///
/// The constants are the crate's own. A domain of yours may stop a run for reasons of its own
/// ([`Code::own`]); they are shown as they are and are not in this catalogue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Code(Cow<'static, str>);

impl Code {
    /// A code of a domain's own.
    ///
    /// # Errors
    /// [`InvalidCode`] unless it is 1 to 64 characters of `a-z`, `0-9` and `_`, a letter first.
    pub fn own(code: &'static str) -> Result<Code, InvalidCode> {
        if is_code(code) { Ok(Code(Cow::Borrowed(code))) } else { Err(InvalidCode) }
    }

    /// The code as it is printed, saved and compared.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What the catalogue says of it; `None` for a domain's own code.
    #[must_use]
    pub fn entry(&self) -> Option<&'static Entry> {
        Entry::find(&self.0)
    }
}

fn is_code(text: &str) -> bool {
    let word = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    text.len() <= 64 && text.starts_with(|c: char| c.is_ascii_lowercase()) && text.bytes().all(word)
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.0)
    }
}

impl TryFrom<String> for Code {
    type Error = InvalidCode;
    fn try_from(text: String) -> Result<Code, InvalidCode> {
        if is_code(&text) { Ok(Code(Cow::Owned(text))) } else { Err(InvalidCode) }
    }
}

impl From<Code> for String {
    fn from(code: Code) -> String {
        code.0.into_owned()
    }
}

/// A text that is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a code is 1 to 64 characters of a-z, 0-9 and _, a letter first")]
pub struct InvalidCode;

/// Which of the results that must never be confused a code belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing changed, and the run is handed back.
    Refusal,
    /// The run has ended, and that is saved.
    Stop,
    /// The ledger or a file failed.
    Failure,
}

impl Serialize for Kind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Who may stop a run with a code of the catalogue. With a code of its own, a domain always may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The engine alone: what the code says must have happened, and replay looks whether it did. A
    /// move that a domain stops with it can not be saved.
    Engine,
    /// A domain, too.
    DomainToo,
}

/// One line of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The code.
    pub code: &'static str,
    /// What kind of result it is.
    pub kind: Kind,
    /// Who may stop a run with it; `None` where nobody may.
    #[serde(skip)]
    pub stopped_by: Option<StoppedBy>,
    /// What happened.
    pub what: &'static str,
    /// Whether anything changed.
    pub changed: &'static str,
    /// What the operator does next.
    pub next: &'static str,
}

impl Entry {
    /// The entry of a code.
    #[must_use]
    pub fn find(code: &str) -> Option<&'static Entry> {
        Entry::all().iter().find(|entry| entry.code == code)
    }

    /// How an operator sees it.
    #[must_use]
    pub const fn seen(&self) -> &'static str {
        match (self.kind, self.stopped_by) {
            (Kind::Refusal, None) => {
                "The command says `refused` with this code, and exits with 1, or with 2 where the command itself was wrong."
            }
            (Kind::Refusal, Some(_)) => {
                "The command says `refused` with this code, and exits with 1; or, later, the run's phase is STOPPED, and this code its reason."
            }
            (Kind::Stop, _) => {
                "The run's phase is STOPPED, and this code its reason: in the answer, which exits with 0, and in `ledger show`."
            }
            (Kind::Failure, _) => "The command says `error` with this code, and exits with 1.",
        }
    }
}
