//! Where events are kept, always within a tenant: [`MemoryLedger`], [`SqliteLedger`], or your own.
//!
//! A ledger knows no phases and no domains. It keeps events of runs in order, refuses a second
//! event for the same revision, and lists what waits for a person.
//!
//! ```
//! use countersign::domains::museum;
//! use countersign::ledger::{Ledger, MemoryLedger};
//! use countersign::Tick;
//!
//! let mut ledger = MemoryLedger::new();
//! let museum = museum::Museum::default();
//! let review = museum::example_in_review(&museum, &mut ledger, Tick::new(5)?)?;
//! assert_eq!(ledger.pending(&museum::TENANT)?, vec![review.run_id().clone()]);
//! # Ok::<(), countersign::Error>(())
//! ```

mod error;
mod lossy;
mod memory;
#[cfg(feature = "sqlite")]
mod sqlite;
mod verify;

pub use error::{LedgerError, TxError};
pub use lossy::{Loss, LossyLedger};
pub use memory::{Memory, MemoryHandle, MemoryLedger, MemoryTx};
#[cfg(feature = "sqlite")]
pub use sqlite::{Claim, Part, Sqlite, SqliteHandle, SqliteLedger, SqliteTx, Value};
pub use verify::{Verified, verify, verify_all};

use crate::decision::ApprovalId;
use crate::digest::Digest;
use crate::domain::NoEffect;
use crate::event::SavedEvent;
use crate::id::{RunId, Tenant};

/// Tells the events of one save from those of a rival, so that a save that is tried again is never
/// taken for a conflict, nor a conflict for a save.
pub type Token = [u8; 16];

/// The last event of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its revision.
    pub revision: u64,
    /// Its digest.
    pub digest: Digest,
    /// The token that it was saved with.
    pub token: Token,
}

impl Head {
    /// Checks that an event is the next one after the head, or the first where there is none.
    ///
    /// # Errors
    /// [`LedgerError`] with `revision_conflict`.
    pub fn check_next(
        head: Option<&Head>,
        run_id: &RunId,
        event: &SavedEvent,
    ) -> Result<(), LedgerError> {
        let (revision, digest) =
            head.map_or((0, Digest::ZERO), |head| (head.revision, head.digest));
        if event.revision == revision.saturating_add(1) && event.previous == digest {
            return Ok(());
        }
        Err(LedgerError::revision_conflict(run_id, event.revision, revision))
    }
}

/// A database, as the transactions of its ledgers see it.
pub trait Database: Sized + 'static {
    /// An open transaction.
    type Tx<'t>: LedgerTx<Db = Self>;
    /// What a domain's effect works with: single statements on the domain's own data, within the
    /// open transaction. It can not end that transaction.
    type Handle<'t>;
}

/// What is remembered beside the events, within a tenant: each names the run that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark<'a> {
    /// An approval that led to an action. Set once, never changed.
    SpentApproval(&'a ApprovalId),
    /// Args that a person said no to, by their digest. The latest no counts.
    RejectedArgs(&'a Digest),
}

/// An open transaction of a ledger.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no transaction of a ledger",
    label = "events can not be appended to this"
)]
pub trait LedgerTx {
    /// The database underneath.
    type Db: Database;

    /// The last event of a run; `None` where there is no such run.
    ///
    /// # Errors
    /// [`LedgerError`] where it can not be read.
    fn head(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Option<Head>, LedgerError>;

    /// Appends an event that follows the run's head *in this ledger*. For a ledger of your own,
    /// [`Head::check_next`] says whether it does.
    ///
    /// # Errors
    /// `revision_conflict` where it does not: another process moved the run, or the run was
    /// resumed from another ledger. Otherwise [`LedgerError`] where it can not be written.
    fn append(
        &mut self,
        tenant: &Tenant,
        run_id: &RunId,
        event: &SavedEvent,
        token: Token,
    ) -> Result<(), LedgerError>;

    /// The receipt of an operation, as it was kept; `None` where there is none.
    ///
    /// # Errors
    /// [`LedgerError`] where it can not be read.
    fn receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
    ) -> Result<Option<String>, LedgerError>;

    /// Keeps the receipt of an operation. There is never a second one.
    ///
    /// # Errors
    /// `ledger_damaged` where there is one already; otherwise where it can not be written.
    fn keep_receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
        receipt: &str,
    ) -> Result<(), LedgerError>;

    /// Which run set this mark, if one has.
    ///
    /// # Errors
    /// [`LedgerError`] where it can not be read.
    fn marked(&mut self, tenant: &Tenant, mark: Mark<'_>) -> Result<Option<RunId>, LedgerError>;

    /// Sets a mark.
    ///
    /// # Errors
    /// `ledger_damaged` where an approval is marked as spent already; otherwise where it can not be
    /// written.
    fn set_mark(
        &mut self,
        tenant: &Tenant,
        mark: Mark<'_>,
        run_id: &RunId,
    ) -> Result<(), LedgerError>;

    /// Runs a domain's effect. Where it errs, everything that it wrote is undone, and the
    /// transaction goes on without it.
    ///
    /// # Errors
    /// What `effect` gave.
    fn effect(
        &mut self,
        effect: impl FnOnce(&mut <Self::Db as Database>::Handle<'_>) -> Result<(), NoEffect>,
    ) -> Result<(), NoEffect>;
}

/// Keeps the events of runs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a ledger",
    label = "moves are saved to a ledger",
    note = "give `&mut ledger`, where the ledger is a `MemoryLedger`, a `SqliteLedger` or your own"
)]
pub trait Ledger {
    /// The database underneath.
    type Db: Database;

    /// Runs `body` in one transaction: all of it is saved, or nothing.
    ///
    /// # Errors
    /// [`TxError::Before`] where nothing was saved for sure, [`TxError::AtCommit`] where the
    /// commit itself failed and nobody knows. After the latter the ledger has dropped its
    /// connection; the next call opens a fresh one.
    fn transact<R>(
        &mut self,
        body: impl FnOnce(&mut <Self::Db as Database>::Tx<'_>) -> Result<R, LedgerError>,
    ) -> Result<R, TxError>;

    /// The events of a run in order; empty where the tenant has no such run.
    ///
    /// # Errors
    /// [`LedgerError`] where they can not be read.
    fn events(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Vec<SavedEvent>, LedgerError>;

    /// The receipt of an operation, byte for byte as it was kept; `None` where there is none.
    ///
    /// # Errors
    /// [`LedgerError`] where it can not be read.
    fn receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
    ) -> Result<Option<String>, LedgerError>;

    /// Which run set this mark, if one has.
    ///
    /// # Errors
    /// [`LedgerError`] where it can not be read.
    fn marked(&mut self, tenant: &Tenant, mark: Mark<'_>) -> Result<Option<RunId>, LedgerError>;

    /// Drops the connection, so that the next call opens a fresh one: what an old connection says
    /// of a commit whose answer was lost is not to be trusted.
    fn reconnect(&mut self);

    /// The tenant's runs, in the order in which they were opened.
    ///
    /// # Errors
    /// [`LedgerError`] where they can not be read.
    fn runs(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError>;

    /// The tenant's runs that wait for a decision, in the order in which they were opened.
    /// [`SavedEvent::phase`] of a run's last event says whether it does, and
    /// [`SavedEvent::digest_fits`] whether that is to be believed.
    ///
    /// # Errors
    /// [`LedgerError`] where they can not be read.
    fn pending(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError>;

    /// Every tenant that has a run. For operators; everything else stays within one tenant.
    ///
    /// # Errors
    /// [`LedgerError`] where they can not be read.
    fn tenants(&mut self) -> Result<Vec<Tenant>, LedgerError>;
}

#[diagnostic::do_not_recommend]
impl<L: Ledger> Ledger for &mut L {
    type Db = L::Db;

    fn transact<R>(
        &mut self,
        body: impl FnOnce(&mut <Self::Db as Database>::Tx<'_>) -> Result<R, LedgerError>,
    ) -> Result<R, TxError> {
        (**self).transact(body)
    }

    fn events(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Vec<SavedEvent>, LedgerError> {
        (**self).events(tenant, run_id)
    }

    fn receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
    ) -> Result<Option<String>, LedgerError> {
        (**self).receipt(tenant, operation_id)
    }

    fn marked(&mut self, tenant: &Tenant, mark: Mark<'_>) -> Result<Option<RunId>, LedgerError> {
        (**self).marked(tenant, mark)
    }

    fn reconnect(&mut self) {
        (**self).reconnect();
    }

    fn runs(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        (**self).runs(tenant)
    }

    fn pending(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        (**self).pending(tenant)
    }

    fn tenants(&mut self) -> Result<Vec<Tenant>, LedgerError> {
        (**self).tenants()
    }
}
