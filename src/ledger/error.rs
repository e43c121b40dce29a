//! What can go wrong with a ledger.

use crate::code::Code;
use crate::error::Reason;
use crate::id::{RunId, Tenant};

/// A call to a ledger failed: the code says how, the text says where. Mostly it is the storage's; a
/// move that can not be saved at all, as its domain broke a rule, comes in it as well.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ledger error, {0}")]
pub struct LedgerError(Reason);

/// How a transaction failed.
#[derive(Debug, thiserror::Error)]
pub enum TxError {
    /// Before the commit was issued: nothing was saved, for sure.
    #[error(transparent)]
    Before(LedgerError),
    /// In the commit itself: it is saved whole or not at all, and nobody knows which.
    #[error(transparent)]
    AtCommit(LedgerError),
}

impl From<Reason> for LedgerError {
    fn from(reason: Reason) -> LedgerError {
        LedgerError(reason)
    }
}

impl LedgerError {
    /// An error of a ledger of your own.
    #[must_use]
    pub fn new(code: Code, detail: impl Into<String>) -> LedgerError {
        LedgerError(Reason::new(code, detail))
    }

    /// The code.
    #[must_use]
    pub const fn code(&self) -> &Code {
        &self.0.code
    }

    /// What it means in this case, for a person.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// Whether another process moved the run first.
    #[must_use]
    pub fn is_revision_conflict(&self) -> bool {
        self.0.code == Code::REVISION_CONFLICT
    }

    /// Whether the ledger's content does not fit together.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.0.code == Code::LEDGER_DAMAGED
    }

    pub(crate) fn revision_conflict(run_id: &RunId, revision: u64, head: u64) -> LedgerError {
        let detail = format!(
            "run {run_id}: revision {revision} does not follow revision {head} of this ledger"
        );
        LedgerError::new(Code::REVISION_CONFLICT, detail)
    }

    /// What is wrong with one event of a run.
    pub(crate) fn at_event(
        code: Code,
        (tenant, run_id): (&Tenant, &RunId),
        revision: u64,
        fault: impl std::fmt::Display,
    ) -> LedgerError {
        let detail = format!("tenant {tenant}, run {run_id}, revision {revision}: {fault}");
        LedgerError::new(code, detail)
    }

    pub(crate) fn damaged(
        tenant: &Tenant,
        run_id: &RunId,
        fault: impl std::fmt::Display,
    ) -> LedgerError {
        LedgerError::new(Code::LEDGER_DAMAGED, format!("tenant {tenant}, run {run_id}, {fault}"))
    }
}
