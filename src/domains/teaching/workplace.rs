//! Where an exercise is worked on: the ledger, the folder around it, and the turn to work on both.

use serde_json::json;

use crate::code::Code;
use crate::controller::{Controller, NotDriven};
use crate::delivery::Delivery;
use crate::domain::{Commit, Domain};
use crate::domains::teaching::proposal::{present, proposal};
use crate::domains::teaching::{
    self, Change, CommandOutcome, Counts, Exercise, Fault, Folder, Staging,
};
use crate::error::{Error, Reason};
use crate::json::{Canonical, Loose};
use crate::ledger::{Claim, Ledger, LedgerError, LossyLedger, Part, Sqlite, SqliteLedger};
use crate::phase::Review;
use crate::policy::Policy;
use crate::run::{AnyRun, Opening, Run, resume, submit};
use crate::trace::Trace;

/// Where a command has left the run.
pub(super) struct Step<D: Domain> {
    pub(super) run: AnyRun<D>,
    /// What kept it from going on, where that was no stop.
    pub(super) refusal: Option<Reason>,
    /// Whether what goes wrong in the scenario went wrong.
    pub(super) exercised: bool,
}

impl<D: Domain> Step<D> {
    pub(super) fn to(run: AnyRun<D>) -> Step<D> {
        Step { run, refusal: None, exercised: false }
    }

    pub(super) fn wrong_phase(run: AnyRun<D>, asked: &str) -> Step<D> {
        let detail = format!("the run is {}: there is nothing to {asked}", run.phase());
        let refusal = Some(Reason { code: Code::WRONG_PHASE, detail });
        Step { run, refusal, exercised: false }
    }
}

pub(super) struct Workplace<'e, D: Domain> {
    exercise: &'e Exercise<D>,
    folder: Folder,
    pub(super) ledger: SqliteLedger,
    _turn: Claim,
}

impl<'e, D: Commit<Sqlite>> Workplace<'e, D> {
    pub(super) fn open(
        exercise: &'e Exercise<D>,
        folder: Folder,
    ) -> Result<Workplace<'e, D>, Error> {
        check_is_the_exercises(exercise, &folder)?;
        let mut ledger = SqliteLedger::open_with(folder.ledger(), exercise.tables)?;
        let turn = ledger.claim()?;
        // A run that has ended is told from its events alone: whether the receipt and the marks beside
        // them are still there, and no run was taken out, is asked before anything is answered or done.
        ledger.check_whole()?;
        Ok(Workplace { exercise, folder, ledger, _turn: turn })
    }

    /// Puts into the tables what the scenario finds there, as long as there is no run: what is
    /// missing after that, somebody has taken out. A command that was killed before it opened the
    /// run may have filled them already.
    pub(super) fn fill(&mut self, filling: &[Change]) -> Result<(), Error> {
        if self.is_opened()? {
            return Ok(());
        }
        self.change(filling)
    }

    fn is_opened(&mut self) -> Result<bool, Error> {
        let Exercise { tenant, operation_id, .. } = self.exercise;
        Ok(!self.ledger.events(tenant, operation_id)?.is_empty())
    }

    /// Changes the tables outside of the run: all of it, or nothing.
    fn change(&mut self, changes: &[Change]) -> Result<(), Error> {
        self.ledger.change_tables(|tables| {
            changes
                .iter()
                .try_for_each(|Change { sql, values }| tables.execute(sql, values).map(|_| ()))
        })?;
        Ok(())
    }

    /// The run, opened where there is none yet, and what was counted in it before.
    pub(super) fn submit(&mut self) -> Result<(AnyRun<D>, Counts), Error> {
        let Exercise { domain, tenant, operation_id, requester, budget, .. } = self.exercise;
        let opening = Opening {
            tenant: tenant.clone(),
            run_id: operation_id.clone(),
            requester: requester.clone(),
            policy: Policy { budget: *budget, review_ttl: teaching::REVIEW_TTL },
            overrides: None,
        };
        let run = submit(domain, opening, &self.request()?, &mut self.ledger)?;
        let trace = Trace::read(&mut self.ledger, tenant, operation_id)?;
        Ok((run, trace.as_ref().map(Counts::of).unwrap_or_default()))
    }

    /// The same, where the run is there.
    pub(super) fn find(&mut self) -> Result<(AnyRun<D>, Counts), Error> {
        if !self.is_opened()? {
            let none = LedgerError::new(Code::UNKNOWN_RUN, "nothing was run in this folder yet");
            return Err(none.into());
        }
        self.submit()
    }

    /// The request as it would come from outside.
    fn request(&self) -> Result<Loose, Error> {
        Ok(Loose::parse(Canonical::of(&self.exercise.request)?.as_str())?)
    }

    /// Reads, under the scenario's planner, until there is a draft or the run has ended. Says
    /// whether it has ended as the scenario has it, in this very command.
    pub(super) fn read(
        &mut self,
        run: AnyRun<D>,
        staging: &mut Staging<D>,
    ) -> Result<(AnyRun<D>, bool), Error> {
        let revision = run.revision();
        let mut controller = Controller {
            domain: &self.exercise.domain,
            planner: staging.planner.as_mut(),
            source: &mut (staging.source)(&self.folder.ledger())?,
            now: teaching::NOW,
        };
        let run = controller.drive(run, &mut self.ledger)?;
        let stopped = match (&run, &staging.fault) {
            (AnyRun::AtStopped(run), Fault::StopOnTheWay(code)) => {
                run.revision() > revision && run.stop_reason().code == *code
            }
            _ => false,
        };
        Ok((run, stopped))
    }

    /// What is left to do once there is a draft.
    pub(super) fn decide_and_deliver(
        &mut self,
        run: AnyRun<D>,
        fault: &Fault,
    ) -> Result<Step<D>, Error> {
        let AnyRun::AtReview(review) = run else {
            return self.deliver(run, fault);
        };
        self.folder.write(Folder::PROPOSAL, &proposal(&review)?)?;
        if let Fault::NobodyApproves = fault {
            return Ok(Step { run: review.into(), refusal: None, exercised: true });
        }
        let Exercise { domain, reviewer, .. } = self.exercise;
        let (signed, now) = present(&review, reviewer, fault)?;
        match signed.verify_commit(&teaching::keyring(), &review, domain, now) {
            Ok(approval) => {
                let approved = review.approve(approval, domain)?.save_any(&mut self.ledger)?;
                self.deliver(approved, fault)
            }
            Err(unverified) => {
                let refusal = Some(unverified.reason().clone());
                let exercised = matches!(
                    fault,
                    Fault::OtherArgsSigned | Fault::WrongBit | Fault::PresentedLate
                );
                Ok(Step { run: review.into(), refusal, exercised })
            }
        }
    }

    fn deliver(&mut self, run: AnyRun<D>, fault: &Fault) -> Result<Step<D>, Error> {
        let AnyRun::AtApprovedForCommit(approved) = run else {
            return Ok(Step::to(self.delivery(|delivery, ledger| delivery.deliver(run, ledger))?));
        };
        if let Fault::Meddling(change) = fault {
            self.change(std::slice::from_ref(change))?;
        }
        let is_first = self.writes_begun()? == 0;
        let begun = approved.begin_commit(&self.exercise.domain, teaching::NOW)?;
        let begun = begun.save_any(&mut self.ledger)?;
        let (run, exercised) = match fault {
            // Once an answer was lost, to the scenario or to a crash, none is lost again: each takes
            // a write.
            Fault::AnswerLost(loss) if is_first => self.delivery(|delivery, ledger| {
                let mut lossy = LossyLedger::new(ledger, 1, *loss);
                Ok((delivery.deliver(begun, &mut lossy)?, lossy.has_lost()))
            })?,
            Fault::DeliveredTwice => self.deliver_twice(begun)?,
            _ => {
                let run = self.delivery(|delivery, ledger| delivery.deliver(begun, ledger))?;
                (run, matches!(fault, Fault::Meddling(_)))
            }
        };
        Ok(Step { run, refusal: None, exercised })
    }

    /// Delivers what was begun, and then once more: what another process holds that took the same
    /// operation up before the first was done, on a connection of its own. Says whether both were
    /// given one receipt.
    fn deliver_twice(&mut self, begun: AnyRun<D>) -> Result<(AnyRun<D>, bool), Error> {
        let Exercise { tables, tenant, operation_id, .. } = self.exercise;
        let mut others = SqliteLedger::open_with(self.folder.ledger(), tables)?;
        let second = resume::<D, _>(&mut others, tenant, operation_id)?;
        let first = self.delivery(|delivery, ledger| delivery.deliver(begun, ledger))?;
        let Some(second) = second else { return Ok((first, false)) };
        let second = self.delivery(|delivery, _| delivery.deliver(second, &mut others))?;
        let same = match (&first, &second) {
            (AnyRun::AtCommitted(first), AnyRun::AtCommitted(second)) => {
                first.commit_receipt() == second.commit_receipt()
            }
            _ => false,
        };
        Ok((second, same))
    }

    fn writes_begun(&mut self) -> Result<u64, Error> {
        let Exercise { tenant, operation_id, .. } = self.exercise;
        let trace = Trace::read(&mut self.ledger, tenant, operation_id)?;
        Ok(trace.map_or(0, |trace| trace.used().writes))
    }

    fn delivery<R>(
        &mut self,
        deliver: impl FnOnce(&Delivery<'_, D>, &mut SqliteLedger) -> Result<R, NotDriven<D>>,
    ) -> Result<R, Error> {
        let (domain, keyring) = (&self.exercise.domain, teaching::keyring());
        let delivery = Delivery { domain, keyring: &keyring, clock: &|| teaching::NOW };
        Ok(deliver(&delivery, &mut self.ledger)?)
    }

    /// Whether the proposal in the folder is the one that is under review.
    pub(super) fn shows(&self, review: &Run<D, Review>) -> Result<bool, Error> {
        let bound = proposal(review)?;
        // One that can not be read is none that was agreed to.
        Ok(self.folder.read(Folder::PROPOSAL).is_ok_and(|found| found == Some(bound)))
    }

    /// Writes the latest run down, and says what it came to.
    pub(super) fn tell(
        &mut self,
        step: &Step<D>,
        staging: Option<&Staging<D>>,
        before: Counts,
    ) -> Result<CommandOutcome, Error> {
        let Exercise { tenant, operation_id, .. } = self.exercise;
        let outcome =
            CommandOutcome::of(&step.run, &mut self.ledger, step.refusal.clone(), before)?;
        // Where nothing is to go wrong, the scenario is that it is carried out.
        let went_well = staging.is_some_and(|staging| matches!(staging.fault, Fault::Nothing))
            && outcome.new_writes > 0;
        let outcome = CommandOutcome {
            scenario: staging.map(|staging| staging.scenario),
            exercised: step.exercised || went_well,
            ..outcome
        };
        let trace = Trace::read(&mut self.ledger, tenant, operation_id)?;
        let written = Folder::document(&json!({ "outcome": outcome, "trace": trace }))
            .and_then(|document| self.folder.write(Folder::TRACE, &document))
            .and_then(|()| self.folder.append(Folder::RUNS, &outcome));
        match written {
            Ok(()) => Ok(outcome),
            // What was done is done: only the files do not say so.
            Err(error) => {
                let detail = error.to_string();
                Err(Error::FileFailed(Reason { code: Code::OUTPUT_FAILED, detail }))
            }
        }
    }
}

/// What opening a workplace would find wrong, found before anything is written: nothing but the claim's
/// file beside a ledger of the exercise, which its first command has made.
pub(super) fn check<D: Domain>(exercise: &Exercise<D>, folder: &Folder) -> Result<(), Error> {
    check_is_the_exercises(exercise, folder)?;
    if !folder.has_ledger() {
        return Ok(());
    }
    let mut ledger = SqliteLedger::open_read_only(folder.ledger())?;
    ledger.check_parts(exercise.tables)?;
    // Not while another command is at work: what is read bit by bit would not fit together.
    let _turn = ledger.claim()?;
    ledger.check_whole()?;
    Ok(())
}

/// Somebody else's ledger, under the same name, is not to be given a table of ours.
fn check_is_the_exercises<D: Domain>(exercise: &Exercise<D>, folder: &Folder) -> Result<(), Error> {
    let Ok(mut ledger) = SqliteLedger::open_read_only(folder.ledger()) else { return Ok(()) };
    let has_runs = !ledger.tenants()?.is_empty();
    let mut lacks = |part: &Part| {
        let count = format!("SELECT count(*) FROM {}", part.name);
        part.sql.starts_with("CREATE TABLE") && ledger.query_row(&count, &[]).is_err()
    };
    if has_runs && exercise.tables.iter().any(&mut lacks) {
        return Err(folder.foreign("holds the ledger of something else"));
    }
    Ok(())
}
