//! Checks a whole ledger, run by run, without knowing the domains in it.

use crate::id::Tenant;
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

/// Checks every run of a tenant: sequence, chained digests, versions, and that each move was
/// legal.
///
/// # Errors
/// [`LedgerError`] with `ledger_damaged` names the first damage.
pub fn verify<L: Ledger>(ledger: &mut L, tenant: &Tenant) -> Result<Verified, LedgerError> {
    let mut verified = Verified::default();
    for run_id in ledger.runs(tenant)? {
        let events = ledger.events(tenant, &run_id)?;
        if replay(tenant, &run_id, &events)?.is_none() {
            return Err(LedgerError::damaged(tenant, &run_id, "the run has no events"));
        }
        verified.runs += 1;
        verified.events += events.len() as u64;
    }
    Ok(verified)
}
