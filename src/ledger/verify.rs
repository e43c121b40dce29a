//! Checks a whole ledger, run by run, without knowing the domains in it.

use crate::event::Receipt;
use crate::id::{RunId, Tenant};
use crate::json::Canonical;
use crate::ledger::{Ledger, LedgerError, Mark};
use crate::run::{State, replay};

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Runs.
    pub runs: u64,
    /// Events.
    pub events: u64,
}

/// Checks every run of a tenant: sequence, chained digests, versions, that each move was legal, that
/// a receipt is kept for exactly those that were committed, and that no signed no is forgotten.
///
/// Signatures are not checked here: that takes the keys, and was done when each decision was
/// presented, and again in the commit.
///
/// What lies beside the runs, a run that was taken out say, is not seen here: for a file that is
/// [`SqliteLedger::check_whole`](crate::ledger::SqliteLedger::check_whole), which checks both.
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
        check_marks(ledger, &state)?;
        verified.runs += 1;
        verified.events += events.len() as u64;
    }
    Ok(verified)
}

/// Checks every run of every tenant, as [`verify`] does. For operators.
///
/// # Errors
/// As [`verify`].
pub fn verify_all<L: Ledger>(ledger: &mut L) -> Result<Verified, LedgerError> {
    ledger.tenants()?.iter().try_fold(Verified::default(), |sum, tenant| {
        let Verified { runs, events } = verify(ledger, tenant)?;
        Ok(Verified { runs: sum.runs + runs, events: sum.events + events })
    })
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

/// Whether what is remembered beside the events is what follows from them.
fn check_marks<L: Ledger>(ledger: &mut L, state: &State) -> Result<(), LedgerError> {
    let (tenant, run_id) = (&state.tenant, &state.run_id);
    if let Some(receipt) = &state.committed {
        let spent = ledger.marked(tenant, Mark::SpentApproval(&receipt.approval_id))?;
        if spent.as_ref() != Some(run_id) {
            return Err(LedgerError::damaged(tenant, run_id, "its approval is not kept as spent"));
        }
    }
    if state.a_person_said_no() {
        let args = state.bound_args_digest();
        if ledger.marked(tenant, Mark::RejectedArgs(&args))?.is_none() {
            return Err(LedgerError::damaged(tenant, run_id, "the no to it is forgotten"));
        }
    }
    Ok(())
}
