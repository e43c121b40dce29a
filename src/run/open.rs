//! Opening a run: the request is checked, and what it asks for is fixed.

use crate::code::Code;
use crate::digest::Digest;
use crate::domain::{Domain, Lookup};
use crate::error::{Reason, Refused};
use crate::event::{EVENT_VERSION, Event, Move, Opened, SavedEvent};
use crate::id::{Requester, RunId, Tenant};
use crate::json::{Canonical, Loose};
use crate::phase::{PhaseName, Validated};
use crate::policy::Policy;
use crate::run::{AnyRun, Core, Run, State, Unsaved};

/// What the host sets when it opens a run; nothing of it can be set by the request.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Whose run it is.
    pub tenant: Tenant,
    /// Its id: the same work must come under the same id, other work under another.
    pub run_id: RunId,
    /// Who asks.
    pub requester: Requester,
    /// Budget and time for review.
    pub policy: Policy,
}

impl<D: Domain> Run<D, Validated> {
    /// Opens a run for a request as it came from outside.
    ///
    /// A request that breaks the domain's rules makes a run that is stopped with
    /// `invalid_request`: that is saved, so that the same id gives the same answer.
    ///
    /// # Errors
    /// [`Refused`] where the terms can not be written down (a number beyond 2^53-1).
    #[must_use = "nothing is moved yet: handle the refusal (`?`, say), then call `.save(&mut ledger)`"]
    pub fn open(
        domain: &D,
        opening: Opening,
        request: &Loose,
    ) -> Result<Unsaved<D, Run<D, Validated>>, Refused> {
        let Opening { tenant, run_id, requester, policy } = opening;
        let (kept, invalid) = check_request::<D>(request)?;
        let opened = Opened {
            domain: D::NAME.to_owned(),
            domain_version: D::VERSION,
            requester,
            request: kept,
            source_version: domain.source_version(),
            required: D::Lookup::all().iter().map(|lookup| lookup.name().to_owned()).collect(),
            policy,
        };
        let stop = invalid
            .map(|detail| Reason::new(Code::INVALID_REQUEST, detail))
            .or_else(|| no_step(&opened));
        let phase = if stop.is_some() { PhaseName::Stopped } else { PhaseName::Validated };
        let stopped = stop.is_some();
        let event = Event { v: EVENT_VERSION, phase, made: Move::Opened(opened), stop };
        let body = event.encode().map_err(|error| refuse(error.code(), error.to_string()))?;
        let saved = SavedEvent::chain(&tenant, &run_id, 1, Digest::ZERO, body);
        let core = State::open(&tenant, &run_id, &event, &saved)
            .and_then(|state| Core::open(state, stopped))
            .map_err(|fault| refuse(Code::INVALID_REQUEST, fault))?;
        Ok(Unsaved::first(Box::new(core), saved, Run::from_core))
    }
}

impl<D: Domain> Unsaved<D, Run<D, Validated>> {
    /// Reserves the first lookup in the transaction that opens the run.
    pub fn then_reserve(self, lookup: D::Lookup) -> Unsaved<D, Run<D, crate::phase::InFlight>> {
        self.then(Run::lending, |core| Run::<D, Validated>::from_core(core).reserve(lookup))
    }
}

impl<D: Domain> AnyRun<D> {
    /// Whether this run was opened by the same request: same domain and version, same content,
    /// same source version. The policy does not count.
    #[must_use]
    pub fn was_opened_by(&self, domain: &D, request: &Loose) -> bool {
        let state = self.state();
        let Ok((request, _)) = check_request::<D>(request) else { return false };
        let asked = Opened {
            domain: D::NAME.to_owned(),
            domain_version: D::VERSION,
            request,
            source_version: domain.source_version(),
            ..state.opened.clone()
        };
        let digest = |opened| State::request_digest(&state.tenant, &state.run_id, opened);
        digest(&asked) == digest(&state.opened)
    }
}

fn refuse(code: Code, detail: String) -> Refused {
    Refused::new((), code, detail)
}

/// The canonical request, and what is wrong with it. A request that has no canonical form is kept
/// as a text, so that it, too, is the same or another one.
fn check_request<D: Domain>(request: &Loose) -> Result<(Canonical, Option<String>), Refused> {
    let flaw = match (&request.flaw, Canonical::of(&request.json)) {
        (None, Ok(canonical)) => {
            let wrong = match canonical.decode::<D::Request>() {
                Ok(decoded) => D::check_request(&decoded).err(),
                Err(error) => Some(error.to_string()),
            };
            return Ok((canonical, wrong));
        }
        (Some(flaw), _) => flaw.clone(),
        (None, Err(flaw)) => flaw,
    };
    let text = serde_json::to_string(&request.json).unwrap_or_default();
    let kept = Canonical::of(&text).map_err(|error| refuse(error.code(), error.to_string()))?;
    Ok((kept, Some(flaw.to_string())))
}

fn no_step(opened: &Opened) -> Option<Reason> {
    let none_used = crate::budget::Used::default();
    let code = opened.policy.budget.step_obstacle(&none_used)?;
    Some(Reason::new(code, "the budget allows no step at all"))
}
