//! `ApprovedForSimulation`: everything is checked once more, then simulated.

use crate::code::Code;
use crate::domain::Domain;
use crate::error::{Reason, Refused};
use crate::event::{Move, SimulationReceipt};
use crate::phase::{ApprovedForSimulation, Simulated};
use crate::run::progress::Work;
use crate::run::{Content, Core, Run, Unsaved, held};
use crate::tick::Tick;

/// The right to say what carrying out an approved draft would change. Lent by `simulate`, for the
/// length of one call.
pub struct SimulationPermit<'run, D: Domain> {
    content: &'run Content<D>,
    draft: &'run D::Draft,
}

impl<D: Domain> SimulationPermit<'_, D> {
    /// The checked request.
    #[must_use]
    pub fn request(&self) -> &D::Request {
        &self.content.request
    }

    /// The draft that was approved.
    #[must_use]
    pub fn draft(&self) -> &D::Draft {
        self.draft
    }
}

impl<D: Domain> std::fmt::Debug for SimulationPermit<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SimulationPermit").finish_non_exhaustive()
    }
}

impl<D: Domain> Run<D, ApprovedForSimulation> {
    /// Simulates the approved draft. Content, source, budget and deadline are checked again, in
    /// this order; where one fails, the run stops.
    ///
    /// # Errors
    /// [`Refused`] with `finalization_before_decision`; the run is handed back.
    #[must_use = "nothing is moved yet: handle the refusal (`?`, say), then call `.save(&mut ledger)`; `let _ =` would move nothing"]
    pub fn simulate(
        self,
        domain: &D,
        now: Tick,
    ) -> Result<Unsaved<D, Run<D, Simulated>>, Refused<Run<D, ApprovedForSimulation>>> {
        let latest = self.core.state.latest;
        if now < latest {
            let detail = format!("tick {now}, but decided at tick {latest}");
            return Err(Refused::new(self, Code::FINALIZATION_BEFORE_DECISION, detail));
        }
        let made = match self.core.make_simulated(domain, now) {
            Ok(receipt) => (Move::Simulated(receipt), None),
            Err(stop) => (Move::Stopped { candidate: None, tick: Some(now) }, Some(stop)),
        };
        Ok(Unsaved::make(self.core, made, Run::from_core))
    }
}

impl<D: Domain> Core<D> {
    fn make_simulated(&self, domain: &D, now: Tick) -> Result<SimulationReceipt, Reason> {
        let bound = held(self.state.draft.as_ref());
        let stop = (self.state.draft_changed())
            .or_else(|| self.source_moved(domain))
            .or_else(|| self.state.obstacle(Work::Simulate))
            .or_else(|| self.approval_expired(now, Code::APPROVAL_EXPIRED_BEFORE_SIMULATION));
        if let Some(stop) = stop {
            return Err(stop);
        }
        let content = held(self.content.as_ref());
        let draft = held(content.draft.as_ref());
        let would_change = domain.would_change(SimulationPermit { content, draft });
        Ok(SimulationReceipt {
            draft_digest: bound.digest,
            simulated_at: now,
            would_change,
            real_writes: 0,
        })
    }
}
