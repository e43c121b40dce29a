//! Runs on a ledger: long ones, doubtful ones, rivals, damaged ones.

use crate::code::Code;
use crate::conformance::ledger::LedgerExample;
use crate::conformance::ledger::events::same_events;
use crate::conformance::ledger::sample::{
    Question, REVIEWER, Sample, TEXT, append, events_of, opening, run_id,
};
use crate::conformance::report::{Checked, Standing, broken, expect, not_checked};
use crate::conformance::trial::tenant;
use crate::conformance::{EffectExample, Example, effect};
use crate::decision::ApprovalId;
use crate::digest::Digest;
use crate::domain::Domain;
use crate::event::SavedEvent;
use crate::id::{Reviewer, Tenant};
use crate::json::Loose;
use crate::ledger::{Ledger, LedgerError, LedgerTx, Loss, LossyLedger, Mark};
use crate::run::{Answer, Attempt, Run, Unsaved, resume};

const MANY: u64 = 1500;

/// The ledger takes any body: here they are copies of one.
pub(super) fn long_run<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let mut events = events_of(example, &tenant, &run_id, TEXT)?;
    while let Some(last) = events.last().filter(|last| last.revision < MANY) {
        let next = last.revision.saturating_add(1);
        events.push(SavedEvent::chain(&tenant, &run_id, next, last.digest, last.body.clone()));
    }
    for some in events.chunks(100) {
        append(&mut ledger, &tenant, &run_id, some, |_| Ok(()))?;
    }
    same_events(&ledger.events(&tenant, &run_id)?, &events)
}

pub(super) fn saved_again<E: LedgerExample>(example: &E) -> Checked {
    for loss in [Loss::AfterCommit, Loss::BeforeCommit] {
        let mut ledger = example.ledger()?;
        let (tenant, run_id) = (tenant(), run_id("c-1"));
        let request = Loose::parse(&format!("{TEXT:?}"))?;
        let opened = Run::open(&Sample(example), opening(&tenant, &run_id), &request)?;
        let validated = again(opened, &mut ledger, loss)?;
        drop(again(validated.reserve(Question), &mut ledger, loss)?);
        let found = ledger.events(&tenant, &run_id)?.len();
        expect(found == 2, "two events, each saved twice", || format!("{found} events"))?;
    }
    Ok(())
}

/// Saves a move whose answer is lost, and then once more.
fn again<D: Domain, L: Ledger, Next>(
    unsaved: Unsaved<D, Next>,
    ledger: &mut L,
    loss: Loss,
) -> Result<Next, Standing> {
    match unsaved.save(&mut LossyLedger::new(ledger, 1, loss)) {
        Err(not_saved) => Ok(not_saved.unsaved.save(ledger)??),
        Ok(_) => broken("the answer to the save is lost", "it is there"),
    }
}

pub(super) fn opened_again<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let (spent, args) = (ApprovalId([7; 16]), Digest::of("conformance", &[]));
    let marks = [Mark::SpentApproval(&spent), Mark::RejectedArgs(&args)];
    let events = events_of(example, &tenant, &run_id, TEXT)?;
    append(&mut ledger, &tenant, &run_id, &events, |tx| {
        tx.keep_receipt(&tenant, &run_id, "{}")?;
        marks.iter().try_for_each(|mark| tx.set_mark(&tenant, *mark, &run_id))
    })?;
    let is_there = |ledger: &mut E::Ledger| {
        same_events(&ledger.events(&tenant, &run_id)?, &events)?;
        let receipt = ledger.receipt(&tenant, &run_id)?;
        expect(receipt.is_some(), "the receipt is there", || "it is gone".to_owned())?;
        marks.iter().try_for_each(|mark| {
            let by = ledger.marked(&tenant, *mark)?;
            expect(by.is_some(), format!("{mark:?} is there"), || "it is gone".to_owned())
        })
    };
    ledger.reconnect();
    is_there(&mut ledger)?;
    is_there(&mut example.open_again(ledger)?)
}

pub(super) fn rivals<E: LedgerExample>(example: &E) -> Checked {
    let mut one = example.ledger()?;
    let Some(mut other) = example.connect_again(&one)? else {
        return not_checked("the example makes no second connection");
    };
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let events = events_of(example, &tenant, &run_id, TEXT)?;
    let Some((first, rest)) = events.split_first() else { return Ok(()) };
    append(&mut one, &tenant, &run_id, std::slice::from_ref(first), |_| Ok(()))?;
    same_events(&other.events(&tenant, &run_id)?, std::slice::from_ref(first))?;
    append(&mut other, &tenant, &run_id, rest, |_| Ok(()))?;
    let late = append(&mut one, &tenant, &run_id, rest, |_| Ok(()));
    let conflict = late.as_ref().is_err_and(|error| *error.code() == Code::REVISION_CONFLICT);
    expect(conflict, "the later of two rivals is refused with revision_conflict", || {
        late.err().map_or_else(|| "both got through".to_owned(), |error| error.to_string())
    })?;
    same_events(&one.events(&tenant, &run_id)?, &events)
}

pub(super) fn damage<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let events = events_of(example, &tenant, &run_id, TEXT)?;
    append(&mut ledger, &tenant, &run_id, &events, |_| Ok(()))?;
    if !example.damage(&mut ledger, &tenant, &run_id)? {
        return not_checked("the example damages nothing");
    }
    let found = resume::<Sample<'_, E>, _>(&mut ledger, &tenant, &run_id);
    let expected = "a run with an event that was edited is refused with ledger_damaged";
    expect(found.as_ref().is_err_and(LedgerError::is_damaged), expected, || match found {
        Ok(_) => "it is brought back as if nothing had happened".to_owned(),
        Err(error) => error.to_string(),
    })
}

/// Runs of the sample domain, through what is promised of every effect.
pub(super) fn whole_runs<E: LedgerExample>(example: &E) -> Checked {
    let whole = Whole(example);
    effect::carried_out(&whole)?;
    effect::undone(&whole)?;
    effect::redelivery(&whole)?;
    effect::lost_answer(&whole)?;
    effect::write_budget(&whole)
}

/// The sample domain on the ledger, as an example of its own.
struct Whole<'e, E>(&'e E);

impl<'e, E: LedgerExample> Example for Whole<'e, E> {
    type Domain = Sample<'e, E>;
    type Ledger = E::Ledger;

    fn domain(&self) -> Sample<'e, E> {
        Sample(self.0)
    }

    fn ledger(&self, _: &[Tenant]) -> Result<E::Ledger, LedgerError> {
        self.0.ledger()
    }

    fn request(&self) -> String {
        format!("{TEXT:?}")
    }

    fn invalid_requests(&self) -> Vec<String> {
        vec![r#""""#.to_owned()]
    }

    fn answer(
        &self,
        _: &mut E::Ledger,
        attempt: Attempt<'_, Sample<'e, E>>,
    ) -> Answer<Sample<'e, E>> {
        attempt.found(TEXT.to_owned())
    }

    fn foreign_facts(&self, _: Question) -> Vec<String> {
        vec![String::new()]
    }

    fn reviewer(&self) -> Reviewer {
        const { Reviewer::from_static(REVIEWER) }
    }
}

impl<E: LedgerExample> EffectExample for Whole<'_, E> {
    fn times_carried_out(&self, ledger: &mut E::Ledger, _: &Tenant) -> Result<u64, LedgerError> {
        self.0.times_written(ledger)
    }

    /// Nothing is read that could change.
    fn change_what_was_read(&self, _: &mut E::Ledger, _: &Tenant) -> Result<(), LedgerError> {
        Ok(())
    }
}
