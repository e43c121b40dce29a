//! `InFlight`: one attempt is charged and saved; its answer is awaited.

use crate::code::Code;
use crate::digest::Digest;
use crate::domain::{Domain, Lookup};
use crate::error::{Reason, Refused};
use crate::event::{Move, Outcome};
use crate::id::{SourceVersion, Tenant};
use crate::json::Canonical;
use crate::phase::{InFlight, LookedUp, PhaseName, Validated};
use crate::run::progress::Work;
use crate::run::{Content, Core, Run, State, Unsaved, held};

/// Where an observation leads, when it does not stop the run.
#[must_use = "the run goes on in here: match on it"]
pub enum Observed<D: Domain> {
    /// Every required fact is there.
    Complete(Run<D, LookedUp>),
    /// More is needed, or the attempt failed for now: reserve again.
    MoreToRead(Run<D, Validated>),
}

/// The right to ask the source once, lent by a saved reservation.
#[must_use = "hand this to the source: it is the charged attempt"]
pub struct Attempt<'run, D: Domain> {
    state: &'run State,
    content: &'run Content<D>,
    lookup: D::Lookup,
}

/// What the source said, and to which attempt of which run.
#[must_use = "give this to `observe`: until then nobody knows what the source said"]
pub struct Answer<D: Domain> {
    attempt: Digest,
    said: Said<D>,
}

enum Said<D: Domain> {
    Fact(D::Fact),
    Temporary(String),
    NotFound(String),
    Barred(Reason),
}

impl<D: Domain> Run<D, InFlight> {
    pub(super) fn lending(mut core: Box<Core<D>>) -> Run<D, InFlight> {
        core.attempt_to_lend = true;
        Run::from_core(core)
    }

    /// Lends the reserved attempt, once. It can not outlive this phase.
    ///
    /// # Errors
    /// [`Refused`] with `attempt_spent` where it was lent before, or where the run was resumed:
    /// another process may have used it.
    pub fn attempt(&mut self) -> Result<Attempt<'_, D>, Refused> {
        let core = &mut *self.core;
        if !std::mem::replace(&mut core.attempt_to_lend, false) {
            return Err(Refused::new((), Code::ATTEMPT_SPENT, "each reservation reads once"));
        }
        let lookup = core.lookup_in_flight().ok_or_else(|| {
            Refused::new((), Code::ATTEMPT_SPENT, "the domain no longer has this lookup")
        })?;
        Ok(Attempt { state: &core.state, content: held(core.content.as_ref()), lookup })
    }

    /// Takes the answer in: on to `LookedUp` when every fact is there, back when more is needed
    /// or the failure was temporary, else stopped. One event, also when it stops.
    ///
    /// # Errors
    /// [`Refused`] with `wrong_attempt` where the answer is to another attempt; with a code of the
    /// JSON rules where the fact can not be hashed. The run is handed back.
    #[must_use = "nothing is moved yet: handle the refusal (`?`, say), then call `.save(&mut ledger)`; `let _ =` would move nothing"]
    pub fn observe(
        self,
        answer: Answer<D>,
    ) -> Result<Unsaved<D, Observed<D>>, Refused<Run<D, InFlight>>> {
        if answer.attempt != self.core.state.head {
            let detail = "the answer was made for another attempt";
            return Err(Refused::new(self, Code::WRONG_ATTEMPT, detail));
        }
        match self.core.judge(answer.said) {
            Ok((outcome, barred)) => {
                let made = self.core.make_observed(outcome, barred);
                Ok(Unsaved::make(self.core, made, where_it_leads))
            }
            Err(error) => Err(Refused::new(self, error.code(), error.to_string())),
        }
    }

    /// Gives the attempt up, after a crash say. It stays charged.
    pub fn abandon(self) -> Unsaved<D, Observed<D>> {
        let made = self.core.make_failed_for_now(Move::Abandoned {});
        Unsaved::make(self.core, made, where_it_leads)
    }
}

fn where_it_leads<D: Domain>(core: Box<Core<D>>) -> Observed<D> {
    if core.state.phase == PhaseName::LookedUp {
        Observed::Complete(Run::from_core(core))
    } else {
        Observed::MoreToRead(Run::from_core(core))
    }
}

impl<D: Domain> Core<D> {
    fn lookup_in_flight(&self) -> Option<D::Lookup> {
        D::Lookup::named(&self.state.in_flight.as_ref()?.lookup)
    }

    /// What the answer is worth: the domain's own checks, before anything is charged.
    fn judge(&self, said: Said<D>) -> Result<(Outcome, Option<Reason>), crate::json::JsonError> {
        let fact = match said {
            Said::Temporary(detail) => return Ok((Outcome::Temporary { detail }, None)),
            Said::NotFound(detail) => return Ok((Outcome::NotFound { detail }, None)),
            Said::Barred(reason) => return Ok((Outcome::Barred {}, Some(reason))),
            Said::Fact(fact) => fact,
        };
        let request = &held(self.content.as_ref()).request;
        let source_version = &self.state.opened.source_version;
        let checked = match self.lookup_in_flight() {
            Some(lookup) => D::check_fact(request, lookup, &fact, source_version),
            None => Err("the domain no longer has this lookup".to_owned()),
        };
        match checked {
            Ok(()) => Ok((Outcome::Fact(Canonical::of(&fact)?), None)),
            Err(detail) => Ok((Outcome::Invalid { detail }, None)),
        }
    }

    fn make_observed(&self, outcome: Outcome, barred: Option<Reason>) -> (Move, Option<Reason>) {
        let stop = match &outcome {
            Outcome::Temporary { .. } => {
                return self.make_failed_for_now(Move::Observed { outcome });
            }
            Outcome::NotFound { detail } => Some(Reason::new(Code::NOT_FOUND, detail)),
            Outcome::Invalid { detail } => Some(Reason::new(Code::INVALID_OBSERVATION, detail)),
            Outcome::Barred {} => barred,
            Outcome::Fact(_) => self.state.obstacle(Work::Observe),
        };
        (Move::Observed { outcome }, stop)
    }

    fn make_failed_for_now(&self, made: Move) -> (Move, Option<Reason>) {
        (made, self.state.obstacle(Work::ObserveTemporary))
    }
}

impl<D: Domain> Attempt<'_, D> {
    /// What is to be looked up.
    pub fn lookup(&self) -> D::Lookup {
        self.lookup
    }

    /// The checked request.
    pub fn request(&self) -> &D::Request {
        &self.content.request
    }

    /// Under whose name to read.
    pub fn tenant(&self) -> &Tenant {
        &self.state.tenant
    }

    /// The source version that the run reads.
    pub fn source_version(&self) -> &SourceVersion {
        &self.state.opened.source_version
    }

    /// The source answered.
    pub fn found(self, fact: D::Fact) -> Answer<D> {
        self.answer(Said::Fact(fact))
    }

    /// The source could not answer now; asking again may help.
    pub fn temporary(self, detail: &str) -> Answer<D> {
        self.answer(Said::Temporary(detail.to_owned()))
    }

    /// The source has nothing of that name.
    pub fn not_found(self, detail: &str) -> Answer<D> {
        self.answer(Said::NotFound(detail.to_owned()))
    }

    /// The source's answer ends the run, for a reason of the domain's own; nothing of the answer is
    /// kept but this.
    ///
    /// The reason is a code [of its own](Code::own), or one of the catalogue's with which
    /// [a domain may stop a run](crate::code::StoppedBy::DomainToo). With any other the move can not be
    /// saved: every save of it fails with `domain_fault`.
    pub fn barred(self, reason: Code, detail: &str) -> Answer<D> {
        self.answer(Said::Barred(Reason::new(reason, detail)))
    }

    fn answer(self, said: Said<D>) -> Answer<D> {
        Answer { attempt: self.state.head, said }
    }
}

impl<D: Domain> std::fmt::Debug for Attempt<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let run_id = self.state.run_id.as_str();
        f.debug_struct("Attempt").field("run_id", &run_id).field("lookup", &self.lookup).finish()
    }
}

impl<D: Domain> std::fmt::Debug for Answer<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let said = match self.said {
            Said::Fact(_) => "Fact",
            Said::Temporary(_) => "Temporary",
            Said::NotFound(_) => "NotFound",
            Said::Barred(_) => "Barred",
        };
        f.debug_struct("Answer").field("said", &said).finish_non_exhaustive()
    }
}

impl<D: Domain> std::fmt::Debug for Observed<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Observed::Complete(run) => f.debug_tuple("Complete").field(run).finish(),
            Observed::MoreToRead(run) => f.debug_tuple("MoreToRead").field(run).finish(),
        }
    }
}
