//! `Simulated`, `Committed`, `Rejected`, `Stopped`: to be read and replayed, never moved.

use crate::domain::Domain;
use crate::error::Reason;
use crate::event::{Receipt, SimulationReceipt};
use crate::id::Reviewer;
use crate::phase::{Committed, Rejected, Simulated, Stopped};
use crate::run::{Run, held};

impl<D: Domain> Run<D, Simulated> {
    /// The saved receipt: the same however often, and whenever, it is asked for.
    #[must_use]
    pub fn receipt(&self) -> &SimulationReceipt {
        held(self.core.state.receipt.as_ref())
    }
}

impl<D: Domain> Run<D, Committed> {
    /// The saved receipt: the same however often, and whenever, it is asked for.
    #[must_use]
    pub fn commit_receipt(&self) -> &Receipt {
        held(self.core.state.committed.as_ref())
    }
}

impl<D: Domain> Run<D, Rejected> {
    /// Who said no.
    #[must_use]
    pub fn rejected_by(&self) -> &Reviewer {
        &held(self.core.state.decision.as_ref()).reviewer
    }
}

impl<D: Domain> Run<D, Stopped> {
    /// Why the run ended.
    #[must_use]
    pub fn stop_reason(&self) -> &Reason {
        held(self.core.state.stop.as_ref())
    }
}
