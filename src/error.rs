//! How a move can end other than well: refused, stopped, or failed.
//!
//! The type says what became of the run: [`Refused`] hands it back, `Run<D, Stopped>` is its saved
//! end, and a [`LedgerError`] comes out of a call to a ledger, with nothing saved for sure unless it is
//! `commit_unknown`. What went wrong is for the code to say: `domain_fault` or `random_failed` is a
//! failure whichever type it comes in, and `operation_conflict` a refusal. Where a program has to
//! tell them apart, [`Entry::kind`] does.
//!
//! A program that only wants to end early can use [`Error`], which takes all of them:
//!
//! ```
//! use countersign::{domains::museum, ledger::MemoryLedger, Error};
//!
//! fn rehearse() -> Result<(), Error> {
//!     let mut ledger = MemoryLedger::new();
//!     let museum = museum::Museum::default();
//!     let card = museum::Card::read(r#"{"request_id":"R-1"}"#)?;
//!     let _validated = museum.open(&card, Default::default())?.save(&mut ledger)??;
//!     Ok(())
//! }
//!
//! assert_eq!(rehearse().unwrap_err().code().as_str(), "invalid_request");
//! ```

use serde::{Deserialize, Serialize};

use crate::code::{Code, Entry};
use crate::domain::Domain;
use crate::id::InvalidId;
use crate::json::JsonError;
use crate::ledger::LedgerError;
use crate::phase::Stopped;
use crate::run::{NotCommitted, NotSaved, NotSettled, Run};
use crate::tick::InvalidTick;

/// Nothing changed: the code says why, and `run` is what was handed in.
#[derive(Debug)]
#[must_use = "a refusal holds the run: take `refused.run` and go on with it, or drop it knowingly"]
pub struct Refused<R = ()> {
    /// Why.
    pub reason: Reason,
    /// What was handed in, unchanged.
    pub run: R,
}

impl<R> Refused<R> {
    pub(crate) fn new(run: R, code: Code, detail: impl Into<String>) -> Refused<R> {
        Refused { reason: Reason::new(code, detail), run }
    }

    /// The code.
    pub const fn code(&self) -> &Code {
        &self.reason.code
    }

    /// The same refusal, of `run`.
    pub(crate) fn with_run<Other>(self, run: Other) -> Refused<Other> {
        Refused { reason: self.reason, run }
    }
}

impl From<Reason> for Refused {
    fn from(reason: Reason) -> Refused {
        Refused { reason, run: () }
    }
}

impl<R> std::fmt::Display for Refused<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.reason.fmt(f)
    }
}

impl<R: std::fmt::Debug> std::error::Error for Refused<R> {}

/// A code, and what it means in this case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The code.
    pub code: Code,
    /// What it means here, for a person. It may quote input: escape it before printing.
    pub detail: String,
}

impl Reason {
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Reason {
        Reason { code, detail: detail.into() }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.code)?;
        if !self.detail.is_empty() {
            write!(f, ": {}", crate::escape::visible(&self.detail))?;
        }
        Ok(())
    }
}

/// Any early end, for programs that pass it on with `?`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing changed. The run that was handed in is gone with this error: resume it.
    #[error("refused, {0}")]
    Refusal(Reason),
    /// The run ended, and that is saved.
    #[error("stopped, {0}")]
    Stop(Reason),
    /// The ledger failed.
    #[error("{0}")]
    LedgerFailed(#[from] LedgerError),
    /// A file or folder beside the ledger failed.
    #[error("file error, {0}")]
    FileFailed(Reason),
}

impl Error {
    /// The code.
    #[must_use]
    pub fn code(&self) -> &Code {
        match self {
            Error::Refusal(reason) | Error::Stop(reason) | Error::FileFailed(reason) => {
                &reason.code
            }
            Error::LedgerFailed(error) => error.code(),
        }
    }

    /// What the catalogue says: what happened, whether anything changed, what to do.
    #[must_use]
    pub fn entry(&self) -> Option<&'static Entry> {
        self.code().entry()
    }
}

impl<R> From<Refused<R>> for Error {
    fn from(refused: Refused<R>) -> Error {
        Error::Refusal(refused.reason)
    }
}

impl<D: Domain> From<Run<D, Stopped>> for Error {
    fn from(run: Run<D, Stopped>) -> Error {
        Error::Stop(run.stop_reason().clone())
    }
}

impl<D: Domain, Next> From<NotSaved<D, Next>> for Error {
    fn from(not_saved: NotSaved<D, Next>) -> Error {
        Error::LedgerFailed(not_saved.error)
    }
}

impl<D: Domain> From<NotCommitted<D>> for Error {
    fn from(not_committed: NotCommitted<D>) -> Error {
        Error::LedgerFailed(not_committed.error)
    }
}

impl<D: Domain> From<NotSettled<D>> for Error {
    fn from(not_settled: NotSettled<D>) -> Error {
        Error::LedgerFailed(not_settled.error)
    }
}

impl From<InvalidTick> for Error {
    fn from(invalid: InvalidTick) -> Error {
        Error::Refusal(Reason { code: Code::INVALID_TICK, detail: invalid.to_string() })
    }
}

impl From<InvalidId> for Error {
    fn from(invalid: InvalidId) -> Error {
        Error::Refusal(Reason { code: Code::INVALID_ID, detail: invalid.to_string() })
    }
}

impl From<JsonError> for Error {
    fn from(error: JsonError) -> Error {
        Error::Refusal(Reason { code: error.code(), detail: error.to_string() })
    }
}
