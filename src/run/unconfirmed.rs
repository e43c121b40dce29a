//! `Unconfirmed`: the answer to a commit was lost. Nothing is sent again without looking.
//!
//! Absence is proved by writing, never by reading: a commit whose answer was lost may read as
//! absent now and surface after a restart. Look-up and fence are each one write transaction on a
//! fresh connection: either the receipt is there, or an event is saved under the very revision that
//! the doubtful commit would have taken, so that it can never surface.

use crate::code::Code;
use crate::domain::Domain;
use crate::error::Reason;
use crate::event::Move;
use crate::ledger::{Ledger, LedgerError, LedgerTx, TxError};
use crate::phase::{ApprovedForCommit, Committed, Stopped, Unconfirmed};
use crate::run::unsaved::new_token;
use crate::run::{AnyRun, Core, Run, State, resume};

/// What a look-up found.
#[must_use = "the run goes on in here: match on it"]
pub enum Found<D: Domain> {
    /// The commit had got through: here is its receipt.
    Confirmed(Run<D, Committed>),
    /// The commit is proved absent, for ever. It may be begun again, within the write budget.
    Absent(Run<D, ApprovedForCommit>),
}

/// What a fence came to.
#[must_use = "the run goes on in here: match on it"]
pub enum Fence<D: Domain> {
    /// The commit is proved absent, and the operation is closed for ever; or the run had stopped
    /// before, for the reason that it says.
    Closed(Run<D, Stopped>),
    /// The commit had got through before: here is its receipt.
    Confirmed(Run<D, Committed>),
}

/// Still nobody knows. The run is in here: look again.
#[must_use = "the outcome is still not known: take `run` and look again"]
pub struct NotSettled<D: Domain> {
    /// Why. With `revision_conflict` another process has moved the run: resume it.
    pub error: LedgerError,
    /// The run as it was.
    pub run: Box<Run<D, Unconfirmed>>,
}

impl<D: Domain> Run<D, Unconfirmed> {
    /// What the ledger said when the answer was lost; `None` where the run was brought back. It
    /// says nothing about whether the commit got through.
    #[must_use]
    pub fn answer_lost(&self) -> Option<&LedgerError> {
        self.core.answer_lost.as_ref()
    }

    /// Finds out what became of the commit: its receipt, or the proof that it never will be.
    ///
    /// The inner `Err` is the run that had stopped: the lost answer was that one.
    ///
    /// # Errors
    /// [`NotSettled`] with the ledger's error and the run: look again.
    pub fn look_up<L: Ledger>(
        mut self,
        ledger: &mut L,
    ) -> Result<Result<Found<D>, Run<D, Stopped>>, NotSettled<D>> {
        match self.core.settle((Move::ReceiptAbsent {}, None), ledger) {
            Ok(Settled::Written(state)) => {
                self.core.state = *state;
                Ok(Ok(Found::Absent(Run::from_core(self.core))))
            }
            Ok(Settled::Committed(run)) => Ok(Ok(Found::Confirmed(run))),
            Ok(Settled::Stopped(run)) => Ok(Err(run)),
            Err(error) => Err(NotSettled { error, run: Box::new(self) }),
        }
    }

    /// Closes the operation: unless its receipt is there, whatever is still on its way is refused
    /// for ever, and the run stops with `fenced`.
    ///
    /// # Errors
    /// [`NotSettled`] with the ledger's error and the run: try again.
    pub fn fence<L: Ledger>(mut self, ledger: &mut L) -> Result<Fence<D>, NotSettled<D>> {
        let fenced = Reason::new(Code::FENCED, "closed by the operator; no receipt was there");
        match self.core.settle((Move::Fenced {}, Some(fenced)), ledger) {
            Ok(Settled::Written(state)) => {
                self.core.state = *state;
                Ok(Fence::Closed(Run::from_core(self.core)))
            }
            Ok(Settled::Committed(run)) => Ok(Fence::Confirmed(run)),
            Ok(Settled::Stopped(run)) => Ok(Fence::Closed(run)),
            Err(error) => Err(NotSettled { error, run: Box::new(self) }),
        }
    }
}

enum Settled<D: Domain> {
    /// The next revision is written: the commit is absent.
    Written(Box<State>),
    Committed(Run<D, Committed>),
    /// The doubtful commit was that of a stop, or another process fenced.
    Stopped(Run<D, Stopped>),
}

impl<D: Domain> Core<D> {
    fn settle<L: Ledger>(
        &self,
        made: (Move, Option<Reason>),
        ledger: &mut L,
    ) -> Result<Settled<D>, LedgerError> {
        ledger.reconnect();
        let (after, saved) = self.after(made)?;
        let state = &self.state;
        let written = ledger.transact(|tx| {
            if self.receipt_is_there(tx)? {
                return Ok(false);
            }
            let head = tx.head(&state.tenant, &state.run_id)?;
            if head.is_none_or(|head| head.digest != state.head) {
                return Ok(false);
            }
            tx.append(&state.tenant, &state.run_id, &saved, new_token()?)?;
            Ok(true)
        });
        match written {
            Ok(true) => Ok(Settled::Written(Box::new(after))),
            Ok(false) => self.settled_by_another(ledger),
            Err(TxError::Before(error)) => Err(error),
            Err(TxError::AtCommit(error)) => {
                Err(LedgerError::new(Code::COMMIT_UNKNOWN, error.detail()))
            }
        }
    }

    fn settled_by_another<L: Ledger>(&self, ledger: &mut L) -> Result<Settled<D>, LedgerError> {
        let State { tenant, run_id, revision, .. } = &self.state;
        match resume::<D, L>(ledger, tenant, run_id)? {
            Some(AnyRun::AtCommitted(run)) => Ok(Settled::Committed(run)),
            Some(AnyRun::AtStopped(run)) => Ok(Settled::Stopped(run)),
            Some(moved) => {
                let next = revision.saturating_add(1);
                Err(LedgerError::revision_conflict(run_id, next, moved.revision()))
            }
            None => Err(LedgerError::damaged(tenant, run_id, "the run is gone")),
        }
    }
}

impl<D: Domain> std::fmt::Debug for Found<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Found::Confirmed(run) => f.debug_tuple("Confirmed").field(run).finish(),
            Found::Absent(run) => f.debug_tuple("Absent").field(run).finish(),
        }
    }
}

impl<D: Domain> std::fmt::Debug for Fence<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fence::Closed(run) => f.debug_tuple("Closed").field(run).finish(),
            Fence::Confirmed(run) => f.debug_tuple("Confirmed").field(run).finish(),
        }
    }
}

impl<D: Domain> std::fmt::Debug for NotSettled<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NotSettled").field("error", &self.error).field("run", &self.run).finish()
    }
}

impl<D: Domain> std::fmt::Display for NotSettled<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.error.fmt(f)
    }
}

impl<D: Domain> std::error::Error for NotSettled<D> {}
