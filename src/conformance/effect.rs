//! The promises of a real effect.

use crate::code::Code;
use crate::conformance::EffectExample;
use crate::conformance::report::{Checked, Standing, broken, expect};
use crate::conformance::trial::{
    DRAFTED, PATIENCE, Trial, other_tenant, said, stopped_with, tenant,
};
use crate::decision::Verdict;
use crate::event::Receipt;
use crate::id::Tenant;
use crate::ledger::{Loss, LossyLedger, verify};
use crate::phase::ApprovedForCommit;
use crate::run::{AnyRun, Delivered, Run};
use crate::tick::Tick;

impl<E: EffectExample> Trial<'_, E> {
    fn approved(&mut self, id: &str) -> Result<Run<E::Domain, ApprovedForCommit>, Standing> {
        self.approved_through(id, DRAFTED)
    }

    fn approved_through(
        &mut self,
        id: &str,
        valid_through: Tick,
    ) -> Result<Run<E::Domain, ApprovedForCommit>, Standing> {
        let review = self.review(id)?;
        let signed = self.sign(&review, Verdict::ApproveCommit, valid_through)?;
        let approval = signed.verify_commit(self.keyring(), &review, &self.domain, DRAFTED)?;
        match review.approve(approval, &self.domain)?.save_any(&mut self.ledger)? {
            AnyRun::AtApprovedForCommit(approved) => Ok(approved),
            other => broken("the run is approved", said(&other)),
        }
    }

    fn deliver(
        &mut self,
        run: AnyRun<E::Domain>,
        now: Tick,
    ) -> Result<AnyRun<E::Domain>, Standing> {
        let keyring = self.authority.keyring();
        Ok(self.example.deliver(&self.domain, keyring, now, run, &mut self.ledger)?)
    }

    fn expect_times(&mut self, times: u64, tenant: &Tenant, when: &str) -> Checked {
        verify(&mut self.ledger, tenant)?;
        let found = self.example.times_carried_out(&mut self.ledger, tenant)?;
        let expected = format!("{when}, times carried out for {tenant}: {times}");
        expect(found == times, expected, || format!("times carried out: {found}"))
    }
}

fn receipt_of<D: crate::domain::Domain>(run: &AnyRun<D>) -> Result<Receipt, Standing> {
    match run {
        AnyRun::AtCommitted(committed) => Ok(committed.commit_receipt().clone()),
        other => broken("the run is COMMITTED", said(other)),
    }
}

pub(super) fn carried_out<E: EffectExample>(example: &E) -> Checked {
    let mut trial = Trial::new(example)?;
    let approved = trial.approved("c-1")?;
    trial.expect_times(0, &tenant(), "before the commit")?;
    let run = trial.deliver(approved.into(), DRAFTED)?;
    receipt_of(&run)?;
    trial.expect_times(1, &tenant(), "after the commit")
}

pub(super) fn stale_facts<E: EffectExample>(example: &E) -> Checked {
    let mut trial = Trial::new(example)?;
    let approved = trial.approved("c-1")?;
    example.change_what_was_read(&mut trial.ledger, &tenant())?;
    let run = trial.deliver(approved.into(), DRAFTED)?;
    let expected = "the run stops, since what was read has changed";
    expect(matches!(run, AnyRun::AtStopped(_)), expected, || said(&run))?;
    trial.expect_times(0, &tenant(), "after that stop")
}

pub(super) fn tenants_effect<E: EffectExample>(example: &E) -> Checked {
    for (acting, other) in [(tenant(), other_tenant()), (other_tenant(), tenant())] {
        let mut trial = Trial::with(example, &[tenant(), other_tenant()])?;
        trial.tenant = acting.clone();
        let approved = trial.approved("c-1")?;
        drop(trial.deliver(approved.into(), DRAFTED)?);
        trial.expect_times(0, &other, &format!("after a commit for {acting}"))?;
    }
    Ok(())
}

/// A commit is begun, and its answer lost.
fn unconfirmed<E: EffectExample>(
    trial: &mut Trial<'_, E>,
    approved: Run<E::Domain, ApprovedForCommit>,
    loss: Loss,
) -> Result<AnyRun<E::Domain>, Standing> {
    let committing = approved.begin_commit(&trial.domain, DRAFTED)?.save(&mut trial.ledger)??;
    let keyring = trial.authority.keyring();
    let mut lossy = LossyLedger::new(&mut trial.ledger, 1, loss);
    match committing.commit(&trial.domain, keyring, || DRAFTED, &mut lossy)?? {
        Delivered::AnswerLost(run) => Ok(run.into()),
        Delivered::Confirmed(run) => broken("the answer is lost", said(&AnyRun::from(run))),
    }
}

pub(super) fn undone<E: EffectExample>(example: &E) -> Checked {
    for (loss, times) in [(Loss::BeforeCommit, 0), (Loss::AfterCommit, 1)] {
        let mut trial = Trial::new(example)?;
        let approved = trial.approved("c-1")?;
        let AnyRun::AtUnconfirmed(run) = unconfirmed(&mut trial, approved, loss)? else {
            return broken("the outcome is not known", "it is");
        };
        let run = AnyRun::from(run.fence(&mut trial.ledger)?);
        match loss {
            Loss::BeforeCommit => {
                expect(stopped_with(&run, &Code::FENCED), "the run stops with fenced", || {
                    said(&run)
                })?;
            }
            Loss::AfterCommit => drop(receipt_of(&run)?),
        }
        let when = match loss {
            Loss::BeforeCommit => "after a commit that did not get through, and a fence",
            Loss::AfterCommit => "after a commit that got through, and a fence",
        };
        trial.expect_times(times, &tenant(), when)?;
    }
    Ok(())
}

pub(super) fn resumed_commit<E: EffectExample>(example: &E) -> Checked {
    let mut trial = Trial::new(example)?;
    let approved = trial.approved("c-1")?;
    let run = trial.in_a_new_process(approved.into())?;
    let run = trial.deliver(run, DRAFTED)?;
    receipt_of(&run)?;
    trial.expect_times(1, &tenant(), "after a commit in a new process")
}

pub(super) fn redelivery<E: EffectExample>(example: &E) -> Checked {
    let mut trial = Trial::new(example)?;
    let approved = trial.approved("c-1")?;
    let run = trial.deliver(approved.into(), DRAFTED)?;
    let receipt = receipt_of(&run)?;
    let long_after = DRAFTED.plus(1_000_000)?;
    for _ in 0..2 {
        let again = trial.submit("c-1")?;
        let again = trial.deliver(again, long_after)?;
        let same = receipt_of(&again)? == receipt;
        expect(same, "the receipt is the same, to the byte", || "it is another".to_owned())?;
    }
    trial.expect_times(1, &tenant(), "after the same operation was sent three times")
}

pub(super) fn lost_answer<E: EffectExample>(example: &E) -> Checked {
    // A run is found whose answer was lost.
    for loss in [Loss::AfterCommit, Loss::BeforeCommit] {
        let mut trial = Trial::new(example)?;
        let approved = trial.approved("c-1")?;
        let found = unconfirmed(&mut trial, approved, loss)?;
        let run = trial.deliver(found, DRAFTED)?;
        settled(&mut trial, &run)?;
    }
    // Each of the transactions that a delivery takes loses its answer once.
    for (nth, loss) in [1, 2, 3]
        .into_iter()
        .flat_map(|nth| [Loss::AfterCommit, Loss::BeforeCommit].map(move |loss| (nth, loss)))
    {
        let mut trial = Trial::new(example)?;
        let approved = trial.approved("c-1")?;
        let keyring = trial.authority.keyring();
        let mut lossy = LossyLedger::new(&mut trial.ledger, nth, loss);
        // An error is an answer too: that the ledger's was lost.
        drop(example.deliver(&trial.domain, keyring, DRAFTED, approved.into(), &mut lossy));
        let again = trial.found("c-1")?;
        let run = trial.deliver(again, DRAFTED)?;
        settled(&mut trial, &run)?;
    }
    Ok(())
}

/// Carried out, once; or given up for want of budget, and not carried out.
fn settled<E: EffectExample>(trial: &mut Trial<'_, E>, run: &AnyRun<E::Domain>) -> Checked {
    let given_up = [Code::WRITE_BUDGET_EXHAUSTED, Code::STEP_BUDGET_EXHAUSTED];
    if given_up.iter().any(|code| stopped_with(run, code)) {
        return trial.expect_times(0, &tenant(), "after it was given up");
    }
    let id = receipt_of(run)?.operation_id;
    expect(id.as_str() == "c-1", "the receipt is that of the same operation", || id.to_string())?;
    trial.expect_times(1, &tenant(), "once the lost answer was settled")
}

pub(super) fn valid_through<E: EffectExample>(example: &E) -> Checked {
    // In time for the review in any case; one tick of room where the policy leaves none.
    let last = DRAFTED.plus(example.policy().review_ttl.min(5))?;
    for now in [DRAFTED, last] {
        let mut trial = Trial::new(example)?;
        let approved = trial.approved_through("c-1", last)?;
        let run = trial.deliver(approved.into(), now)?;
        let in_time = matches!(run, AnyRun::AtCommitted(_));
        let expected = format!("an approval through tick {last} is carried out at tick {now}");
        expect(in_time, expected, || said(&run))?;
    }
    let mut trial = Trial::new(example)?;
    let approved = trial.approved_through("c-1", last)?;
    let late = last.plus(1)?;
    let run = trial.deliver(approved.into(), late)?;
    let expected = format!("an approval through tick {last} is not carried out at tick {late}");
    expect(matches!(run, AnyRun::AtStopped(_)), expected, || said(&run))?;
    trial.expect_times(0, &tenant(), "after it expired")
}

pub(super) fn write_budget<E: EffectExample>(example: &E) -> Checked {
    let mut trial = Trial::new(example)?;
    let mut run = AnyRun::from(trial.approved("c-1")?);
    // Two rounds an attempt: begun and lost, looked up and absent.
    for _ in 0..=PATIENCE.saturating_mul(2) {
        run = match run {
            AnyRun::AtApprovedForCommit(approved) => {
                match approved.begin_commit(&trial.domain, DRAFTED)?.save_any(&mut trial.ledger)? {
                    AnyRun::AtCommitting(committing) => {
                        let keyring = trial.authority.keyring();
                        let mut lossy = LossyLedger::new(&mut trial.ledger, 1, Loss::BeforeCommit);
                        committing.commit(&trial.domain, keyring, || DRAFTED, &mut lossy)??.into()
                    }
                    other => other,
                }
            }
            AnyRun::AtUnconfirmed(run) => match run.look_up(&mut trial.ledger)? {
                Ok(found) => found.into(),
                Err(stopped) => stopped.into(),
            },
            other => {
                run = other;
                break;
            }
        };
    }
    let expected = format!("the run stops, within {PATIENCE} attempts");
    expect(matches!(run, AnyRun::AtStopped(_)), expected, || said(&run))
}
