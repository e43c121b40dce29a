//! What a command of an exercise came to: the same keys for every exercise.

use serde::Serialize;

use crate::domain::Domain;
use crate::domains::teaching::KEY_LABEL;
use crate::error::Reason;
use crate::event::Receipt;
use crate::ledger::{Ledger, LedgerError};
use crate::run::AnyRun;
use crate::trace::Trace;

/// A run's counters, over all the processes that worked on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Lookups that were charged.
    pub read_calls: u64,
    /// Commits that were begun.
    pub write_attempts: u64,
    /// Commits that got through.
    pub committed_writes: u64,
}

/// What a command came to.
#[derive(Clone, Debug, Serialize)]
pub struct CommandOutcome {
    /// The code of what ended the command, in capitals; `MISSING_APPROVAL` while in review, `DONE`
    /// when committed.
    pub state: String,
    /// The scenario that was asked for, where one was.
    pub scenario: Option<&'static str>,
    /// The run.
    pub operation_id: String,
    /// Whose.
    pub tenant: String,
    /// Where it is.
    pub phase: &'static str,
    /// Its revision.
    pub revision: u64,
    /// Its counters.
    #[serde(flatten)]
    pub counts: Counts,
    /// Commits that this very command got through.
    pub new_writes: u64,
    /// The receipt, the same for ever; `None` where nothing was carried out.
    pub receipt: Option<Receipt>,
    /// Whether the scenario's fault happened in this command.
    pub exercised: bool,
    /// Why it ended so, where it is not `DONE`.
    pub reason: Option<Reason>,
    /// What is known of the key.
    pub key: &'static str,
    /// Whether the reason is a refusal: the run is where it was.
    #[serde(skip)]
    pub refused: bool,
}

impl CommandOutcome {
    /// The outcome of a command that has left `run` where it is; `refusal` is what ended it, where
    /// that was no stop.
    ///
    /// # Errors
    /// [`LedgerError`] where the run can not be read.
    pub fn of<D: Domain, L: Ledger>(
        run: &AnyRun<D>,
        ledger: &mut L,
        refusal: Option<Reason>,
        before: Counts,
    ) -> Result<CommandOutcome, LedgerError> {
        let (tenant, run_id) = (run.tenant().clone(), run.run_id().clone());
        let trace = Trace::read(ledger, &tenant, &run_id)?
            .ok_or_else(|| LedgerError::damaged(&tenant, &run_id, "the run is gone"))?;
        let counts = Counts::of(&trace);
        let refused = refusal.is_some();
        let reason = refusal.or_else(|| trace.reason().cloned());
        Ok(CommandOutcome {
            state: state(trace.phase(), reason.as_ref()),
            scenario: None,
            operation_id: run_id.to_string(),
            tenant: tenant.to_string(),
            phase: trace.phase(),
            revision: trace.revision(),
            counts,
            new_writes: counts.committed_writes.saturating_sub(before.committed_writes),
            receipt: trace.commit_receipt().cloned(),
            exercised: false,
            reason,
            key: KEY_LABEL,
            refused,
        })
    }
}

impl Counts {
    /// The counters of a run.
    #[must_use]
    pub fn of(trace: &Trace) -> Counts {
        Counts {
            read_calls: trace.used().lookups,
            write_attempts: trace.used().writes,
            committed_writes: trace.commit_receipt().map_or(0, |_| 1),
        }
    }
}

fn state(phase: &str, reason: Option<&Reason>) -> String {
    match (reason, phase) {
        (Some(reason), _) => reason.code.as_str().to_ascii_uppercase(),
        (None, "REVIEW") => "MISSING_APPROVAL".to_owned(),
        (None, "COMMITTED") => "DONE".to_owned(),
        (None, other) => other.to_owned(),
    }
}
