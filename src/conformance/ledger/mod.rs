//! The promises of a ledger.

mod events;
mod runs;
mod sample;
mod transactions;

use crate::conformance::promise;
use crate::domain::NoEffect;
use crate::id::{RunId, Tenant};
use crate::ledger::{Database, Ledger, LedgerError};

/// A ledger of yours, and what the kit can not do with it by itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no ledger's example for the conformance kit",
    label = "the kit has to be told how a new ledger is made",
    note = "implement `countersign::conformance::LedgerExample` for a type of your tests"
)]
pub trait LedgerExample {
    /// The ledger that is held against the promises.
    type Ledger: Ledger;

    /// What it is called in the report.
    fn name(&self) -> String;

    /// A new, empty ledger that [`write`](LedgerExample::write) can write to.
    ///
    /// # Errors
    /// [`LedgerError`] where there is none.
    fn ledger(&self) -> Result<Self::Ledger, LedgerError>;

    /// Writes something of a domain's, as an effect would.
    ///
    /// # Errors
    /// [`NoEffect`] where it can not.
    fn write(
        &self,
        handle: &mut <<Self::Ledger as Ledger>::Db as Database>::Handle<'_>,
    ) -> Result<(), NoEffect>;

    /// How often that was written.
    ///
    /// # Errors
    /// [`LedgerError`] where it can not be read.
    fn times_written(&self, ledger: &mut Self::Ledger) -> Result<u64, LedgerError>;

    /// Closes the ledger and opens it again, as a new process would. One that ends with its value
    /// comes back as it is.
    ///
    /// # Errors
    /// [`LedgerError`] where it can not be opened.
    fn open_again(&self, ledger: Self::Ledger) -> Result<Self::Ledger, LedgerError> {
        Ok(ledger)
    }

    /// A second connection to the same ledger, where there can be one.
    ///
    /// # Errors
    /// [`LedgerError`] where it can not be opened.
    fn connect_again(&self, _: &Self::Ledger) -> Result<Option<Self::Ledger>, LedgerError> {
        Ok(None)
    }

    /// Changes the stored body of a run's last event, as somebody would who can write to the
    /// storage, and says whether it has.
    ///
    /// # Errors
    /// [`LedgerError`] where it can not be changed.
    fn damage(&self, _: &mut Self::Ledger, _: &Tenant, _: &RunId) -> Result<bool, LedgerError> {
        Ok(false)
    }
}

pub(super) fn checks<E: LedgerExample>() -> [super::Check<E>; 22] {
    [
        (promise::STARTS_EMPTY, events::starts_empty),
        (promise::KEPT_AS_GIVEN, events::kept_as_given),
        (promise::LONG_RUN, runs::long_run),
        (promise::REVISION_CONFLICT, events::revision_conflict),
        (promise::EVENTS_TOGETHER, transactions::events_together),
        (promise::NO_HALF_TRANSACTION, transactions::no_half_transaction),
        (promise::RECEIPT_INSIDE, transactions::receipt_inside),
        (promise::MARKS_INSIDE, transactions::marks_inside),
        (promise::EFFECT_INSIDE, transactions::effect_inside),
        (promise::EFFECT_UNDONE, transactions::effect_undone),
        (promise::ONE_RECEIPT, transactions::one_receipt),
        (promise::SPENT_ONCE, transactions::spent_once),
        (promise::LATEST_NO, transactions::latest_no),
        (promise::TENANTS_APART, events::tenants_apart),
        (promise::IDS_AS_BYTES, events::ids_as_bytes),
        (promise::WAITING_RUNS, events::waiting_runs),
        (promise::ORDER_OF_RUNS, events::order_of_runs),
        (promise::ALL_TENANTS, events::all_tenants),
        (promise::SAVED_AGAIN, runs::saved_again),
        (promise::OPENED_AGAIN, runs::opened_again),
        (promise::RIVALS, runs::rivals),
        (promise::DAMAGE, runs::damage),
    ]
}

pub(super) fn whole_runs<E: LedgerExample>() -> [super::Check<E>; 1] {
    [(promise::WHOLE_RUNS, runs::whole_runs)]
}
