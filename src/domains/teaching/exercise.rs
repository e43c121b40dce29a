//! An exercise: one operation of a domain, carried out or not, in a folder of its own.
//!
//! The ledger is real, and so is everything that is done with it; what is acted on, the clock and
//! the key are not. Each command may be a process of its own: what one has begun, the next one
//! finds.

use std::path::Path;

use crate::budget::Budget;
use crate::code::Code;
use crate::domain::{Commit, Domain};
use crate::domains::teaching::workplace::{self, Step, Workplace};
use crate::domains::teaching::{CommandOutcome, Fault, Folder, Staging};
use crate::error::{Error, Reason};
use crate::id::{Requester, Reviewer, RunId, Tenant};
use crate::ledger::{Part, Sqlite};
use crate::run::AnyRun;

/// What an exercise is about. Its commands are the methods; each checks the whole ledger first, and
/// answers `ledger_damaged` where something in it was touched.
///
/// [`ticket`](crate::domains::ticket::exercise) and [`stock`](crate::domains::stock::exercise) are
/// two of them.
#[derive(Clone, Debug)]
pub struct Exercise<D: Domain> {
    /// The domain.
    pub domain: D,
    /// The tables that it keeps in the ledger, at least one: by them a folder is known again.
    pub tables: &'static [Part],
    /// Whose operation it is: one of the tenants that the teaching key is good for.
    pub tenant: Tenant,
    /// Its id.
    pub operation_id: RunId,
    /// Who asks.
    pub requester: Requester,
    /// Who decides.
    pub reviewer: Reviewer,
    /// What is asked for.
    pub request: D::Request,
    /// What the run may use up.
    pub budget: Budget,
}

impl<D: Commit<Sqlite>> Exercise<D> {
    /// Runs a scenario to its end, or, where nobody approves in it, to the decision it waits for. A
    /// run that is there already goes on from where it is; one that has ended is told again,
    /// whatever scenario is named, and nothing is done.
    ///
    /// # Errors
    /// [`Error`]: the folder's or the ledger's; `operation_conflict` where the operation id belongs
    /// to another payload.
    pub fn run(&self, out: &Path, mut staging: Staging<D>) -> Result<CommandOutcome, Error> {
        let mut workplace = Workplace::open(self, Folder::create(out)?)?;
        workplace.fill(&staging.filling)?;
        let (run, before) = workplace.submit()?;
        let (run, stopped) = workplace.read(run, &mut staging)?;
        let step = workplace.decide_and_deliver(run, &staging.fault)?;
        let step = Step { exercised: step.exercised || stopped, ..step };
        workplace.tell(&step, Some(&staging), before)
    }

    /// Whether [`run`](Exercise::run) would take this folder: for who has other things to write and
    /// would do nothing by halves. The folder is not made, and no run is opened or goes on.
    ///
    /// # Errors
    /// [`Error`]: the folder's or the ledger's.
    pub fn check(&self, out: &Path) -> Result<(), Error> {
        match Folder::open_if_there(out)? {
            Some(folder) => workplace::check(self, &folder),
            None => Ok(()),
        }
    }

    /// Signs the proposal that the ledger holds, and carries on. The proposal in the folder has to
    /// be that one, byte for byte.
    ///
    /// # Errors
    /// [`Error`]: the folder's or the ledger's; `unknown_run` where nothing was proposed yet.
    pub fn approve(&self, out: &Path) -> Result<CommandOutcome, Error> {
        let mut workplace = Workplace::open(self, Folder::open(out)?)?;
        let (run, before) = workplace.find()?;
        let step = match run {
            AnyRun::AtReview(review) if !workplace.shows(&review)? => Step {
                refusal: Some(Reason {
                    code: Code::APPROVAL_CHANGED_ARGS,
                    detail: format!("{} is not what the ledger holds", Folder::PROPOSAL),
                }),
                run: review.into(),
                exercised: false,
            },
            AnyRun::AtReview(_)
            | AnyRun::AtApprovedForCommit(_)
            | AnyRun::AtUnconfirmed(_)
            | AnyRun::AtCommitted(_) => workplace.decide_and_deliver(run, &Fault::Nothing)?,
            other => Step::wrong_phase(other, "approve"),
        };
        workplace.tell(&step, None, before)
    }

    /// Finds out what became of a commit whose answer was lost.
    ///
    /// # Errors
    /// [`Error`]: the folder's or the ledger's.
    pub fn look_up(&self, out: &Path) -> Result<CommandOutcome, Error> {
        let mut workplace = Workplace::open(self, Folder::open(out)?)?;
        let (run, before) = workplace.find()?;
        let step = match run {
            AnyRun::AtUnconfirmed(run) => match run.look_up(&mut workplace.ledger)? {
                Ok(found) => Step::to(found.into()),
                Err(stopped) => Step::to(stopped.into()),
            },
            ended @ (AnyRun::AtCommitted(_) | AnyRun::AtStopped(_) | AnyRun::AtRejected(_)) => {
                Step::to(ended)
            }
            other => Step::wrong_phase(other, "look up"),
        };
        workplace.tell(&step, None, before)
    }

    /// Closes an operation whose answer was lost, for ever.
    ///
    /// # Errors
    /// [`Error`]: the folder's or the ledger's.
    pub fn fence(&self, out: &Path) -> Result<CommandOutcome, Error> {
        let mut workplace = Workplace::open(self, Folder::open(out)?)?;
        let (run, before) = workplace.find()?;
        let step = match run {
            AnyRun::AtUnconfirmed(run) => Step::to(run.fence(&mut workplace.ledger)?.into()),
            AnyRun::AtCommitted(_) => Step::to(run),
            AnyRun::AtStopped(stopped) if stopped.stop_reason().code == Code::FENCED => {
                Step::to(stopped.into())
            }
            other => Step::wrong_phase(other, "fence"),
        };
        workplace.tell(&step, None, before)
    }
}
