//! Opening a run: the request is checked, and what it asks for is fixed.

use crate::budget::Used;
use crate::code::Code;
use crate::digest::Digest;
use crate::domain::{Domain, Lookup};
use crate::error::{Reason, Refused};
use crate::event::{Event, Move, Opened, SavedEvent};
use crate::id::{Requester, RunId, Tenant, is_id};
use crate::json::{Canonical, Json, Loose};
use crate::phase::{PhaseName, Validated};
use crate::planner::PREPARE_DRAFT;
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
    /// The rejected run whose no this one is opened against, in full knowledge: what a person has
    /// said no to is else stopped with `already_rejected`. The reviewer is told.
    pub overrides: Option<RunId>,
}

impl<D: Domain> Run<D, Validated> {
    /// Opens a run for a request as it came from outside.
    ///
    /// A request that breaks the domain's rules makes a run that is stopped with
    /// `invalid_request`: that is saved, so that the same id gives the same answer.
    ///
    /// # Errors
    /// [`Refused`]: `domain_fault` where the domain's name or its action is no id, or it has no
    /// lookup or one that is badly named; with a code of the JSON rules where the request or the
    /// terms can not be written down (a number beyond 2^53-1).
    #[must_use = "nothing is moved yet: handle the refusal (`?`, say), then call `.save(&mut ledger)`; `let _ =` would move nothing"]
    pub fn open(
        domain: &D,
        opening: Opening,
        request: &Loose,
    ) -> Result<Unsaved<D, Run<D, Validated>>, Refused> {
        check_lookups::<D>()?;
        let action = checked_action::<D>()?;
        let Opening { tenant, run_id, requester, policy, overrides } = opening;
        let (kept, invalid) = check_request::<D>(request)?;
        let opened = Opened {
            domain: D::NAME.to_owned(),
            domain_version: D::VERSION,
            requester,
            request: kept,
            source_version: domain.source_version(),
            required: D::Lookup::all().iter().map(|lookup| lookup.name().to_owned()).collect(),
            policy,
            action: Some(action),
            overrides,
        };
        let stop = invalid
            .map(|detail| Reason::new(Code::INVALID_REQUEST, detail))
            .or_else(|| opened.policy.budget.step_obstacle(&Used::default()));
        let phase = if stop.is_some() { PhaseName::Stopped } else { PhaseName::Validated };
        let event = Event::new(phase, Move::Opened(opened), stop);
        let body = event.encode().map_err(|error| refuse(error.code(), error.to_string()))?;
        let saved = SavedEvent::chain(&tenant, &run_id, 1, Digest::ZERO, body);
        let core = State::open(&tenant, &run_id, &event, &saved)
            .and_then(Core::open)
            .map_err(|fault| refuse(Code::INVALID_REQUEST, fault))?;
        Ok(Unsaved::written(Box::new(core), saved, Run::from_core))
    }
}

impl<D: Domain> Unsaved<D, Run<D, Validated>> {
    /// Reserves the first lookup in the transaction that opens the run.
    pub fn then_reserve(self, lookup: D::Lookup) -> Unsaved<D, Run<D, crate::phase::InFlight>> {
        self.then(Run::lending, |core| Run::<D, Validated>::from_core(core).reserve(lookup))
    }
}

impl<D: Domain> AnyRun<D> {
    /// Whether this run was opened with the same payload: a finished operation replays for ever,
    /// also where its source has moved since.
    #[must_use]
    pub fn has_payload(&self, request: &Loose) -> bool {
        let asked = request.identity();
        asked.is_ok_and(|asked| asked.as_str() == self.state().opened.request.as_str())
    }

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

/// The request as it is kept, and what is wrong with it.
fn check_request<D: Domain>(request: &Loose) -> Result<(Canonical, Option<String>), Refused> {
    let kept = request.identity().map_err(|error| refuse(error.code(), error.to_string()))?;
    let wrong = match &request.flaw {
        Some(flaw) => Some(flaw.to_string()),
        None => match decode::<D>(&kept) {
            Ok(decoded) => D::check_request(&decoded).err(),
            Err(wrong) => Some(wrong),
        },
    };
    Ok((kept, wrong))
}

/// Serde reads a list as a struct, field by field: here an object is an object.
fn decode<D: Domain>(kept: &Canonical) -> Result<D::Request, String> {
    let decoded: D::Request = kept.decode().map_err(|error| error.to_string())?;
    if !has_list(kept.json()) {
        return Ok(decoded);
    }
    let again = Canonical::of(&decoded).map_err(|error| error.to_string())?;
    if has_list_for_object(kept.json(), again.json()) {
        return Err("a list stands where an object should be".to_owned());
    }
    Ok(decoded)
}

fn has_list(json: &Json) -> bool {
    match json {
        Json::Array(_) => true,
        Json::Object(members) => members.values().any(has_list),
        _ => false,
    }
}

fn has_list_for_object(came: &Json, read: &Json) -> bool {
    match (came, read) {
        (Json::Array(_), Json::Object(_)) => true,
        (Json::Array(came), Json::Array(read)) => {
            came.iter().zip(read).any(|(came, read)| has_list_for_object(came, read))
        }
        (Json::Object(came), Json::Object(read)) => came
            .iter()
            .any(|(key, came)| read.get(key).is_some_and(|read| has_list_for_object(came, read))),
        _ => false,
    }
}

/// What is decided on, with its version.
pub(super) fn action_of<D: Domain>() -> String {
    format!("{}/{}", D::ACTION, D::VERSION)
}

fn checked_action<D: Domain>() -> Result<String, Refused> {
    let action = action_of::<D>();
    if is_id(&action) && is_id(D::NAME) {
        return Ok(action);
    }
    Err(refuse(Code::DOMAIN_FAULT, "the domain's name or its action is no id".to_owned()))
}

/// Planners and events go by the lookups' names; a domain without lookups would never get to its
/// draft.
fn check_lookups<D: Domain>() -> Result<(), Refused> {
    let names: Vec<&'static str> = D::Lookup::all().iter().map(|lookup| lookup.name()).collect();
    let twice = |name: &str| names.iter().filter(|other| **other == name).count() > 1;
    let usable = |name: &'static str| Code::own(name).is_ok() && name != PREPARE_DRAFT;
    match names.iter().find(|name| !usable(name) || twice(name)) {
        Some(name) => {
            Err(refuse(Code::DOMAIN_FAULT, format!("a lookup can not be named {name:?}")))
        }
        None if names.is_empty() => {
            Err(refuse(Code::DOMAIN_FAULT, "the domain has no lookup".to_owned()))
        }
        None => Ok(()),
    }
}
