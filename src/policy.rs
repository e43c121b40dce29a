//! The terms a run is opened under, and saved with.
//!
//! ```
//! use countersign::{Budget, Policy};
//!
//! let policy = Policy { review_ttl: 300, ..Policy::default() };
//! assert_eq!(policy.budget, Budget::default());
//! ```

use serde::{Deserialize, Serialize};

use crate::budget::Budget;

/// The budget and the time for review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// What the run may use up.
    pub budget: Budget,
    /// How many ticks after its draft a decision, and what follows from it, is still in time.
    pub review_ttl: u64,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { budget: Budget::default(), review_ttl: 3 }
    }
}
