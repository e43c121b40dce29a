//! From an approval to one effect and its receipt.

use std::panic::{AssertUnwindSafe, catch_unwind};

use countersign::decision::{KeyState, Verdict};
use countersign::event::SavedEvent;
use countersign::json::Canonical;
use countersign::ledger::{Ledger, LedgerTx, Mark, MemoryLedger, verify};
use countersign::{AnyRun, Code, Delivered, SourceVersion, Trace, assert_trace};

use crate::support::{in_first_form, run_id, tick};
use crate::tally::*;

#[test]
fn an_approved_draft_is_carried_out_once_and_leaves_its_receipt() {
    let mut ledger = MemoryLedger::new();
    let committing = committing(&mut ledger, "op-1");
    let outcome = committing.commit(&Tally::default(), &keyring(), || tick(8), &mut ledger);
    let Delivered::Confirmed(committed) = outcome.unwrap().unwrap() else { panic!("lost") };

    assert_eq!(counted(&ledger), "1");
    let receipt = committed.commit_receipt();
    assert_eq!((receipt.operation_id.as_str(), receipt.action.as_str()), ("op-1", "tally.add/1"));
    assert_eq!((receipt.committed_at, receipt.write), (tick(8), 1));
    let kept = ledger.receipt(&tenant(), &run_id("op-1")).unwrap().unwrap();
    assert_eq!(kept, Canonical::of(receipt).unwrap().as_str());
    let spent = ledger.marked(&tenant(), Mark::SpentApproval(&receipt.approval_id)).unwrap();
    assert_eq!(spent, Some(run_id("op-1")));
    verify(&mut ledger, &tenant()).unwrap();
}

#[test]
fn the_trace_of_a_commit() {
    let mut ledger = MemoryLedger::new();
    let committing = committing(&mut ledger, "op-1");
    let outcome = committing.commit(&Tally::default(), &keyring(), || tick(8), &mut ledger);
    drop(outcome.unwrap().unwrap());
    let trace = Trace::read(&mut ledger, &tenant(), &run_id("op-1")).unwrap().unwrap();
    assert_trace!("trace__committed", &trace);
}

#[test]
fn c08_d21_a_finished_operation_replays_past_its_deadline_and_without_its_key() {
    let mut ledger = MemoryLedger::new();
    let run = committing(&mut ledger, "op-1");
    let rival = match found(&mut ledger, "op-1") {
        AnyRun::AtUnconfirmed(run) => run,
        other => panic!("{other:?}"),
    };
    let outcome = run.commit(&Tally::default(), &keyring(), || tick(8), &mut ledger);
    let Delivered::Confirmed(first) = outcome.unwrap().unwrap() else { panic!("lost") };
    let bytes = ledger.receipt(&tenant(), &run_id("op-1")).unwrap();

    let AnyRun::AtCommitted(again) = found(&mut ledger, "op-1") else { panic!("not committed") };
    assert_eq!(again.commit_receipt(), first.commit_receipt());
    let countersign::Found::Confirmed(looked_up) = rival.look_up(&mut ledger).unwrap().unwrap()
    else {
        panic!("absent")
    };
    assert_eq!(looked_up.commit_receipt(), first.commit_receipt());
    assert_eq!(ledger.receipt(&tenant(), &run_id("op-1")).unwrap(), bytes);
    assert_eq!(counted(&ledger), "1");
}

#[test]
fn the_payload_tells_the_same_operation_from_another_also_when_the_source_has_moved() {
    use countersign::json::Loose;
    let mut ledger = MemoryLedger::new();
    drop(approved(&mut ledger, "op-1"));
    let run = found(&mut ledger, "op-1");
    assert!(run.has_payload(&Loose::parse("1").unwrap()));
    assert!(!run.has_payload(&Loose::parse("2").unwrap()));
    let moved = Tally { source: SourceVersion::new("tally-2").unwrap(), ..Tally::default() };
    assert!(!run.was_opened_by(&moved, &Loose::parse("1").unwrap()));
    assert!(run.has_payload(&Loose::parse("1").unwrap()));
}

#[test]
fn nothing_is_written_before_the_commit_is_begun_and_saved() {
    let mut ledger = MemoryLedger::new();
    let approved = approved(&mut ledger, "op-1");
    let unsaved = approved.begin_commit(&Tally::default(), tick(7)).unwrap();
    assert_eq!(found(&mut ledger, "op-1").phase(), "APPROVED_FOR_COMMIT");
    drop(unsaved);
    assert_eq!(found(&mut ledger, "op-1").phase(), "APPROVED_FOR_COMMIT");
    assert_eq!(counted(&ledger), "0");
}

#[test]
fn b08_a_source_that_has_moved_stops_the_run_before_anything_is_begun() {
    let mut ledger = MemoryLedger::new();
    let approved = approved(&mut ledger, "op-1");
    let moved = Tally { source: SourceVersion::new("tally-2").unwrap(), ..Tally::default() };
    let stopped = approved.begin_commit(&moved, tick(7)).unwrap().save(&mut ledger).unwrap();
    assert_eq!(stopped.unwrap_err().stop_reason().code, Code::SOURCE_CHANGED);
    assert_eq!(counted(&ledger), "0");
}

#[test]
fn what_an_effect_wrote_before_it_changed_its_mind_is_undone() {
    let mut ledger = MemoryLedger::new();
    let committing = committing(&mut ledger, "op-1");
    let tally = Tally { manner: Manner::ChangesItsMind, ..Tally::default() };
    let outcome = committing.commit(&tally, &keyring(), || tick(8), &mut ledger).unwrap();
    assert_eq!(outcome.unwrap_err().stop_reason().code, Code::STATE_CHANGED);
    assert_eq!(counted(&ledger), "0");
    assert_eq!(ledger.receipt(&tenant(), &run_id("op-1")).unwrap(), None);
    assert_eq!(found(&mut ledger, "op-1").phase(), "STOPPED");
    verify(&mut ledger, &tenant()).unwrap();
}

#[test]
fn a18_an_effect_that_panics_leaves_nothing_and_the_run_is_to_be_looked_up() {
    let mut ledger = MemoryLedger::new();
    let committing = committing(&mut ledger, "op-1");
    let tally = Tally { manner: Manner::Panics, ..Tally::default() };
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        committing.commit(&tally, &keyring(), || tick(8), &mut ledger).map(drop)
    }));
    assert!(panicked.is_err());
    assert_eq!(counted(&ledger), "0");
    assert_eq!(found(&mut ledger, "op-1").phase(), "UNCONFIRMED");
}

#[test]
fn d14_a_key_that_is_revoked_between_approval_and_commit_carries_nothing_out() {
    let mut ledger = MemoryLedger::new();
    let committing = committing(&mut ledger, "op-1");
    let mut keyring = keyring();
    keyring.set_state(&key_id(), KeyState::Revoked).unwrap();
    let outcome = committing.commit(&Tally::default(), &keyring, || tick(8), &mut ledger);
    assert_eq!(outcome.unwrap().unwrap_err().stop_reason().code, Code::APPROVAL_REVOKED);
    assert_eq!(counted(&ledger), "0");
}

#[test]
fn d15_a_key_that_only_verifies_still_carries_out_what_it_signed() {
    let mut ledger = MemoryLedger::new();
    let committing = committing(&mut ledger, "op-1");
    let mut keyring = keyring();
    keyring.set_state(&key_id(), KeyState::VerifyOnly).unwrap();
    let outcome = committing.commit(&Tally::default(), &keyring, || tick(8), &mut ledger);
    assert!(matches!(outcome.unwrap().unwrap(), Delivered::Confirmed(_)));
}

#[test]
fn j02_a_reviewer_who_may_no_longer_decide_carries_nothing_out() {
    let mut ledger = MemoryLedger::new();
    let committing = committing(&mut ledger, "op-1");
    let tally = Tally { manner: Manner::HasLostItsReviewer, ..Tally::default() };
    let outcome = committing.commit(&tally, &keyring(), || tick(8), &mut ledger).unwrap();
    assert_eq!(outcome.unwrap_err().stop_reason().code, Code::APPROVAL_REVOKED);
    assert_eq!(counted(&ledger), "0");
}

#[test]
fn a_keyring_of_another_service_carries_nothing_out() {
    for (issuer, audience) in [("other", "executor"), ("inbox", "other")] {
        let mut ledger = MemoryLedger::new();
        let committing = committing(&mut ledger, "op-1");
        let other = keyring_of(issuer, audience);
        let outcome = committing.commit(&Tally::default(), &other, || tick(8), &mut ledger);
        assert_eq!(outcome.unwrap().unwrap_err().stop_reason().code, Code::APPROVAL_REVOKED);
        assert_eq!(counted(&ledger), "0");
    }
}

#[test]
fn an_effect_does_not_stop_a_run_for_the_engines_reasons() {
    for code in [Code::FENCED, Code::APPROVAL_REVOKED, Code::WRITE_BUDGET_EXHAUSTED] {
        let mut ledger = MemoryLedger::new();
        let committing = committing(&mut ledger, "op-1");
        let tally = Tally { manner: Manner::StopsWith(code), ..Tally::default() };
        let refused = committing.commit(&tally, &keyring(), || tick(8), &mut ledger).unwrap_err();
        assert_eq!(refused.error.code(), &Code::DOMAIN_FAULT);
        assert_eq!(counted(&ledger), "0");
        assert_eq!(found(&mut ledger, "op-1").phase(), "UNCONFIRMED");
    }
}

#[test]
fn a_run_of_another_action_or_with_other_lookups_is_another_domains() {
    let mut ledger = MemoryLedger::new();
    drop(looked_up(&mut ledger, "op-1", Terms::default()));
    let events = ledger.events(&tenant(), &run_id("op-1")).unwrap();
    for (was, is) in [
        ("tally.add/1", "tally.look/1"),
        (r#""required":["count"]"#, r#""required":[]"#),
        (r#""required":["count"]"#, r#""required":["count","count"]"#),
    ] {
        let edit = |event: &SavedEvent| match event.revision {
            1 => event.body.replace(was, is),
            _ => event.body.clone(),
        };
        assert!(events[0].body.contains(was));
        assert_eq!(Rechained::of(&events[..1], edit).refusal(), Some(Code::OTHER_DOMAIN), "{is}");
    }
}

#[test]
fn a_stop_comes_back_only_with_a_reason_that_its_move_can_have() {
    let mut ledger = MemoryLedger::new();
    let committing = committing(&mut ledger, "op-1");
    let tally = Tally { manner: Manner::ChangesItsMind, ..Tally::default() };
    drop(committing.commit(&tally, &keyring(), || tick(8), &mut ledger).unwrap());
    let events = ledger.events(&tenant(), &run_id("op-1")).unwrap();
    let as_it_was = "\"code\":\"state_changed\"";
    let codes = [
        "fenced",
        "already_rejected",
        "review_expired",
        "approval_expired",
        "step_budget_exhausted",
        "ledger_damaged",
        "wrong_phase",
    ];
    for code in codes {
        let is = format!("\"code\":\"{code}\"");
        let mut planted = Rechained::of(&events, |event| event.body.replace(as_it_was, &is));
        assert!(planted.refuses(), "{code}");
    }
    let own = "\"code\":\"sold_out\"";
    let mut planted = Rechained::of(&events, |event| event.body.replace(as_it_was, own));
    assert_eq!(planted.resume().phase(), "STOPPED");
    let mut planted =
        Rechained::of(&events, |event| event.body.replace("\"tick\":8", "\"tick\":null"));
    assert!(planted.refuses(), "a stop without its tick");
}

#[test]
fn b06_an_approval_that_is_marked_as_spent_is_not_spent_again() {
    let mut ledger = MemoryLedger::new();
    let review = review(&mut ledger, "op-1");
    drop(crate::tally::review(&mut ledger, "op-2"));
    let signed = signed(&review, Verdict::ApproveCommit);
    let approval_id = approval_id_of(&signed);
    let approval = signed.verify_commit(&keyring(), &review, &Tally::default(), tick(6)).unwrap();
    let approved = review.approve(approval, &Tally::default()).unwrap();
    let approved = approved.save(&mut ledger).unwrap().unwrap();
    let committing = begin(&mut ledger, approved);
    ledger
        .transact(|tx| tx.set_mark(&tenant(), Mark::SpentApproval(&approval_id), &run_id("op-2")))
        .unwrap();
    let outcome = committing.commit(&Tally::default(), &keyring(), || tick(8), &mut ledger);
    assert_eq!(outcome.unwrap().unwrap_err().stop_reason().code, Code::APPROVAL_SPENT);
    assert_eq!(counted(&ledger), "0");
}

#[test]
fn b06_two_who_have_resumed_the_same_approval_lead_to_one_effect() {
    let mut ledger = MemoryLedger::new();
    drop(approved(&mut ledger, "op-1"));
    let twice = [found(&mut ledger, "op-1"), found(&mut ledger, "op-1")];
    let [one, two] = twice.map(|run| match run {
        AnyRun::AtApprovedForCommit(run) => run,
        other => panic!("{other:?}"),
    });
    let committing = begin(&mut ledger, one);
    let rival = two.begin_commit(&Tally::default(), tick(7)).unwrap().save(&mut ledger);
    assert!(rival.unwrap_err().error.is_revision_conflict());
    let outcome = committing.commit(&Tally::default(), &keyring(), || tick(8), &mut ledger);
    assert!(outcome.unwrap().is_ok());
    assert_eq!(counted(&ledger), "1");
}

#[test]
fn b04_a_receipt_of_another_payload_under_this_id_is_a_conflict_and_shows_nothing_of_it() {
    let mut ledger = MemoryLedger::new();
    let mut elsewhere = MemoryLedger::new();
    let run = committing(&mut elsewhere, "op-1");
    let outcome = run.commit(&Tally::default(), &keyring(), || tick(8), &mut elsewhere);
    drop(outcome.unwrap().unwrap());
    let foreign = elsewhere.receipt(&tenant(), &run_id("op-1")).unwrap().unwrap();

    let committing = committing(&mut ledger, "op-1");
    let keep = |text: &str, ledger: &mut MemoryLedger| {
        ledger.transact(|tx| tx.keep_receipt(&tenant(), &run_id("op-1"), text)).unwrap();
    };
    keep(&foreign, &mut ledger);
    let refused =
        committing.commit(&Tally::default(), &keyring(), || tick(8), &mut ledger).unwrap_err();
    assert_eq!(refused.error.code(), &Code::OPERATION_CONFLICT);
    assert!(!refused.to_string().contains("counter"), "{refused}");
    assert_eq!(counted(&ledger), "0");
    let AnyRun::AtUnconfirmed(run) = found(&mut ledger, "op-1") else { panic!() };
    let not_settled = run.look_up(&mut ledger).unwrap_err();
    assert_eq!(not_settled.error.code(), &Code::OPERATION_CONFLICT);
    assert!(verify(&mut ledger, &tenant()).unwrap_err().is_damaged());
}

#[test]
fn d05_an_approval_for_one_run_is_none_for_another() {
    let mut ledger = MemoryLedger::new();
    let (one, two) = (review(&mut ledger, "op-1"), review(&mut ledger, "op-2"));
    let signed = signed(&one, Verdict::ApproveCommit);
    let unverified =
        signed.verify_commit(&keyring(), &two, &Tally::default(), tick(6)).unwrap_err();
    assert_eq!(unverified.reason().code, Code::APPROVAL_INVALID);
    assert_eq!(unverified.cause(), "run");
    // Nor is one that was verified for its own run, and then handed to another.
    let signed = crate::tally::signed(&one, Verdict::ApproveCommit);
    let approval = signed.verify_commit(&keyring(), &one, &Tally::default(), tick(6)).unwrap();
    let refused = two.approve(approval, &Tally::default()).unwrap_err();
    assert_eq!(refused.code(), &Code::WRONG_RUN);
}

#[test]
fn a_draft_that_was_changed_after_it_was_signed_is_not_begun() {
    let mut ledger = MemoryLedger::new();
    drop(approved(&mut ledger, "op-1"));
    let events = ledger.events(&tenant(), &run_id("op-1")).unwrap();
    let edit = |event: &SavedEvent| match event.revision {
        4 => in_first_form(&event.body)
            .replace(r#""args":"1""#, r#""args":"9""#)
            .replace("to: exactly this\\n", "to:\\n  | value: 9\\n"),
        _ => event.body.clone(),
    };
    let mut planted = Rechained::of(&events, edit);
    let AnyRun::AtApprovedForCommit(run) = planted.resume() else { panic!("another phase") };
    let begun = run.begin_commit(&Tally::default(), tick(7)).unwrap();
    assert!(format!("{begun:?}").contains("STOPPED"), "{begun:?}");
}

#[test]
fn the_events_of_a_commit_come_back_only_as_they_were_made() {
    let mut ledger = MemoryLedger::new();
    let run = committing(&mut ledger, "op-1");
    let outcome = run.commit(&Tally::default(), &keyring(), || tick(8), &mut ledger).unwrap();
    drop(outcome);
    let events = ledger.events(&tenant(), &run_id("op-1")).unwrap();
    assert_eq!(Rechained::of(&events, |event| event.body.clone()).resume().phase(), "COMMITTED");
    let edits = [
        ("\"committed_at\":8", "\"committed_at\":13"), // after the approval's last tick
        ("\"committed_at\":8", "\"committed_at\":6"),  // before the commit was begun
        ("\"tick\":7", "\"tick\":13"),
        ("\"write\":1", "\"write\":2"),
        ("\"verdict\":\"commit\"", "\"verdict\":\"simulate\""),
        ("\"presented_at\":6", "\"presented_at\":13"),
        (
            "\"action\":\"tally.add/1\",\"approval_id\"",
            "\"action\":\"tally.add/2\",\"approval_id\"",
        ),
        ("\"reviewer\":\"counter\"", "\"reviewer\":\"agent\""),
        ("\"request\":\"1\"", "\"request\":\"2\""),
    ];
    for (was, is) in edits {
        let changed = events.iter().filter(|event| event.body.contains(was)).count();
        assert!(changed > 0, "{was} is in no event");
        let mut planted = Rechained::of(&events, |event| event.body.replace(was, is));
        assert!(planted.refuses(), "{was} -> {is}");
    }
    for left_out in 4..=events.len() {
        let mut fewer = events.clone();
        fewer.remove(left_out - 1);
        let last = left_out == events.len();
        let mut planted = Rechained::of(&fewer, |event| event.body.clone());
        assert!(last || planted.refuses(), "without event {left_out}");
    }
}
