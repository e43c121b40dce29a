//! Runs: one file a phase with the moves of that phase, and nothing else.
//!
//! Which phase leads where is drawn [at the crate's front](crate).

mod any;
mod approved_for_commit;
mod approved_for_simulation;
mod checks;
mod committing;
mod in_flight;
mod looked_up;
mod open;
mod progress;
mod review;
mod review_text;
mod state;
mod submit;
mod terminal;
mod unconfirmed;
mod unsaved;
mod validated;

pub(crate) use any::replay;
pub use any::{AnyRun, resume};
pub use approved_for_simulation::SimulationPermit;
pub use committing::{CommitPermit, Delivered, NotCommitted};
pub use in_flight::{Answer, Attempt, Observed};
pub use open::Opening;
pub use submit::submit;
pub use unconfirmed::{Fence, Found, NotSettled};
pub use unsaved::{NotSaved, Unsaved};

pub(crate) use state::{State, is_engines};

use std::marker::PhantomData;

use crate::code::Code;
use crate::digest::Digest;
use crate::domain::{Domain, Facts};
use crate::error::Reason;
use crate::event::{Event, Move, SavedEvent};
use crate::id::{Requester, RunId, SourceVersion, Tenant};
use crate::ledger::LedgerError;
use crate::phase::Phase;

/// A run of domain `D` in phase `P`. Which moves there are depends on `P`; each consumes the run.
///
/// There are two ways to hold one: a move that was saved, and [`resume`]. Most moves are saved by
/// [`Unsaved::save`]; a commit, a look-up and a fence save by themselves, in the one transaction
/// that they are about. [`Unconfirmed`](crate::phase::Unconfirmed) alone is no saved phase: it is
/// what `Committing` is to whoever does not know how far the commit came.
///
/// It is not `Clone` or `Default`, and serde can neither write it nor read it: keep a run's tenant
/// and id, and resume it by them. The [lessons](crate::lessons) show what else does not compile.
#[must_use = "a run that is dropped is not lost: resume it from the ledger by its id"]
pub struct Run<D: Domain, P> {
    core: Box<Core<D>>,
    phase: PhantomData<fn() -> P>,
}

/// What every phase holds: the fold of the events, and the domain's values read from it.
pub(crate) struct Core<D: Domain> {
    pub(crate) state: State,
    /// `None` only where the run stopped as it was opened.
    content: Option<Content<D>>,
    /// An attempt that was reserved by this very run value and not yet lent.
    attempt_to_lend: bool,
    /// What the ledger said when the answer to a commit was lost.
    answer_lost: Option<LedgerError>,
}

/// The domain's own values, each decoded from the canonical text that was hashed.
struct Content<D: Domain> {
    request: D::Request,
    facts: Facts<D>,
    draft: Option<D::Draft>,
}

impl<D: Domain> Core<D> {
    /// The same step for a live move and for replay: state, then content.
    ///
    /// A fault is the ledger's where the event does not follow, and the domain's where its own
    /// types can not read what was written.
    fn apply(&mut self, event: &Event, saved: &SavedEvent) -> Result<(), Reason> {
        let lookup = self.state.in_flight.as_ref().map(|in_flight| in_flight.lookup.clone());
        self.state.apply(event, saved).map_err(|fault| Reason::new(Code::LEDGER_DAMAGED, fault))?;
        self.attempt_to_lend = false;
        if event.stop.is_some() {
            return Ok(());
        }
        self.absorb(event, lookup.as_deref())
            .map_err(|fault| Reason::new(Code::DOMAIN_FAULT, fault))
    }

    fn absorb(&mut self, event: &Event, lookup: Option<&str>) -> Result<(), String> {
        let Some(content) = self.content.as_mut() else { return Ok(()) };
        match &event.made {
            Move::Observed { outcome: crate::event::Outcome::Fact(fact) } => {
                use crate::domain::Lookup;
                let lookup = lookup.and_then(D::Lookup::named).ok_or("a lookup nobody knows")?;
                content.facts.keep(lookup, fact.decode().map_err(|error| error.to_string())?);
            }
            Move::Drafted(drafted) => {
                content.draft = Some(drafted.draft.decode().map_err(|error| error.to_string())?);
            }
            _ => {}
        }
        Ok(())
    }

    /// The state and the event that a move leads to. The state is checked before anything is saved.
    fn after(&self, made: (Move, Option<Reason>)) -> Result<(State, SavedEvent), LedgerError> {
        let fault = |fault: String| LedgerError::new(Code::DOMAIN_FAULT, fault);
        let (event, saved) = self.state.next_event(made).map_err(fault)?;
        let mut state = self.state.clone();
        state.apply(&event, &saved).map_err(fault)?;
        Ok((state, saved))
    }

    fn open(state: State) -> Result<Core<D>, String> {
        let content = if state.stop.is_some() {
            None
        } else {
            let request = state.opened.request.decode().map_err(|error| error.to_string())?;
            Some(Content { request, facts: Facts::none(), draft: None })
        };
        Ok(Core { state, content, attempt_to_lend: false, answer_lost: None })
    }
}

/// What a phase always has: [`State::apply`] sets it on the one way into that phase, and refuses
/// the event otherwise, live and in replay.
#[allow(clippy::expect_used)]
fn held<T>(value: Option<&T>) -> &T {
    value.expect("set by the event that led to this phase")
}

impl<D: Domain, P> Run<D, P> {
    fn from_core(core: Box<Core<D>>) -> Run<D, P> {
        Run { core, phase: PhantomData }
    }

    fn state(&self) -> &State {
        &self.core.state
    }

    pub(crate) fn core(&self) -> &Core<D> {
        &self.core
    }

    pub(crate) fn head(&self) -> Digest {
        self.core.state.head
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

    /// Who asked.
    #[must_use]
    pub fn requester(&self) -> &Requester {
        &self.state().opened.requester
    }

    /// How many events were saved.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.state().revision
    }

    /// The version of the source that the run reads.
    #[must_use]
    pub fn source_version(&self) -> &SourceVersion {
        &self.state().opened.source_version
    }

    /// The checked request; `None` only where the run stopped as it was opened: the request was not
    /// valid, or the budget allows no step.
    #[must_use]
    pub fn request(&self) -> Option<&D::Request> {
        self.core.content.as_ref().map(|content| &content.request)
    }

    /// The facts that were read so far; `None` only where the run stopped as it was opened.
    #[must_use]
    pub fn facts(&self) -> Option<&Facts<D>> {
        self.core.content.as_ref().map(|content| &content.facts)
    }

    /// The draft, from `Review` on, to be read: to change it, reject it, and open a run for the
    /// corrected request.
    #[must_use]
    pub fn draft_content(&self) -> Option<&D::Draft> {
        self.core.content.as_ref().and_then(|content| content.draft.as_ref())
    }
}

impl<D: Domain, P: Phase> std::fmt::Debug for Run<D, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.state().fmt_run(f, P::NAME)
    }
}
