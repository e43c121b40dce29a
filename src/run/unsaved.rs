//! A move that was made and not yet saved: the next phase exists only once it is.

use crate::code::Code;
use crate::digest::Digest;
use crate::domain::Domain;
use crate::error::Reason;
use crate::event::{Move, SavedEvent};
use crate::id::RunId;
use crate::ledger::{Ledger, LedgerError, LedgerTx, Mark, Token, TxError};
use crate::phase::{PhaseName, Stopped};
use crate::planner::{Candidate, PREPARE_DRAFT};
use crate::random;
use crate::run::any::bring_back;
use crate::run::{AnyRun, Core, Run, State};

/// A move that has to be saved before the next phase comes out.
///
/// `Next` is the run in its next phase, or an enum of the phases the move can lead to. Dropped
/// unsaved, the move was never made.
#[must_use = "this move is not made until it is saved: call `.save(&mut ledger)`; `let _ =` would drop it unsaved"]
pub struct Unsaved<D: Domain, Next> {
    core: Box<Core<D>>,
    events: Vec<SavedEvent>,
    rejections: Rejections,
    hand_out: fn(Box<Core<D>>) -> Next,
    /// Set at the first try, so that a second try can tell its own events from a rival's.
    token: Option<Token>,
    /// What in the domain's own code kept the event from being written down. Such a move can never
    /// be saved: every `save` says why.
    fault: Option<String>,
}

/// What a save has to do with what people have said no to, by the digest of its args.
#[derive(Clone, Copy)]
enum Rejections {
    PassOver,
    /// Is this one of them?
    Ask(Digest),
    /// This is one from now on.
    Keep(Digest),
}

/// A save that failed. The move is in here: saving it again is safe.
#[must_use = "the move was not saved: take `unsaved` and save it again, or resume the run"]
pub struct NotSaved<D: Domain, Next> {
    /// Why.
    pub error: LedgerError,
    /// The move, to be saved again.
    pub unsaved: Box<Unsaved<D, Next>>,
}

impl<D: Domain, Next> Unsaved<D, Next> {
    /// A move of a run that is open.
    pub(super) fn make(
        mut core: Box<Core<D>>,
        made: (Move, Option<Reason>),
        hand_out: fn(Box<Core<D>>) -> Next,
    ) -> Unsaved<D, Next> {
        let written = core.state.next_event(made).and_then(|(event, saved)| {
            core.apply(&event, &saved).map_err(|fault| fault.detail)?;
            Ok(saved)
        });
        match written {
            Ok(saved) => Unsaved::written(core, saved, hand_out),
            Err(fault) => {
                let unsaved = Unsaved::with_events(core, Vec::new(), hand_out);
                Unsaved { fault: Some(fault), ..unsaved }
            }
        }
    }

    fn with_events(
        core: Box<Core<D>>,
        events: Vec<SavedEvent>,
        hand_out: fn(Box<Core<D>>) -> Next,
    ) -> Unsaved<D, Next> {
        Unsaved {
            core,
            events,
            rejections: Rejections::PassOver,
            hand_out,
            token: None,
            fault: None,
        }
    }

    /// The same, unless a person has said no to these args under another id: then a stop is saved
    /// instead.
    pub(super) fn unless_rejected_before(self) -> Unsaved<D, Next> {
        if self.core.state.phase == PhaseName::Stopped {
            return self;
        }
        let rejections = Rejections::Ask(self.core.state.bound_args_digest());
        Unsaved { rejections, ..self }
    }

    /// The same, or a move that can never be saved, where the domain's code made a fault in it.
    pub(super) fn unless_faulty(self, fault: Option<String>) -> Unsaved<D, Next> {
        Unsaved { fault: self.fault.or(fault), ..self }
    }

    /// The same, and these args are kept as what a person said no to.
    pub(super) fn remembering_the_no(self, args: Digest) -> Unsaved<D, Next> {
        Unsaved { rejections: Rejections::Keep(args), ..self }
    }

    /// A move whose event is written down and taken in.
    pub(super) fn written(
        core: Box<Core<D>>,
        saved: SavedEvent,
        hand_out: fn(Box<Core<D>>) -> Next,
    ) -> Unsaved<D, Next> {
        Unsaved::with_events(core, vec![saved], hand_out)
    }

    /// One more move, to be saved in the same transaction.
    pub(super) fn then<Further>(
        self,
        hand_out: fn(Box<Core<D>>) -> Further,
        make: impl FnOnce(Box<Core<D>>) -> Unsaved<D, Further>,
    ) -> Unsaved<D, Further> {
        let Unsaved { core, mut events, fault, .. } = self;
        if fault.is_some() || core.state.phase == PhaseName::Stopped {
            let unsaved = Unsaved::with_events(core, events, hand_out);
            return Unsaved { fault, ..unsaved };
        }
        let mut further = make(core);
        events.append(&mut further.events);
        Unsaved { events, ..further }
    }

    /// Saves the move in one transaction, and hands out the run.
    ///
    /// The inner `Err` is the run that stopped: that, too, is saved.
    ///
    /// # Errors
    /// [`NotSaved`] with the error and this move. Saving it again is safe: it is saved once, however
    /// often it is tried, also where it is not known whether a try got through (`commit_unknown`).
    /// It helps with what the ledger itself gave, and with `random_failed`. It does not with
    /// `revision_conflict`, where another process has moved the run, which is to be resumed, nor
    /// with `domain_fault`, where the domain's own code made a move that can never be saved.
    #[must_use = "the next phase comes out of here, unless the save failed or the run stopped: use `??`, or match; `let _ =` would hide a failed save"]
    pub fn save<L: Ledger>(
        mut self,
        ledger: &mut L,
    ) -> Result<Result<Next, Run<D, Stopped>>, NotSaved<D, Next>> {
        if let Some(fault) = &self.fault {
            let error = LedgerError::new(Code::DOMAIN_FAULT, fault);
            return Err(NotSaved { error, unsaved: Box::new(self) });
        }
        let tried_before = self.token.is_some();
        let token = match self.token {
            Some(token) => token,
            None => match new_token() {
                Ok(token) => *self.token.insert(token),
                Err(error) => return Err(NotSaved { error, unsaved: Box::new(self) }),
            },
        };
        let State { tenant, run_id, head, opened, .. } = &self.core.state;
        let saved = ledger.transact(|tx| {
            if tried_before {
                let found = tx.head(tenant, run_id)?;
                if found.is_some_and(|found| found.digest == *head && found.token == token) {
                    return Ok(None);
                }
            }
            match &self.rejections {
                Rejections::PassOver => {}
                Rejections::Ask(args) => {
                    let rejected = tx.marked(tenant, Mark::RejectedArgs(args))?;
                    if rejected.is_some() && rejected != opened.overrides {
                        return Ok(rejected);
                    }
                }
                Rejections::Keep(args) => tx.set_mark(tenant, Mark::RejectedArgs(args), run_id)?,
            }
            self.events.iter().try_for_each(|event| tx.append(tenant, run_id, event, token))?;
            Ok(None)
        });
        match saved {
            Ok(None) => Ok(self.hand_out()),
            Ok(Some(rejected)) => self.stop_as_rejected(&rejected, ledger),
            Err(TxError::Before(error)) => Err(NotSaved { error, unsaved: Box::new(self) }),
            Err(TxError::AtCommit(error)) => {
                let error = LedgerError::new(Code::COMMIT_UNKNOWN, error.detail());
                Err(NotSaved { error, unsaved: Box::new(self) })
            }
        }
    }

    /// Saves the move and takes up whatever phase it leads to, also where the run has stopped: for
    /// whoever matches on the phase anyway.
    ///
    /// ```
    /// use countersign::domains::museum::{Card, Museum};
    /// use countersign::ledger::MemoryLedger;
    ///
    /// let card = Card::read(r#"{"request_id":"R-1"}"#)?; // it says too little
    /// let opened = Museum::default().open(&card, Default::default())?;
    /// let run = opened.save_any(&mut MemoryLedger::new())?;
    /// assert_eq!(run.phase(), "STOPPED");
    /// # Ok::<(), countersign::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`LedgerError`], as [`save`](Unsaved::save) has it. The move is given up: resume the run from
    /// the ledger.
    pub fn save_any<L: Ledger>(self, ledger: &mut L) -> Result<AnyRun<D>, LedgerError>
    where
        AnyRun<D>: From<Next>,
    {
        match self.save(ledger) {
            Ok(Ok(next)) => Ok(next.into()),
            Ok(Err(stopped)) => Ok(stopped.into()),
            Err(NotSaved { error, .. }) => Err(error),
        }
    }

    /// Saves a stop in place of the draft, from where the ledger has the run. It is rare: so no
    /// draft keeps a copy of the run for it.
    fn stop_as_rejected<L: Ledger>(
        self,
        rejected: &RunId,
        ledger: &mut L,
    ) -> Result<Result<Next, Run<D, Stopped>>, NotSaved<D, Next>> {
        let State { tenant, run_id, latest, revision, .. } = &self.core.state;
        let before = match bring_back::<D, L>(ledger, tenant, run_id) {
            Ok(Some(core)) if core.state.revision.saturating_add(1) == *revision => core,
            Ok(found) => {
                let found = found.map_or(0, |core| core.state.revision);
                let error = LedgerError::revision_conflict(run_id, *revision, found);
                return Err(NotSaved { error, unsaved: Box::new(self) });
            }
            Err(error) => return Err(NotSaved { error, unsaved: Box::new(self) }),
        };
        let candidate = Some(Candidate::plain(PREPARE_DRAFT));
        let made = Move::Stopped { candidate, tick: Some(*latest) };
        let detail = format!("a person said no to it in run {rejected}");
        let stop = Reason::new(Code::ALREADY_REJECTED, detail);
        Unsaved::make(before, (made, Some(stop)), self.hand_out).save(ledger)
    }

    fn hand_out(self) -> Result<Next, Run<D, Stopped>> {
        if self.core.state.phase == PhaseName::Stopped {
            return Err(Run::from_core(self.core));
        }
        Ok((self.hand_out)(self.core))
    }
}

pub(super) fn new_token() -> Result<Token, LedgerError> {
    let mut token = [0; 16];
    random::fill(&mut token).map_err(LedgerError::from)?;
    Ok(token)
}

impl<D: Domain, Next> std::fmt::Debug for Unsaved<D, Next> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = &self.core.state;
        f.debug_struct("Unsaved")
            .field("run_id", &state.run_id.as_str())
            .field("phase", &state.phase.as_str())
            .field("revision", &state.revision)
            .finish_non_exhaustive()
    }
}

impl<D: Domain, Next> std::fmt::Debug for NotSaved<D, Next> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NotSaved")
            .field("error", &self.error)
            .field("unsaved", &self.unsaved)
            .finish()
    }
}

impl<D: Domain, Next> std::fmt::Display for NotSaved<D, Next> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.error.fmt(f)
    }
}

impl<D: Domain, Next> std::error::Error for NotSaved<D, Next> {}
