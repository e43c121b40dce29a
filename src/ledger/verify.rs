//! Checks a whole ledger, run by run, without knowing the domains in it.

use crate::event::Receipt;
use crate::id::{RunId, Tenant};
use crate::json::Canonical;
use crate::ledger::{Ledger, LedgerError};
use crate::run::replay;

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Runs.
    pub runs: u64,
    /// Events.
    pub events: u64,
}

/// Checks every run of a tenant: sequence, chained digests, versions, that each move was legal, and
/// that a receipt is kept for exactly those that were committed.
///
/// # Errors
/// [`LedgerError`] with `ledger_damaged` names the first damage.
pub fn verify<L: Ledger>(ledger: &mut L, tenant: &Tenant) -> Result<Verified, LedgerError> {
    let mut verified = Verified::default();
    for run_id in ledger.runs(tenant)? {
        let events = ledger.events(tenant, &run_id)?;
        let Some(state) = replay(tenant, &run_id, &events)? else {
            return Err(LedgerError::damaged(tenant, &run_id, "the run has no events"));
        };
        check_receipt(ledger, tenant, &run_id, state.committed.as_ref())?;
        verified.runs += 1;
        verified.events += events.len() as u64;
    }
    Ok(verified)
}

fn check_receipt<L: Ledger>(
    ledger: &mut L,
    tenant: &Tenant,
    run_id: &RunId,
    saved: Option<&Receipt>,
) -> Result<(), LedgerError> {
    let damaged = |what: &str| Err(LedgerError::damaged(tenant, run_id, what));
    let saved = saved.and_then(|receipt| Canonical::of(receipt).ok());
    match (ledger.receipt(tenant, run_id)?, saved) {
        (None, None) => Ok(()),
        (Some(kept), Some(saved)) if kept == saved.as_str() => Ok(()),
        (Some(_), Some(_)) => damaged("the receipt that is kept is not that of the run"),
        (Some(_), None) => damaged("a receipt is kept for a run that was not committed"),
        (None, Some(_)) => damaged("the run was committed, and its receipt is gone"),
    }
}
