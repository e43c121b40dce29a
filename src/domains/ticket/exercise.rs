//! The exercise: one ticket is closed, or is not, in twelve scenarios, in a folder of its own.
//!
//! The ledger is real, and so is everything that is done with it; the ticket, the clock and the key
//! are not. Each function here is a command, and may be a process of its own: what one has begun,
//! the next one finds.
//!
//! ```
//! use countersign::domains::ticket::{Scenario, exercise};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let out = folder.path().join("runs");
//! let waiting = exercise::run(&out, Scenario::Missing)?;
//! assert_eq!(waiting.state, "MISSING_APPROVAL");
//! let done = exercise::approve(&out)?;
//! assert_eq!((done.state.as_str(), done.new_writes), ("DONE", 1));
//! let again = exercise::approve(&out)?;
//! assert_eq!((again.receipt, again.new_writes), (done.receipt, 0));
//! # Ok::<(), countersign::Error>(())
//! ```

use std::path::Path;

use serde_json::json;

use crate::budget::Budget;
use crate::code::Code;
use crate::controller::{Controller, NotDriven, save};
use crate::delivery::Delivery;
use crate::domains::teaching::{self, Counts, Folder, Outcome};
use crate::domains::ticket::proposal::{present, proposal};
use crate::domains::ticket::{CloseRequest, Scenario, TicketLookup, TicketSource, Tickets};
use crate::error::{Error, Reason};
use crate::id::{Requester, RunId, Tenant};
use crate::json::{Canonical, Loose};
use crate::ledger::{Claim, Ledger, LedgerError, LossyLedger, SqliteLedger};
use crate::phase::Review;
use crate::policy::Policy;
use crate::run::{Answer, AnyRun, Attempt, Opening, Run, resume};
use crate::trace::Trace;

/// Whose desk it is.
pub const TENANT: &str = "north-desk";

/// Who decides.
pub const REVIEWER: &str = "desk-reviewer";

const RESOURCE: &str = "CASE-1042";
const DUPLICATE_OF: &str = "CASE-0977";
const OPERATION_ID: &str = "op-close-1042";
const REQUESTER: &str = "desk-agent";
const NOTE: &str = "Same fault as in the older case; closed as its duplicate.";

/// Enough for both lookups to be killed once, and for a commit whose answer is lost.
const BUDGET: Budget = Budget { steps: 16, lookups: 4, attempts: 2, writes: 2 };

/// Runs a scenario to its end, or, where it is `missing`, to the decision it waits for. A run that
/// is there already goes on from where it is; one that has ended is told again, whatever scenario
/// is named, and nothing is done.
///
/// # Errors
/// [`Error`]: the folder's or the ledger's; `operation_conflict` where the operation id belongs to
/// another payload.
pub fn run(out: &Path, scenario: Scenario) -> Result<Outcome, Error> {
    let mut desk = Desk::open(Folder::open(out)?)?;
    desk.seed(scenario)?;
    let (run, before) = match desk.resume()? {
        Some(found) => found,
        None => (desk.open_run()?, Counts::default()),
    };
    let (run, exercised) = desk.read(run, scenario)?;
    let step = desk.decide_and_deliver(run, Some(scenario), exercised)?;
    desk.tell(&step, Some(scenario), before)
}

/// Signs the proposal that the ledger holds, and carries on. The proposal in the folder has to be
/// that one, byte for byte.
///
/// # Errors
/// [`Error`]: the folder's or the ledger's; `unknown_run` where nothing was proposed yet.
pub fn approve(out: &Path) -> Result<Outcome, Error> {
    let mut desk = Desk::open(Folder::existing(out)?)?;
    let (run, before) = desk.resume_existing()?;
    let step = match run {
        AnyRun::AtReview(review) if !desk.shows(&review)? => Step {
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
        | AnyRun::AtCommitted(_) => desk.decide_and_deliver(run, None, false)?,
        other => Step::wrong_phase(other, "approve"),
    };
    desk.tell(&step, None, before)
}

/// Finds out what became of a commit whose answer was lost.
///
/// # Errors
/// [`Error`]: the folder's or the ledger's.
pub fn lookup(out: &Path) -> Result<Outcome, Error> {
    let mut desk = Desk::open(Folder::existing(out)?)?;
    let (run, before) = desk.resume_existing()?;
    let step = match run {
        AnyRun::AtUnconfirmed(run) => match run.look_up(&mut desk.ledger)? {
            Ok(found) => Step::to(found.into()),
            Err(stopped) => Step::to(stopped.into()),
        },
        ended @ (AnyRun::AtCommitted(_) | AnyRun::AtStopped(_) | AnyRun::AtRejected(_)) => {
            Step::to(ended)
        }
        other => Step::wrong_phase(other, "look up"),
    };
    desk.tell(&step, None, before)
}

/// Closes an operation whose answer was lost, for ever.
///
/// # Errors
/// [`Error`]: the folder's or the ledger's.
pub fn fence(out: &Path) -> Result<Outcome, Error> {
    let mut desk = Desk::open(Folder::existing(out)?)?;
    let (run, before) = desk.resume_existing()?;
    let step = match run {
        AnyRun::AtUnconfirmed(run) => Step::to(run.fence(&mut desk.ledger)?.into()),
        AnyRun::AtCommitted(_) => Step::to(run),
        AnyRun::AtStopped(stopped) if stopped.stop_reason().code == Code::FENCED => {
            Step::to(stopped.into())
        }
        other => Step::wrong_phase(other, "fence"),
    };
    desk.tell(&step, None, before)
}

/// Where a command has left the run.
struct Step {
    run: AnyRun<Tickets>,
    /// What kept it from going on, where that was no stop.
    refusal: Option<Reason>,
    exercised: bool,
}

impl Step {
    fn to(run: AnyRun<Tickets>) -> Step {
        Step { run, refusal: None, exercised: false }
    }

    fn wrong_phase(run: AnyRun<Tickets>, asked: &str) -> Step {
        let detail = format!("the run is {}: there is nothing to {asked}", run.phase());
        let refusal = Some(Reason { code: Code::WRONG_PHASE, detail });
        Step { run, refusal, exercised: false }
    }
}

/// The ledger, the folder around it, and the turn to work on both.
struct Desk {
    folder: Folder,
    ledger: SqliteLedger,
    _turn: Claim,
}

impl Desk {
    fn open(folder: Folder) -> Result<Desk, Error> {
        check_is_the_exercises(&folder)?;
        let ledger = SqliteLedger::open_with(folder.ledger(), Tickets::TABLES)?;
        let turn = ledger.claim()?;
        Ok(Desk { folder, ledger, _turn: turn })
    }

    /// Puts the ticket there, the first time.
    fn seed(&mut self, scenario: Scenario) -> Result<(), Error> {
        let values = [scenario.owner().into(), RESOURCE.into(), DUPLICATE_OF.into()];
        self.ledger.change_tables(|tickets| {
            tickets.execute(
                "INSERT INTO tickets (tenant, resource, status, version, duplicate_of)
                 SELECT ?1, ?2, 'OPEN', 7, ?3 WHERE NOT EXISTS (SELECT 1 FROM tickets)",
                &values,
            )
        })?;
        Ok(())
    }

    fn resume(&mut self) -> Result<Option<(AnyRun<Tickets>, Counts)>, Error> {
        let (tenant, operation_id) = (tenant(), operation_id());
        let Some(run) = resume::<Tickets, _>(&mut self.ledger, &tenant, &operation_id)? else {
            return Ok(None);
        };
        if !run.has_payload(&request()?) {
            let detail = format!("{operation_id} was opened with another payload");
            return Err(Error::Refusal(Reason { code: Code::OPERATION_CONFLICT, detail }));
        }
        let trace = Trace::read(&mut self.ledger, &tenant, &operation_id)?;
        Ok(Some((run, trace.as_ref().map(Counts::of).unwrap_or_default())))
    }

    fn resume_existing(&mut self) -> Result<(AnyRun<Tickets>, Counts), Error> {
        let none = || LedgerError::new(Code::UNKNOWN_RUN, "nothing was run in this folder yet");
        self.resume()?.ok_or_else(|| none().into())
    }

    fn open_run(&mut self) -> Result<AnyRun<Tickets>, Error> {
        let opening = Opening {
            tenant: tenant(),
            run_id: operation_id(),
            requester: Requester::known(REQUESTER),
            policy: Policy { budget: BUDGET, review_ttl: teaching::REVIEW_TTL },
            overrides: None,
        };
        Ok(save(Run::open(&Tickets, opening, &request()?)?, &mut self.ledger)?)
    }

    /// Reads, under the scenario's selector, until there is a draft or the run has ended. Says
    /// whether the scenario has had its say on the way.
    fn read(
        &mut self,
        run: AnyRun<Tickets>,
        scenario: Scenario,
    ) -> Result<(AnyRun<Tickets>, bool), Error> {
        let mut source = TicketSource::open(&self.folder.ledger())?;
        let mut selector = scenario.selector();
        let revision = run.revision();
        let mut controller = Controller {
            domain: &Tickets,
            planner: selector.as_mut(),
            source: &mut |attempt: Attempt<'_, Tickets>| answer(&mut source, attempt, scenario),
            now: teaching::now(),
        };
        let run = controller.drive(run, &mut self.ledger)?;
        let exercised = match &run {
            AnyRun::AtStopped(stopped) if stopped.revision() > revision => {
                scenario.stop_on_the_way().as_ref() == Some(&stopped.stop_reason().code)
            }
            _ => false,
        };
        Ok((run, exercised))
    }

    /// What is left to do once there is a draft. Without a scenario nothing goes wrong on purpose.
    fn decide_and_deliver(
        &mut self,
        run: AnyRun<Tickets>,
        scenario: Option<Scenario>,
        exercised: bool,
    ) -> Result<Step, Error> {
        let AnyRun::AtReview(review) = run else {
            return self.deliver(run, scenario, exercised);
        };
        self.folder.write(Folder::PROPOSAL, &proposal(&review)?)?;
        if scenario == Some(Scenario::Missing) {
            return Ok(Step { run: review.into(), refusal: None, exercised: true });
        }
        let (signed, now) = present(&review, scenario)?;
        match signed.verify_commit(&teaching::keyring(), &review, &Tickets, now) {
            Ok(approval) => {
                let approved = save(review.approve(approval, &Tickets)?, &mut self.ledger)?;
                self.deliver(approved, scenario, exercised)
            }
            Err(unverified) => {
                let refusal = Some(unverified.reason().clone());
                Ok(Step { run: review.into(), refusal, exercised: true })
            }
        }
    }

    fn deliver(
        &mut self,
        run: AnyRun<Tickets>,
        scenario: Option<Scenario>,
        exercised: bool,
    ) -> Result<Step, Error> {
        let AnyRun::AtApprovedForCommit(approved) = run else {
            let run = self.delivery(|delivery, ledger| delivery.deliver(run, ledger))?;
            return Ok(Step { run, refusal: None, exercised });
        };
        let meddled = self.meddle(scenario)?;
        let begun = save(approved.begin_commit(&Tickets, teaching::now())?, &mut self.ledger)?;
        let (run, lost) = match scenario.and_then(Scenario::loss) {
            Some(loss) => self.delivery(|delivery, ledger| {
                let mut lossy = LossyLedger::new(ledger, 1, loss);
                Ok((delivery.deliver(begun, &mut lossy)?, lossy.has_lost()))
            })?,
            None => (self.delivery(|delivery, ledger| delivery.deliver(begun, ledger))?, false),
        };
        Ok(Step { run, refusal: None, exercised: exercised || meddled || lost })
    }

    fn delivery<R>(
        &mut self,
        deliver: impl FnOnce(&Delivery<'_, Tickets>, &mut SqliteLedger) -> Result<R, NotDriven<Tickets>>,
    ) -> Result<R, Error> {
        let keyring = teaching::keyring();
        let delivery = Delivery { domain: &Tickets, keyring: &keyring, clock: &teaching::now };
        Ok(deliver(&delivery, &mut self.ledger)?)
    }

    /// Lets somebody else change the ticket, where the scenario says so.
    fn meddle(&mut self, scenario: Option<Scenario>) -> Result<bool, Error> {
        let Some(change) = scenario.and_then(Scenario::meddling) else { return Ok(false) };
        let values = [TENANT.into(), RESOURCE.into()];
        self.ledger.change_tables(|tickets| tickets.execute(change, &values))?;
        Ok(true)
    }

    /// Whether the proposal in the folder is the one that is under review.
    fn shows(&self, review: &Run<Tickets, Review>) -> Result<bool, Error> {
        let bound = proposal(review)?;
        // One that can not be read is none that was agreed to.
        Ok(self.folder.read(Folder::PROPOSAL).is_ok_and(|found| found == Some(bound)))
    }

    /// Writes the latest run down, and says what it came to.
    fn tell(
        &mut self,
        step: &Step,
        scenario: Option<Scenario>,
        before: Counts,
    ) -> Result<Outcome, Error> {
        let outcome = Outcome::of(&step.run, &mut self.ledger, step.refusal.clone(), before)?;
        let scenario = scenario.map(Scenario::name);
        let outcome = Outcome { scenario, exercised: step.exercised, ..outcome };
        let trace = Trace::read(&mut self.ledger, &tenant(), &operation_id())?;
        let written = Folder::document(&json!({ "outcome": outcome, "trace": trace }))
            .and_then(|document| self.folder.write(Folder::TRACE, &document))
            .and_then(|()| self.folder.append(Folder::RUNS, &outcome));
        match written {
            Ok(()) => Ok(outcome),
            // What was done is done: only the files do not say so.
            Err(error) => Err(LedgerError::new(Code::OUTPUT_FAILED, error.to_string()).into()),
        }
    }
}

/// Somebody else's ledger, under the same name, is not to be given a table of ours.
fn check_is_the_exercises(folder: &Folder) -> Result<(), Error> {
    let Ok(mut ledger) = SqliteLedger::open_read_only(folder.ledger()) else { return Ok(()) };
    let has_runs = !ledger.tenants()?.is_empty();
    if has_runs && ledger.query_row("SELECT count(*) FROM tickets", &[]).is_err() {
        return Err(folder.foreign("holds the ledger of something else"));
    }
    Ok(())
}

fn tenant() -> Tenant {
    Tenant::known(TENANT)
}

fn operation_id() -> RunId {
    RunId::known(OPERATION_ID)
}

fn request() -> Result<Loose, Error> {
    let request = CloseRequest { resource: RESOURCE.to_owned(), note: NOTE.to_owned() };
    Ok(Loose::parse(Canonical::of(&request)?.as_str())?)
}

/// The source's answer; in one scenario the registry is behind.
fn answer(
    source: &mut TicketSource,
    attempt: Attempt<'_, Tickets>,
    scenario: Scenario,
) -> Answer<Tickets> {
    if scenario != Scenario::Conflict || attempt.lookup() != TicketLookup::Registry {
        return source.look_up(attempt);
    }
    let resource = attempt.request().resource.clone();
    attempt.found(super::TicketFact {
        resource,
        status: "OPEN".to_owned(),
        version: 6,
        duplicate_of: None,
    })
}
