//! Every place that compares time, one tick before, at and after what it compares with.

use std::cell::Cell;

use countersign::decision::{Authority, Decision, Verdict};
use countersign::ledger::{Ledger, MemoryLedger};
use countersign::{Code, Delivered, Reviewer, Tick};

use crate::support::{run_id, tick};
use crate::tally::*;

#[test]
fn c01_an_approval_is_good_through_its_last_tick_and_not_one_further() {
    for (now, refused) in [(11, false), (12, false), (13, true)] {
        let mut ledger = MemoryLedger::new();
        let review = review(&mut ledger, "op-1");
        let signed = signed_through(&review, Verdict::ApproveCommit, 12);
        let verified = signed.verify_commit(&keyring(), &review, &Tally::default(), tick(now));
        let code = verified.err().map(|unverified| unverified.reason().code.clone());
        assert_eq!(code, refused.then_some(Code::APPROVAL_EXPIRED), "tick {now}");
    }
}

#[test]
fn c01_a_decision_is_in_time_at_the_deadline_and_not_one_further() {
    for (now, stops) in [(14, false), (15, false), (16, true)] {
        let mut ledger = MemoryLedger::new();
        let review = review(&mut ledger, "op-1");
        let signed = signed_through(&review, Verdict::ApproveCommit, 99);
        let approval = signed.verify_commit(&keyring(), &review, &Tally::default(), tick(now));
        let approved = review.approve(approval.unwrap(), &Tally::default()).unwrap();
        let stop = approved.save(&mut ledger).unwrap().err();
        let code = stop.map(|stopped| stopped.stop_reason().code.clone());
        assert_eq!(code, stops.then_some(Code::REVIEW_EXPIRED), "tick {now}");
    }
}

#[test]
fn c01_a_commit_is_begun_through_the_earlier_of_the_two_and_not_one_further() {
    // (good through, last tick): the deadline of the draft is 15.
    for (valid_through, last) in [(12, 12), (15, 15), (99, 15)] {
        for (now, stops) in [(last - 1, false), (last, false), (last + 1, true)] {
            let mut ledger = MemoryLedger::new();
            let review = review(&mut ledger, "op-1");
            let signed = signed_through(&review, Verdict::ApproveCommit, valid_through);
            let approval = signed.verify_commit(&keyring(), &review, &Tally::default(), tick(6));
            let approved = review.approve(approval.unwrap(), &Tally::default()).unwrap();
            let approved = approved.save(&mut ledger).unwrap().unwrap();
            let begun = approved.begin_commit(&Tally::default(), tick(now)).unwrap();
            let stop = begun.save(&mut ledger).unwrap().err();
            let code = stop.map(|stopped| stopped.stop_reason().code.clone());
            assert_eq!(code, stops.then_some(Code::APPROVAL_EXPIRED), "{valid_through}, {now}");
        }
    }
}

#[test]
fn c01_c02_the_clock_is_asked_inside_the_transaction() {
    for (now, stops) in [(11, false), (12, false), (13, true)] {
        let mut ledger = MemoryLedger::new();
        let committing = committing(&mut ledger, "op-1");
        let asked = Cell::new(false);
        let clock = || {
            asked.set(true);
            tick(now)
        };
        let outcome = committing.commit(&Tally::default(), &keyring(), clock, &mut ledger);
        assert!(asked.get());
        match outcome.unwrap() {
            Ok(Delivered::Confirmed(run)) if !stops => {
                assert_eq!(run.commit_receipt().committed_at, tick(now));
            }
            Err(stopped) if stops => {
                assert_eq!(stopped.stop_reason().code, Code::APPROVAL_EXPIRED);
                assert_eq!(counted(&ledger), "0");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn c03_ticks_never_go_back() {
    let mut ledger = MemoryLedger::new();
    let review = review(&mut ledger, "op-1");
    // Presented at tick 8: what follows can not be earlier.
    let signed = signed(&review, Verdict::ApproveCommit);
    let approval = signed.verify_commit(&keyring(), &review, &Tally::default(), tick(8)).unwrap();
    let approved = review.approve(approval, &Tally::default()).unwrap();
    let approved = approved.save(&mut ledger).unwrap().unwrap();
    let refused = approved.begin_commit(&Tally::default(), tick(7)).unwrap_err();
    assert_eq!(refused.code(), &Code::FINALIZATION_BEFORE_DECISION);
    let begun = refused.run.begin_commit(&Tally::default(), tick(10)).unwrap();
    let committing = begun.save(&mut ledger).unwrap().unwrap();
    // The clock was put back in between: the receipt does not follow it.
    let outcome = committing.commit(&Tally::default(), &keyring(), || tick(3), &mut ledger);
    let Delivered::Confirmed(run) = outcome.unwrap().unwrap() else { panic!() };
    assert_eq!(run.commit_receipt().committed_at, tick(10));
}

#[test]
fn c04_a_clock_that_is_far_ahead_expires_and_does_not_overflow() {
    let mut ledger = MemoryLedger::new();
    let approved = approved(&mut ledger, "op-1");
    let begun = approved.begin_commit(&Tally::default(), Tick::MAX).unwrap();
    let stopped = begun.save(&mut ledger).unwrap().unwrap_err();
    assert_eq!(stopped.stop_reason().code, Code::APPROVAL_EXPIRED);
}

#[test]
fn c05_a_decision_from_the_future_or_from_before_its_draft_is_refused() {
    let mut ledger = MemoryLedger::new();
    let review = review(&mut ledger, "op-1");
    // Decided at 6, presented at 5.
    let signed = signed(&review, Verdict::ApproveCommit);
    let early = signed.clone().verify_commit(&keyring(), &review, &Tally::default(), tick(5));
    assert_eq!(early.unwrap_err().reason().code, Code::DECISION_BEFORE_DRAFT);
    assert!(signed.verify_commit(&keyring(), &review, &Tally::default(), tick(6)).is_ok());
}

#[test]
fn c07_a_deadline_that_is_missing_or_no_number_is_never_no_limit() {
    let mut ledger = MemoryLedger::new();
    drop(approved(&mut ledger, "op-1"));
    let events = ledger.events(&tenant(), &run_id("op-1")).unwrap();
    for (was, is) in [
        (r#""deadline":15,"#, r#""deadline":null,"#),
        (r#""deadline":15,"#, ""),
        (r#""deadline":15,"#, r#""deadline":"15","#),
        (r#""deadline":15,"#, r#""deadline":15.5,"#),
        (r#""deadline":15,"#, r#""deadline":-15,"#),
        (r#""deadline":15,"#, r#""deadline":9007199254740993,"#),
        (r#""presented_at":6"#, r#""presented_at":null"#),
        (r#""review_ttl":10"#, r#""review_ttl":null"#),
    ] {
        assert!(events.iter().any(|event| event.body.contains(was)), "{was}");
        let mut planted = Rechained::of(&events, |event| event.body.replace(was, is));
        assert!(planted.refuses(), "{is}");
    }
}

#[test]
fn c06_a_decision_that_is_good_for_no_tick_is_not_signed() {
    let mut ledger = MemoryLedger::new();
    let review = review(&mut ledger, "op-1");
    let authority = Authority::new(keyring()).unwrap();
    for (decided_at, valid_through, code) in [
        (6, 5, Some(Code::APPROVAL_EXPIRED)),
        (4, 9, Some(Code::DECISION_BEFORE_DRAFT)),
        (6, 6, None),
    ] {
        let decision = Decision {
            card: &review.card(),
            verdict: Verdict::ApproveCommit,
            reviewer: Reviewer::new("counter").unwrap(),
            decided_at: tick(decided_at),
            valid_through: tick(valid_through),
        };
        let refused = authority.sign(&decision).err().map(|refused| refused.code().clone());
        assert_eq!(refused, code, "{decided_at}..={valid_through}");
    }
}
