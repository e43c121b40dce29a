//! A serial controller: asks a planner, admits what it proposes, and saves every move, until a
//! person is needed or the run has ended.
//!
//! An attempt that another process reserved is abandoned, and may still be answered there: where
//! several processes drive runs of one ledger file, each first takes its turn, with
//! `SqliteLedger::claim`.
//!
//! ```
//! use countersign::domains::museum::{Card, Museum};
//! use countersign::planner::Baseline;
//! use countersign::{Attempt, controller::Controller, ledger::MemoryLedger, Tick};
//!
//! let mut ledger = MemoryLedger::new();
//! let museum = Museum::default();
//! let card = Card::read(
//!     r#"{"request_id":"R-1","exhibit_id":"EX-101","observed_year":1904,"note":""}"#,
//! )?;
//! let validated = museum.open(&card, Default::default())?.save(&mut ledger)??;
//!
//! let mut controller = Controller {
//!     domain: &museum,
//!     planner: &mut Baseline,
//!     source: &mut |attempt: Attempt<'_, _>| museum.look_up(attempt),
//!     now: Tick::new(5)?,
//! };
//! let run = controller.drive(validated.into(), &mut ledger)?;
//! assert_eq!((run.phase(), run.revision()), ("REVIEW", 4));
//! # Ok::<(), countersign::Error>(())
//! ```

use crate::domain::Domain;
use crate::error::{Error, Refused};
use crate::ledger::{Ledger, LedgerError};
use crate::phase::InFlight;
use crate::planner::{Admitted, Inadmissible, Planner, View};
use crate::run::{Answer, AnyRun, Attempt, Run};
use crate::tick::Tick;

/// Why a run was not moved on.
pub enum NotDriven<D: Domain> {
    /// A move was refused; the run is where it was. Boxed, as it is large and rare.
    Refusal(Box<Refused<AnyRun<D>>>),
    /// The ledger failed: resume the run from it.
    LedgerFailed(LedgerError),
}

impl<D: Domain> std::fmt::Debug for NotDriven<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotDriven::Refusal(refused) => f.debug_tuple("Refusal").field(refused).finish(),
            NotDriven::LedgerFailed(error) => f.debug_tuple("LedgerFailed").field(error).finish(),
        }
    }
}

impl<D: Domain> std::fmt::Display for NotDriven<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotDriven::Refusal(refused) => write!(f, "refused, {refused}"),
            NotDriven::LedgerFailed(error) => error.fmt(f),
        }
    }
}

impl<D: Domain> std::error::Error for NotDriven<D> {}

impl<D: Domain> From<LedgerError> for NotDriven<D> {
    fn from(error: LedgerError) -> NotDriven<D> {
        NotDriven::LedgerFailed(error)
    }
}

impl<D: Domain> From<NotDriven<D>> for Error {
    fn from(not_driven: NotDriven<D>) -> Error {
        match not_driven {
            NotDriven::Refusal(refused) => Error::Refusal(refused.reason),
            NotDriven::LedgerFailed(error) => Error::LedgerFailed(error),
        }
    }
}

/// Who proposes, who answers, and when it is.
pub struct Controller<'a, D: Domain> {
    /// The domain.
    pub domain: &'a D,
    /// Who proposes the next operation.
    pub planner: &'a mut dyn Planner,
    /// Who answers a lookup.
    pub source: &'a mut dyn FnMut(Attempt<'_, D>) -> Answer<D>,
    /// The tick of a draft.
    pub now: Tick,
}

impl<D: Domain> std::fmt::Debug for Controller<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Controller").field("now", &self.now).finish_non_exhaustive()
    }
}

impl<D: Domain> Controller<'_, D> {
    /// Drives a run on until it waits for a person, was approved, or has ended.
    ///
    /// An attempt that another process reserved is abandoned: its answer will never come, if that
    /// process has died. Whether it has is known only [in turn](self).
    ///
    /// # Errors
    /// [`NotDriven`], where a move was refused or the ledger failed.
    pub fn drive<L: Ledger>(
        &mut self,
        mut run: AnyRun<D>,
        ledger: &mut L,
    ) -> Result<AnyRun<D>, NotDriven<D>> {
        loop {
            run = match run {
                AnyRun::AtValidated(run) => match self.propose(&run.view()) {
                    Ok(Admitted::Reserve(lookup)) => run.reserve(lookup).save_any(ledger)?,
                    Ok(Admitted::Draft) => {
                        run.disallow(Inadmissible::draft_too_early()).save_any(ledger)?
                    }
                    Err(inadmissible) => run.disallow(inadmissible).save_any(ledger)?,
                },
                AnyRun::AtInFlight(run) => self.take_in(run, ledger)?,
                AnyRun::AtLookedUp(run) => match self.propose(&run.view()) {
                    Ok(Admitted::Reserve(lookup)) => run.read_again(lookup).save_any(ledger)?,
                    Ok(Admitted::Draft) => {
                        let drafted = run.draft(self.domain, self.now)?;
                        drafted.save_any(ledger)?
                    }
                    Err(inadmissible) => run.disallow(inadmissible).save_any(ledger)?,
                },
                ended_or_waiting => return Ok(ended_or_waiting),
            };
        }
    }

    fn propose(&mut self, view: &View) -> Result<Admitted<D>, Inadmissible> {
        self.planner.propose(view).admit(view.phase)
    }

    fn take_in<L: Ledger>(
        &mut self,
        mut run: Run<D, InFlight>,
        ledger: &mut L,
    ) -> Result<AnyRun<D>, NotDriven<D>> {
        let answer = run.attempt().map(&mut *self.source);
        let observed = match answer {
            Ok(answer) => run.observe(answer)?,
            Err(_spent) => run.abandon(),
        };
        Ok(observed.save_any(ledger)?)
    }
}

impl<D: Domain, P> From<Refused<Run<D, P>>> for NotDriven<D>
where
    AnyRun<D>: From<Run<D, P>>,
{
    fn from(Refused { reason, run }: Refused<Run<D, P>>) -> NotDriven<D> {
        NotDriven::Refusal(Box::new(Refused { reason, run: run.into() }))
    }
}
