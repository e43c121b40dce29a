//! The exercise: one ticket is closed, or is not, in twelve scenarios.

use crate::budget::Budget;
use crate::domains::teaching::Exercise;
use crate::domains::ticket::{CloseRequest, REVIEWER, Tickets};
use crate::id::{Requester, RunId, Tenant};

/// Whose desk it is.
pub const TENANT: Tenant = Tenant::from_static("north-desk");

pub(super) const RESOURCE: &str = "CASE-1042";
pub(super) const DUPLICATE_OF: &str = "CASE-0977";

const OPERATION_ID: RunId = RunId::from_static("op-close-1042");
const REQUESTER: Requester = Requester::from_static("desk-agent");
const NOTE: &str = "Same fault as in the older case; closed as its duplicate.";

/// Enough for each of the two lookups to be killed once (4 lookups, 2 attempts at each), and for a
/// commit whose answer is lost (2 writes). Steps: opening, 4 lookups, the draft, 2 commits, and some
/// to spare. One lookup more takes 2 lookups and 2 steps more.
const BUDGET: Budget = Budget { steps: 16, lookups: 4, attempts: 2, writes: 2 };

/// The exercise: one ticket is closed, or is not, in twelve [scenarios](super::Scenario), in a
/// folder of its own.
///
/// ```
/// use countersign::domains::ticket::{self, Scenario};
///
/// let (exercise, folder) = (ticket::exercise(), tempfile::tempdir().unwrap());
/// let out = folder.path().join("runs");
/// let waiting = exercise.run(&out, Scenario::Missing.staging()?)?;
/// assert_eq!(waiting.state, "MISSING_APPROVAL");
/// let done = exercise.approve(&out)?;
/// assert_eq!((done.state.as_str(), done.new_writes), ("DONE", 1));
/// let again = exercise.approve(&out)?;
/// assert_eq!((again.receipt, again.new_writes), (done.receipt, 0));
/// # Ok::<(), countersign::Error>(())
/// ```
#[must_use]
pub fn exercise() -> Exercise<Tickets> {
    Exercise {
        domain: Tickets,
        tables: Tickets::TABLES,
        tenant: TENANT,
        operation_id: OPERATION_ID,
        requester: REQUESTER,
        reviewer: REVIEWER,
        request: CloseRequest { resource: RESOURCE.to_owned(), note: NOTE.to_owned() },
        budget: BUDGET,
    }
}
