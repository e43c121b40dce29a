//! What a run may use up, and what it has used.
//!
//! A budget is part of the run and is saved with its first event, so that neither a restart nor
//! another process gives a run more than it was opened with.
//!
//! ```
//! use countersign::Budget;
//!
//! let budget = Budget { lookups: 5, ..Budget::default() };
//! assert_eq!((budget.steps, budget.attempts), (8, 2));
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::error::Reason;

/// The limits of a run. A limit of 0 allows none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// Work events: validated, reserved, observed, abandoned, drafted, simulated, commit begun. A
    /// decision, a look-up of the receipt, a fence, a refusal and a stop charge none.
    pub steps: u64,
    /// Reserved attempts, of all lookups together. A run gets to its draft only where these cover
    /// every lookup of the domain: the default is just enough for two of which none fails. With two
    /// [steps](Budget::steps) for each, it takes three more to the end.
    pub lookups: u64,
    /// Reserved attempts at one and the same lookup, over the whole run.
    pub attempts: u64,
    /// Commits begun. A run that is only simulated begins none.
    pub writes: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { steps: 8, lookups: 2, attempts: 2, writes: 2 }
    }
}

/// What a run has used of its [`Budget`]. A charge is never taken back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Used {
    pub(crate) steps: u64,
    pub(crate) lookups: u64,
    pub(crate) writes: u64,
    attempts: BTreeMap<String, u64>,
}

impl Used {
    pub(crate) fn attempts(&self, lookup: &str) -> u64 {
        self.attempts.get(lookup).copied().unwrap_or(0)
    }

    pub(crate) fn charge_step(&mut self) {
        self.steps = self.steps.saturating_add(1);
    }

    pub(crate) fn charge_write(&mut self) {
        self.writes = self.writes.saturating_add(1);
    }

    pub(crate) fn charge_attempt(&mut self, lookup: &str) {
        self.lookups = self.lookups.saturating_add(1);
        let attempts = self.attempts.entry(lookup.to_owned()).or_default();
        *attempts = attempts.saturating_add(1);
    }
}

impl Budget {
    /// Why one more attempt at `lookup` can not be had, if it can not.
    pub(crate) fn attempt_obstacle(&self, used: &Used, lookup: &str) -> Option<Reason> {
        if used.attempts(lookup) >= self.attempts {
            let detail = format!("{} attempts at one lookup", self.attempts);
            return Some(Reason::new(Code::ATTEMPTS_EXHAUSTED, detail));
        }
        (used.lookups >= self.lookups).then(|| {
            Reason::new(Code::LOOKUP_BUDGET_EXHAUSTED, format!("{} lookups", self.lookups))
        })
    }

    /// Why one more commit can not be begun, if it can not.
    pub(crate) fn write_obstacle(&self, used: &Used) -> Option<Reason> {
        (used.writes >= self.writes)
            .then(|| Reason::new(Code::WRITE_BUDGET_EXHAUSTED, format!("{} writes", self.writes)))
    }

    /// Why one more step can not be had, if it can not.
    pub(crate) fn step_obstacle(&self, used: &Used) -> Option<Reason> {
        (used.steps >= self.steps).then(|| {
            let detail = match self.steps {
                0 => "the budget allows no step at all".to_owned(),
                steps => format!("{steps} steps"),
            };
            Reason::new(Code::STEP_BUDGET_EXHAUSTED, detail)
        })
    }
}
