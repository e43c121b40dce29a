//! A ledger that loses an answer, for exercises and tests: what a network, a failing disk or a kill
//! at the wrong moment does, on purpose and once.

use crate::code::Code;
use crate::event::SavedEvent;
use crate::id::{RunId, Tenant};
use crate::ledger::{Database, Ledger, LedgerError, Mark, TxError};

/// When the answer to a transaction's commit is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It is saved, and nobody hears of it.
    AfterCommit,
    /// It is not saved, and nobody hears of that either.
    BeforeCommit,
}

/// A ledger that loses the answer to one transaction. Whoever waits for it is told that the outcome
/// is not known, and not which of the two it was.
///
/// ```
/// use countersign::domains::museum::{Card, Museum};
/// use countersign::ledger::{Ledger, LossyLedger, Loss, MemoryLedger};
///
/// let mut ledger = MemoryLedger::new();
/// let card = Card::read(r#"{"request_id":"R-1"}"#)?;
/// let opened = Museum::default().open(&card, Default::default())?;
///
/// let mut lossy = LossyLedger::new(&mut ledger, 1, Loss::AfterCommit);
/// let lost = opened.save(&mut lossy).unwrap_err();
/// assert_eq!(lost.error.code().as_str(), "commit_unknown");
/// assert!(lost.unsaved.save(&mut lossy)?.is_err()); // it was there: saving again finds it
/// # Ok::<(), countersign::Error>(())
/// ```
#[derive(Debug)]
pub struct LossyLedger<'l, L> {
    ledger: &'l mut L,
    /// The transactions that are answered before the loss; `None` once it has happened.
    answered: Option<u64>,
    loss: Loss,
}

impl<'l, L: Ledger> LossyLedger<'l, L> {
    /// Loses the answer to the `nth` transaction from now, counted from 1.
    pub fn new(ledger: &'l mut L, nth: u64, loss: Loss) -> LossyLedger<'l, L> {
        LossyLedger { ledger, answered: nth.checked_sub(1), loss }
    }

    /// Whether the answer was lost by now.
    #[must_use]
    pub fn has_lost(&self) -> bool {
        self.answered.is_none()
    }
}

#[diagnostic::do_not_recommend]
impl<L: Ledger> Ledger for LossyLedger<'_, L> {
    type Db = L::Db;

    fn transact<R>(
        &mut self,
        body: impl FnOnce(&mut <Self::Db as Database>::Tx<'_>) -> Result<R, LedgerError>,
    ) -> Result<R, TxError> {
        match self.answered {
            None => return self.ledger.transact(body),
            Some(0) => self.answered = None,
            Some(more) => {
                self.answered = more.checked_sub(1);
                return self.ledger.transact(body);
            }
        }
        let lost = || LedgerError::new(Code::COMMIT_UNKNOWN, "the answer was lost");
        if self.loss == Loss::AfterCommit {
            self.ledger.transact(body)?;
            self.ledger.reconnect();
            return Err(TxError::AtCommit(lost()));
        }
        let mut done = false;
        let undone = self.ledger.transact(|tx| {
            body(tx)?;
            done = true;
            Err::<R, _>(lost())
        });
        match undone {
            Err(TxError::Before(_)) if done => {
                self.ledger.reconnect();
                Err(TxError::AtCommit(lost()))
            }
            other => other,
        }
    }

    fn events(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Vec<SavedEvent>, LedgerError> {
        self.ledger.events(tenant, run_id)
    }

    fn receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
    ) -> Result<Option<String>, LedgerError> {
        self.ledger.receipt(tenant, operation_id)
    }

    fn marked(&mut self, tenant: &Tenant, mark: Mark<'_>) -> Result<Option<RunId>, LedgerError> {
        self.ledger.marked(tenant, mark)
    }

    fn reconnect(&mut self) {
        self.ledger.reconnect();
    }

    fn runs(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        self.ledger.runs(tenant)
    }

    fn pending(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        self.ledger.pending(tenant)
    }

    fn tenants(&mut self) -> Result<Vec<Tenant>, LedgerError> {
        self.ledger.tenants()
    }
}
