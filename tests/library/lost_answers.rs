//! What becomes of a commit whose answer was lost.

use countersign::delivery::Delivery;
use countersign::event::SavedEvent;
use countersign::ledger::{Ledger, Loss, LossyLedger, MemoryLedger, verify};
use countersign::phase::Unconfirmed;
use countersign::{AnyRun, Code, Delivered, Fence, Found, Run};

use crate::support::{run_id, tick};
use crate::tally::*;

/// A commit of `op-1` whose answer was lost.
fn lost(ledger: &mut MemoryLedger, loss: Loss) -> Run<Tally, Unconfirmed> {
    let committing = committing(ledger, "op-1");
    let mut lossy = LossyLedger::new(ledger, 1, loss);
    let outcome = committing.commit(&Tally::default(), &keyring(), || tick(8), &mut lossy);
    assert!(lossy.has_lost());
    match outcome.unwrap().unwrap() {
        Delivered::AnswerLost(run) => run,
        Delivered::Confirmed(run) => panic!("{run:?}"),
    }
}

#[test]
fn a03_an_answer_that_is_lost_after_the_commit_is_found_by_looking_up() {
    let mut ledger = MemoryLedger::new();
    let unconfirmed = lost(&mut ledger, Loss::AfterCommit);
    assert_eq!(unconfirmed.answer_lost().unwrap().code(), &Code::COMMIT_UNKNOWN);
    let bytes = ledger.receipt(&tenant(), &run_id("op-1")).unwrap();
    let Found::Confirmed(run) = unconfirmed.look_up(&mut ledger).unwrap().unwrap() else {
        panic!("it was committed")
    };
    assert_eq!(run.commit_receipt().write, 1);
    assert_eq!(ledger.receipt(&tenant(), &run_id("op-1")).unwrap(), bytes);
    assert_eq!(counted(&ledger), "1");
}

#[test]
fn a05_absence_is_proved_by_writing_the_next_revision() {
    let mut ledger = MemoryLedger::new();
    let unconfirmed = lost(&mut ledger, Loss::BeforeCommit);
    let before = unconfirmed.revision();
    let Found::Absent(approved) = unconfirmed.look_up(&mut ledger).unwrap().unwrap() else {
        panic!("it was not committed")
    };
    assert_eq!(approved.revision(), before + 1);
    assert_eq!(ledger.events(&tenant(), &run_id("op-1")).unwrap().len() as u64, before + 1);
    assert_eq!(counted(&ledger), "0");
}

#[test]
fn a06_a_delivery_that_comes_late_is_refused_for_ever() {
    // After a look-up, and after a fence.
    for fenced in [false, true] {
        let mut ledger = MemoryLedger::new();
        let late = committing(&mut ledger, "op-1");
        let AnyRun::AtUnconfirmed(taken_over) = found(&mut ledger, "op-1") else { panic!() };
        if fenced {
            let Fence::Closed(run) = taken_over.fence(&mut ledger).unwrap() else { panic!() };
            assert_eq!(run.stop_reason().code, Code::FENCED);
        } else {
            let Found::Absent(_) = taken_over.look_up(&mut ledger).unwrap().unwrap() else {
                panic!()
            };
        }
        let outcome = late.commit(&Tally::default(), &keyring(), || tick(8), &mut ledger);
        let refused = outcome.unwrap_err();
        assert!(refused.error.is_revision_conflict(), "{refused}");
        assert_eq!(counted(&ledger), "0");
        // The late one, tried again, is told the same, and its effect is not even asked for.
        let tally = Tally { manner: Manner::Panics, ..Tally::default() };
        let again = refused.run.commit(&tally, &keyring(), || tick(8), &mut ledger);
        assert!(again.unwrap_err().error.is_revision_conflict());
        assert_eq!(counted(&ledger), "0");
    }
}

#[test]
fn b02_a_delivery_that_comes_late_replays_the_receipt_of_the_one_that_got_through() {
    let mut ledger = MemoryLedger::new();
    let late = committing(&mut ledger, "op-1");
    let AnyRun::AtUnconfirmed(taken_over) = found(&mut ledger, "op-1") else { panic!() };
    let Found::Absent(approved) = taken_over.look_up(&mut ledger).unwrap().unwrap() else {
        panic!()
    };
    let second = begin(&mut ledger, approved);
    let outcome = second.commit(&Tally::default(), &keyring(), || tick(8), &mut ledger);
    let Delivered::Confirmed(first) = outcome.unwrap().unwrap() else { panic!() };
    let outcome = late.commit(&Tally::default(), &keyring(), || tick(9), &mut ledger);
    let Delivered::Confirmed(replayed) = outcome.unwrap().unwrap() else { panic!() };
    assert_eq!(replayed.commit_receipt(), first.commit_receipt());
    assert_eq!((counted(&ledger), first.commit_receipt().write), ("1", 2));
}

#[test]
fn a_run_that_is_fenced_stays_so_and_one_that_was_committed_is_not_fenced() {
    let mut ledger = MemoryLedger::new();
    let one = lost(&mut ledger, Loss::BeforeCommit);
    let AnyRun::AtUnconfirmed(two) = found(&mut ledger, "op-1") else { panic!() };
    let Fence::Closed(closed) = one.fence(&mut ledger).unwrap() else { panic!() };
    // Whoever fences or looks up after that is told of it.
    let Fence::Closed(again) = two.fence(&mut ledger).unwrap() else { panic!() };
    assert_eq!(again.revision(), closed.revision());
    verify(&mut ledger, &tenant()).unwrap();

    let mut ledger = MemoryLedger::new();
    let committed = lost(&mut ledger, Loss::AfterCommit);
    assert!(matches!(committed.fence(&mut ledger).unwrap(), Fence::Confirmed(_)));
    assert_eq!(counted(&ledger), "1");
}

#[test]
fn a_fence_comes_back_only_as_it_was_made() {
    let mut ledger = MemoryLedger::new();
    drop(lost(&mut ledger, Loss::BeforeCommit).fence(&mut ledger).unwrap());
    let events = ledger.events(&tenant(), &run_id("op-1")).unwrap();
    assert_eq!(Rechained::of(&events, |event| event.body.clone()).resume().phase(), "STOPPED");
    for code in ["state_changed", "approval_revoked", "sold_out"] {
        let is = format!("\"code\":\"{code}\"");
        let edit = |event: &SavedEvent| event.body.replace("\"code\":\"fenced\"", &is);
        assert!(Rechained::of(&events, edit).refuses(), "{code}");
    }
    // Nor is one fenced that has begun nothing.
    let mut not_begun = events.clone();
    not_begun.remove(events.len() - 2);
    assert!(Rechained::of(&not_begun, |event| event.body.clone()).refuses());
}

#[test]
fn a_stop_whose_answer_was_lost_is_found_as_that_stop() {
    let mut ledger = MemoryLedger::new();
    let committing = committing(&mut ledger, "op-1");
    let tally = Tally { manner: Manner::ChangesItsMind, ..Tally::default() };
    let mut lossy = LossyLedger::new(&mut ledger, 1, Loss::AfterCommit);
    let outcome = committing.commit(&tally, &keyring(), || tick(8), &mut lossy);
    let Delivered::AnswerLost(run) = outcome.unwrap().unwrap() else { panic!() };
    let stopped = run.look_up(&mut ledger).unwrap().unwrap_err();
    assert_eq!(stopped.stop_reason().code, Code::STATE_CHANGED);
}

#[test]
fn an_answer_to_the_look_up_that_is_lost_leaves_the_run_unconfirmed() {
    for loss in [Loss::AfterCommit, Loss::BeforeCommit] {
        let mut ledger = MemoryLedger::new();
        let unconfirmed = lost(&mut ledger, Loss::BeforeCommit);
        let mut lossy = LossyLedger::new(&mut ledger, 1, loss);
        let not_settled = unconfirmed.look_up(&mut lossy).unwrap_err();
        assert_eq!(not_settled.error.code(), &Code::COMMIT_UNKNOWN);
        // Looked up again, it is as if another process had looked up, or as if nobody had.
        match (loss, not_settled.run.look_up(&mut ledger)) {
            (Loss::AfterCommit, Err(moved)) => {
                assert!(moved.error.is_revision_conflict());
                assert_eq!(found(&mut ledger, "op-1").phase(), "APPROVED_FOR_COMMIT");
            }
            (Loss::BeforeCommit, Ok(Ok(Found::Absent(_)))) => {}
            (_, other) => panic!("{other:?}"),
        }
        assert_eq!(counted(&ledger), "0");
    }
}

#[test]
fn b11_a_lost_answer_is_delivered_again_within_the_write_budget_and_no_further() {
    let mut ledger = MemoryLedger::new();
    let mut run: AnyRun<Tally> = approved(&mut ledger, "op-1").into();
    let (tally, keyring) = (Tally::default(), keyring());
    let delivery = Delivery { domain: &tally, keyring: &keyring, clock: &|| tick(8) };
    for write in 1..=2 {
        let AnyRun::AtApprovedForCommit(approved) = run else { panic!("{run:?}") };
        let committing = approved.begin_commit(&tally, tick(8)).unwrap();
        let committing = committing.save(&mut ledger).unwrap().unwrap();
        let mut lossy = LossyLedger::new(&mut ledger, 1, Loss::BeforeCommit);
        let outcome = committing.commit(&tally, &keyring, || tick(8), &mut lossy);
        let Delivered::AnswerLost(lost) = outcome.unwrap().unwrap() else { panic!() };
        let Found::Absent(absent) = lost.look_up(&mut ledger).unwrap().unwrap() else {
            panic!("write {write}")
        };
        run = absent.into();
    }
    let AnyRun::AtStopped(stopped) = delivery.deliver(run, &mut ledger).unwrap() else { panic!() };
    assert_eq!(stopped.stop_reason().code, Code::WRITE_BUDGET_EXHAUSTED);
    assert_eq!(counted(&ledger), "0");
    verify(&mut ledger, &tenant()).unwrap();
}

#[test]
fn delivery_goes_through_one_lost_answer_of_each_kind() {
    for (loss, writes) in [(Loss::AfterCommit, 1), (Loss::BeforeCommit, 2)] {
        let mut ledger = MemoryLedger::new();
        let run = approved(&mut ledger, "op-1").into();
        let (tally, keyring) = (Tally::default(), keyring());
        let delivery = Delivery { domain: &tally, keyring: &keyring, clock: &|| tick(8) };
        let mut lossy = LossyLedger::new(&mut ledger, 2, loss);
        let AnyRun::AtCommitted(run) = delivery.deliver(run, &mut lossy).unwrap() else {
            panic!("{loss:?}")
        };
        assert_eq!(run.commit_receipt().write, writes);
        assert_eq!(counted(&ledger), "1");
    }
}

#[test]
fn a_begin_whose_answer_was_lost_is_saved_again_and_charged_once() {
    for loss in [Loss::AfterCommit, Loss::BeforeCommit] {
        let mut ledger = MemoryLedger::new();
        let begun = approved(&mut ledger, "op-1").begin_commit(&Tally::default(), tick(7)).unwrap();
        let lost = begun.save(&mut LossyLedger::new(&mut ledger, 1, loss)).unwrap_err();
        let committing = lost.unsaved.save(&mut ledger).unwrap().unwrap();
        let outcome = committing.commit(&Tally::default(), &keyring(), || tick(8), &mut ledger);
        let Delivered::Confirmed(run) = outcome.unwrap().unwrap() else { panic!() };
        assert_eq!(run.commit_receipt().write, 1);
    }
}

#[test]
fn a01_a_commit_that_was_begun_stays_charged_however_often_it_is_found() {
    let mut ledger = MemoryLedger::new();
    drop(committing(&mut ledger, "op-1"));
    for _ in 0..3 {
        assert_eq!(found(&mut ledger, "op-1").phase(), "UNCONFIRMED");
    }
    let AnyRun::AtUnconfirmed(run) = found(&mut ledger, "op-1") else { panic!() };
    let Found::Absent(run) = run.look_up(&mut ledger).unwrap().unwrap() else { panic!() };
    let trace = countersign::Trace::read(&mut ledger, &tenant(), &run_id("op-1")).unwrap();
    assert_eq!(trace.unwrap().used().writes, 1);
    let second = begin(&mut ledger, run);
    let outcome = second.commit(&Tally::default(), &keyring(), || tick(8), &mut ledger).unwrap();
    assert!(matches!(outcome.unwrap(), Delivered::Confirmed(_)));
}
