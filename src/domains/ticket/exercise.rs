//! The exercise: one ticket is closed, or is not, in twelve scenarios, in a folder of its own.
//!
//! The ledger is real, and so is everything that is done with it; the ticket, the clock and the key
//! are not. Each function here is a command, and may be a process of its own: what one has begun,
//! the next one finds.
//!
//! ```
//! use countersign::domains::ticket::{Scenario, exercise};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let out = folder.path().join("runs");
//! let waiting = exercise::run(&out, Scenario::Missing)?;
//! assert_eq!(waiting.state, "MISSING_APPROVAL");
//! let done = exercise::approve(&out)?;
//! assert_eq!((done.state.as_str(), done.new_writes), ("DONE", 1));
//! let again = exercise::approve(&out)?;
//! assert_eq!((again.receipt, again.new_writes), (done.receipt, 0));
//! # Ok::<(), countersign::Error>(())
//! ```

use std::path::Path;

use crate::budget::Budget;
use crate::domains::teaching::{Exercise, Outcome};
use crate::domains::ticket::{CloseRequest, Scenario, Tickets};
use crate::error::Error;
use crate::id::{Requester, Reviewer, RunId, Tenant};

/// Whose desk it is.
pub const TENANT: &str = "north-desk";

/// Who decides.
pub const REVIEWER: &str = "desk-reviewer";

pub(super) const RESOURCE: &str = "CASE-1042";
pub(super) const DUPLICATE_OF: &str = "CASE-0977";

const OPERATION_ID: RunId = RunId::from_static("op-close-1042");
const REQUESTER: Requester = Requester::from_static("desk-agent");
const NOTE: &str = "Same fault as in the older case; closed as its duplicate.";

/// Enough for both lookups to be killed once, and for a commit whose answer is lost.
const BUDGET: Budget = Budget { steps: 16, lookups: 4, attempts: 2, writes: 2 };

/// Runs a scenario to its end, or, where it is `missing`, to the decision it waits for. A run that
/// is there already goes on from where it is; one that has ended is told again, whatever scenario
/// is named, and nothing is done.
///
/// # Errors
/// As [`Exercise::run`].
pub fn run(out: &Path, scenario: Scenario) -> Result<Outcome, Error> {
    exercise().run(out, scenario.staging())
}

/// Whether this folder would be taken; nothing is done in it.
///
/// # Errors
/// As [`Exercise::check`].
pub fn check(out: &Path) -> Result<(), Error> {
    exercise().check(out)
}

/// Signs the proposal that the ledger holds, and carries on. The proposal in the folder has to be
/// that one, byte for byte.
///
/// # Errors
/// As [`Exercise::approve`].
pub fn approve(out: &Path) -> Result<Outcome, Error> {
    exercise().approve(out)
}

/// Finds out what became of a commit whose answer was lost.
///
/// # Errors
/// As [`Exercise::look_up`].
pub fn lookup(out: &Path) -> Result<Outcome, Error> {
    exercise().look_up(out)
}

/// Closes an operation whose answer was lost, for ever.
///
/// # Errors
/// As [`Exercise::fence`].
pub fn fence(out: &Path) -> Result<Outcome, Error> {
    exercise().fence(out)
}

fn exercise() -> Exercise<Tickets> {
    Exercise {
        domain: Tickets,
        tables: Tickets::TABLES,
        tenant: const { Tenant::from_static(TENANT) },
        operation_id: OPERATION_ID,
        requester: REQUESTER,
        reviewer: const { Reviewer::from_static(REVIEWER) },
        request: CloseRequest { resource: RESOURCE.to_owned(), note: NOTE.to_owned() },
        budget: BUDGET,
    }
}
