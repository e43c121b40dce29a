//! The exercise: a reservation is made, or is not, in seven scenarios.

use countersign::domains::teaching::Exercise;
use countersign::{Budget, Requester, RunId, Tenant};

use super::{REVIEWER, ReserveRequest, Stock};

/// Whose depot it is.
pub const TENANT: Tenant = Tenant::from_static("north-depot");

pub(super) const WAREHOUSE: &str = "WH-A";
pub(super) const SKU: &str = "SKU-7";
const QUANTITY: u64 = 3;

/// Enough for both lookups to be killed once, and for a commit whose answer is lost.
const BUDGET: Budget = Budget { steps: 16, lookups: 4, attempts: 2, writes: 2 };

/// The exercise: a reservation is made, or is not, in seven [scenarios](super::Scenario), in a
/// folder of its own.
///
/// ```
/// use countersign::domains::stock::{self, Scenario};
///
/// let (exercise, folder) = (stock::exercise(), tempfile::tempdir().unwrap());
/// let out = folder.path().join("runs");
/// let done = exercise.run(&out, Scenario::Redelivered.staging()?)?;
/// assert_eq!((done.state.as_str(), done.new_writes), ("DONE", 1));
/// let again = exercise.run(&out, Scenario::Enough.staging()?)?;
/// assert_eq!((again.receipt, again.new_writes), (done.receipt, 0));
/// # Ok::<(), countersign::Error>(())
/// ```
#[must_use]
pub fn exercise() -> Exercise<Stock> {
    Exercise {
        domain: Stock::default(),
        tables: Stock::TABLES,
        tenant: TENANT,
        operation_id: const { RunId::from_static("op-reserve-7") },
        requester: const { Requester::from_static("depot-agent") },
        reviewer: REVIEWER,
        request: ReserveRequest {
            warehouse: WAREHOUSE.to_owned(),
            sku: SKU.to_owned(),
            quantity: QUANTITY,
        },
        budget: BUDGET,
    }
}
