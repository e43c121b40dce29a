//! A run of which only run time knows the phase, and the way to get one: checked replay.

use crate::code::Code;
use crate::domain::{Domain, Lookup as _};
use crate::event::{Event, Opened, SavedEvent};
use crate::id::{RunId, Tenant};
use crate::ledger::{Ledger, LedgerError};
use crate::phase::{
    ApprovedForCommit, ApprovedForSimulation, Committed, Committing, InFlight, LookedUp, Phase,
    PhaseName, Rejected, Review, Simulated, Stopped, Unconfirmed, Validated,
};
use crate::run::open::action_of;
use crate::run::{Core, Delivered, Fence, Found, Observed, Run, State};

/// A run in any phase.
///
/// In a match, name every phase: with `_`, one is handled that nobody thought of.
#[must_use = "match on the phase, or narrow it"]
pub enum AnyRun<D: Domain> {
    /// In [`Validated`].
    AtValidated(Run<D, Validated>),
    /// In [`InFlight`]: the process that reserved the attempt may have died. Abandon it.
    AtInFlight(Run<D, InFlight>),
    /// In [`LookedUp`].
    AtLookedUp(Run<D, LookedUp>),
    /// In [`Review`].
    AtReview(Run<D, Review>),
    /// In [`ApprovedForSimulation`].
    AtApprovedForSimulation(Run<D, ApprovedForSimulation>),
    /// In [`ApprovedForCommit`].
    AtApprovedForCommit(Run<D, ApprovedForCommit>),
    /// In [`Committing`]: only where this very process has begun the commit.
    AtCommitting(Run<D, Committing>),
    /// In [`Unconfirmed`]: an answer was lost, or another process has begun a commit and may have
    /// died. Look up, or fence.
    AtUnconfirmed(Run<D, Unconfirmed>),
    /// In [`Simulated`].
    AtSimulated(Run<D, Simulated>),
    /// In [`Committed`].
    AtCommitted(Run<D, Committed>),
    /// In [`Rejected`].
    AtRejected(Run<D, Rejected>),
    /// In [`Stopped`].
    AtStopped(Run<D, Stopped>),
}

impl<D: Domain> AnyRun<D> {
    pub(super) fn from_core(core: Box<Core<D>>) -> AnyRun<D> {
        match core.state.phase {
            PhaseName::Validated => AnyRun::AtValidated(Run::from_core(core)),
            PhaseName::InFlight => AnyRun::AtInFlight(Run::from_core(core)),
            PhaseName::LookedUp => AnyRun::AtLookedUp(Run::from_core(core)),
            PhaseName::Review => AnyRun::AtReview(Run::from_core(core)),
            PhaseName::ApprovedForSimulation => {
                AnyRun::AtApprovedForSimulation(Run::from_core(core))
            }
            PhaseName::ApprovedForCommit => AnyRun::AtApprovedForCommit(Run::from_core(core)),
            PhaseName::Committing | PhaseName::Unconfirmed => {
                AnyRun::AtUnconfirmed(Run::from_core(core))
            }
            PhaseName::Committed => AnyRun::AtCommitted(Run::from_core(core)),
            PhaseName::Simulated => AnyRun::AtSimulated(Run::from_core(core)),
            PhaseName::Rejected => AnyRun::AtRejected(Run::from_core(core)),
            PhaseName::Stopped => AnyRun::AtStopped(Run::from_core(core)),
        }
    }

    fn core(&self) -> &Core<D> {
        match self {
            AnyRun::AtValidated(run) => &run.core,
            AnyRun::AtInFlight(run) => &run.core,
            AnyRun::AtLookedUp(run) => &run.core,
            AnyRun::AtReview(run) => &run.core,
            AnyRun::AtApprovedForSimulation(run) => &run.core,
            AnyRun::AtApprovedForCommit(run) => &run.core,
            AnyRun::AtCommitting(run) => &run.core,
            AnyRun::AtUnconfirmed(run) => &run.core,
            AnyRun::AtCommitted(run) => &run.core,
            AnyRun::AtSimulated(run) => &run.core,
            AnyRun::AtRejected(run) => &run.core,
            AnyRun::AtStopped(run) => &run.core,
        }
    }

    pub(crate) fn state(&self) -> &State {
        &self.core().state
    }

    /// The run in phase `P`.
    ///
    /// # Errors
    /// The run as it was, where it is in another phase.
    pub fn narrow<P: Phase>(self) -> Result<Run<D, P>, AnyRun<D>> {
        P::narrow(self)
    }

    /// The phase's name, `REVIEW` say.
    #[must_use]
    pub fn phase(&self) -> &'static str {
        match self {
            AnyRun::AtUnconfirmed(_) => PhaseName::Unconfirmed.as_str(),
            other => other.state().phase.as_str(),
        }
    }

    /// Whose run it is.
    #[must_use]
    pub fn tenant(&self) -> &Tenant {
        &self.state().tenant
    }

    /// The run's id within its tenant.
    #[must_use]
    pub fn run_id(&self) -> &RunId {
        &self.state().run_id
    }

    /// How many events were saved.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.state().revision
    }

    /// The draft, once there is one.
    #[must_use]
    pub fn draft_content(&self) -> Option<&D::Draft> {
        self.core().content.as_ref().and_then(|content| content.draft.as_ref())
    }
}

impl<D: Domain> std::fmt::Debug for AnyRun<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.state().fmt_run(f, self.phase())
    }
}

macro_rules! any_from {
    ($($at:ident $phase:ident)*) => {
        $(impl<D: Domain> From<Run<D, $phase>> for AnyRun<D> {
            fn from(run: Run<D, $phase>) -> AnyRun<D> {
                AnyRun::$at(run)
            }
        })*
    };
}

impl<D: Domain> From<Observed<D>> for AnyRun<D> {
    fn from(observed: Observed<D>) -> AnyRun<D> {
        match observed {
            Observed::Complete(run) => run.into(),
            Observed::MoreToRead(run) => run.into(),
        }
    }
}

impl<D: Domain> From<Delivered<D>> for AnyRun<D> {
    fn from(delivered: Delivered<D>) -> AnyRun<D> {
        match delivered {
            Delivered::Confirmed(run) => run.into(),
            Delivered::AnswerLost(run) => run.into(),
        }
    }
}

impl<D: Domain> From<Found<D>> for AnyRun<D> {
    fn from(found: Found<D>) -> AnyRun<D> {
        match found {
            Found::Confirmed(run) => run.into(),
            Found::Absent(run) => run.into(),
        }
    }
}

impl<D: Domain> From<Fence<D>> for AnyRun<D> {
    fn from(fence: Fence<D>) -> AnyRun<D> {
        match fence {
            Fence::Closed(run) => run.into(),
            Fence::Confirmed(run) => run.into(),
        }
    }
}

any_from! {
    AtValidated Validated
    AtInFlight InFlight
    AtLookedUp LookedUp
    AtReview Review
    AtApprovedForSimulation ApprovedForSimulation
    AtApprovedForCommit ApprovedForCommit
    AtCommitting Committing
    AtUnconfirmed Unconfirmed
    AtSimulated Simulated
    AtCommitted Committed
    AtRejected Rejected
    AtStopped Stopped
}

/// Brings a run back from its events, after every one was checked: sequence, chained digest,
/// version, and that its move was legal. `None` where the tenant has no run of this id.
///
/// What the domain made (facts, drafts, args) is read back as it was saved, not made again.
///
/// # Errors
/// [`LedgerError`]: `ledger_damaged` names the first event that does not fit; `other_domain` where
/// the run was opened by another domain or another version of it.
///
/// ```
/// use countersign::{domains::museum::{self, Museum}, ledger::MemoryLedger, resume, RunId};
///
/// let mut ledger = MemoryLedger::new();
/// let run_id = RunId::new("R-1")?;
/// assert!(resume::<Museum, _>(&mut ledger, &museum::TENANT, &run_id)?.is_none());
/// # Ok::<(), countersign::Error>(())
/// ```
pub fn resume<D: Domain, L: Ledger>(
    ledger: &mut L,
    tenant: &Tenant,
    run_id: &RunId,
) -> Result<Option<AnyRun<D>>, LedgerError> {
    Ok(bring_back(ledger, tenant, run_id)?.map(AnyRun::from_core))
}

pub(super) fn bring_back<D: Domain, L: Ledger>(
    ledger: &mut L,
    tenant: &Tenant,
    run_id: &RunId,
) -> Result<Option<Box<Core<D>>>, LedgerError> {
    let events = ledger.events(tenant, run_id)?;
    let Some((first, rest)) = events.split_first() else { return Ok(None) };
    let at = |saved: &SavedEvent, code: Code| {
        let revision = saved.revision;
        move |fault: String| LedgerError::at_event(code, (tenant, run_id), revision, fault)
    };

    let event = read(tenant, run_id, first).map_err(at(first, Code::LEDGER_DAMAGED))?;
    let state =
        State::open(tenant, run_id, &event, first).map_err(at(first, Code::LEDGER_DAMAGED))?;
    check_domain::<D>(&state.opened)?;
    let core = Core::open(state);
    let mut core = core.map_err(at(first, Code::DOMAIN_FAULT))?;
    for saved in rest {
        let event = read(tenant, run_id, saved).map_err(at(saved, Code::LEDGER_DAMAGED))?;
        core.apply(&event, saved).map_err(|fault| at(saved, fault.code)(fault.detail))?;
    }
    Ok(Some(Box::new(core)))
}

/// Whether the run was opened by this very domain: its name and version, its action, its lookups.
fn check_domain<D: Domain>(opened: &Opened) -> Result<(), LedgerError> {
    let other = |detail: String| Err(LedgerError::new(Code::OTHER_DOMAIN, detail));
    if opened.domain != D::NAME || opened.domain_version != D::VERSION {
        let (name, version) = (D::NAME, D::VERSION);
        return other(format!(
            "the run belongs to {} version {}, not to {name} version {version}",
            opened.domain, opened.domain_version,
        ));
    }
    let action = action_of::<D>();
    if opened.action.as_ref().is_some_and(|opened| *opened != action) {
        return other(format!("the run is about another action than {action}"));
    }
    if !D::Lookup::all().iter().map(|lookup| lookup.name()).eq(opened.required.iter()) {
        return other("the run needs other lookups than the domain has".to_owned());
    }
    Ok(())
}

fn read(tenant: &Tenant, run_id: &RunId, saved: &SavedEvent) -> Result<Event, String> {
    if !saved.digest_fits(tenant, run_id) {
        return Err("the digest is not that of the content".to_owned());
    }
    Event::decode(&saved.body)
}

/// Replays a run without knowing its domain, for verification and for showing it.
pub(crate) fn replay(
    tenant: &Tenant,
    run_id: &RunId,
    events: &[SavedEvent],
) -> Result<Option<State>, LedgerError> {
    let mut state: Option<State> = None;
    for saved in events {
        let step = read(tenant, run_id, saved).and_then(|event| match state.as_mut() {
            None => State::open(tenant, run_id, &event, saved).map(|opened| state = Some(opened)),
            Some(state) => state.apply(&event, saved),
        });
        step.map_err(|fault| {
            let (run, revision) = ((tenant, run_id), saved.revision);
            LedgerError::at_event(Code::LEDGER_DAMAGED, run, revision, fault)
        })?;
    }
    Ok(state)
}
