//! What the moves of several phases ask: whether they must stop the run, and whether there is a
//! receipt.

use crate::code::Code;
use crate::domain::Domain;
use crate::error::Reason;
use crate::event::Receipt;
use crate::ledger::{Ledger, LedgerError, LedgerTx};
use crate::phase::Committed;
use crate::run::{AnyRun, Core, Run, State, held, resume};
use crate::tick::Tick;

impl<D: Domain> Core<D> {
    /// The stop that a source meets which is no longer at the run's version.
    pub(super) fn source_moved(&self, domain: &D) -> Option<Reason> {
        let (then, now) = (&self.state.opened.source_version, domain.source_version());
        if *then == now {
            return None;
        }
        let detail = format!("the draft rests on {then}, the source is now {now}");
        Some(Reason::new(Code::SOURCE_CHANGED, detail))
    }

    pub(super) fn review_expired(&self, now: Tick) -> Option<Reason> {
        let deadline = held(self.state.draft.as_ref()).drafted.deadline;
        (now > deadline).then(|| {
            let detail = format!("presented at tick {now}, the deadline was tick {deadline}");
            Reason::new(Code::REVIEW_EXPIRED, detail)
        })
    }

    /// The stop that an approval meets which is no longer good.
    pub(super) fn approval_expired(&self, now: Tick, code: Code) -> Option<Reason> {
        let good_through = self.state.good_through();
        (now > good_through).then(|| {
            let detail = format!("tick {now}, the approval was good through tick {good_through}");
            Reason::new(code, detail)
        })
    }

    /// Whether this operation has its receipt.
    pub(super) fn receipt_is_there<Tx: LedgerTx>(&self, tx: &mut Tx) -> Result<bool, LedgerError> {
        let state = &self.state;
        let Some(found) = tx.receipt(&state.tenant, &state.run_id)? else { return Ok(false) };
        let receipt: Receipt = serde_json::from_str(&found)
            .map_err(|error| LedgerError::damaged(&state.tenant, &state.run_id, error))?;
        let ours = state.receipt_at(receipt.committed_at);
        if ours.is_some_and(|ours| ours.approval_id == receipt.approval_id) {
            return Ok(true);
        }
        let detail = "a receipt of another payload has this operation id";
        Err(LedgerError::new(Code::OPERATION_CONFLICT, detail))
    }

    /// The run whose receipt is there, read from the ledger.
    pub(super) fn committed_by_another<L: Ledger>(
        &self,
        ledger: &mut L,
    ) -> Result<Run<D, Committed>, LedgerError> {
        let State { tenant, run_id, .. } = &self.state;
        match resume::<D, L>(ledger, tenant, run_id)? {
            Some(AnyRun::AtCommitted(run)) => Ok(run),
            _ => Err(LedgerError::damaged(tenant, run_id, "a receipt without its event")),
        }
    }
}
