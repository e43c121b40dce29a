//! A person's no: it ends the run, it is remembered, and it can take an approval back.

use countersign::decision::Verdict;
use countersign::ledger::{Ledger, Loss, LossyLedger, MemoryLedger, verify};
use countersign::phase::{Rejected, Review};
use countersign::{AnyRun, Code, Run, Tenant};

use crate::support::{run_id, tick};
use crate::tally::*;

fn reject(ledger: &mut MemoryLedger, review: Run<Tally, Review>) -> Run<Tally, Rejected> {
    let signed = signed(&review, Verdict::Reject);
    let no = signed.verify_rejection(&keyring(), &review, &Tally::default(), tick(6)).unwrap();
    review.reject(no, &Tally::default()).unwrap().save(ledger).unwrap().unwrap()
}

fn rejected(ledger: &mut MemoryLedger, id: &str) {
    let review = review(ledger, id);
    drop(reject(ledger, review));
}

/// The phase and reason that a run under these terms comes to when it is drafted.
fn drafted(ledger: &mut impl Ledger, id: &str, terms: Terms) -> (&'static str, Option<Code>) {
    let drafting = looked_up(ledger, id, terms).draft(&Tally::default(), tick(5)).unwrap();
    match drafting.save(ledger).unwrap() {
        Ok(_) => ("REVIEW", None),
        Err(stopped) => ("STOPPED", Some(stopped.stop_reason().code.clone())),
    }
}

#[test]
fn what_a_person_said_no_to_is_not_asked_again_under_another_id() {
    let mut ledger = MemoryLedger::new();
    rejected(&mut ledger, "op-1");
    let again = drafted(&mut ledger, "op-2", Terms::default());
    assert_eq!(again, ("STOPPED", Some(Code::ALREADY_REJECTED)));
    assert_eq!(found(&mut ledger, "op-2").phase(), "STOPPED");
    let stop = match found(&mut ledger, "op-2") {
        AnyRun::AtStopped(run) => run.stop_reason().detail.clone(),
        other => panic!("{other:?}"),
    };
    assert!(stop.contains("op-1"), "{stop}");
    verify(&mut ledger, &tenant()).unwrap();
}

#[test]
fn other_args_and_other_tenants_are_another_matter() {
    let mut ledger = MemoryLedger::new();
    rejected(&mut ledger, "op-1");
    let other_args = Terms { amount: 2, ..Terms::default() };
    assert_eq!(drafted(&mut ledger, "op-2", other_args).0, "REVIEW");
    let other_tenant = Terms { tenant: Tenant::new("yard").unwrap(), ..Terms::default() };
    assert_eq!(drafted(&mut ledger, "op-3", other_tenant).0, "REVIEW");
}

#[test]
fn a_caller_who_names_the_rejection_overrides_it_and_the_reviewer_is_told() {
    let mut ledger = MemoryLedger::new();
    rejected(&mut ledger, "op-1");
    let wrong = Terms { overrides: Some(run_id("op-0")), ..Terms::default() };
    assert_eq!(drafted(&mut ledger, "op-2", wrong).1, Some(Code::ALREADY_REJECTED));
    let overriding = || Terms { overrides: Some(run_id("op-1")), ..Terms::default() };
    let review = review_under(&mut ledger, "op-3", overriding());
    assert!(review.review_text().contains("against the no to run op-1\n"));
    // Said no to once more, it is the newer no that has to be named.
    drop(reject(&mut ledger, review));
    assert_eq!(drafted(&mut ledger, "op-4", overriding()).1, Some(Code::ALREADY_REJECTED));
    let newer = Terms { overrides: Some(run_id("op-3")), ..Terms::default() };
    assert_eq!(drafted(&mut ledger, "op-5", newer).0, "REVIEW");
    verify(&mut ledger, &tenant()).unwrap();
}

#[test]
fn b43_a_no_that_came_late_is_kept() {
    let mut ledger = MemoryLedger::new();
    let review = review(&mut ledger, "op-1");
    let signed = signed_through(&review, Verdict::Reject, 99);
    let no = signed.verify_rejection(&keyring(), &review, &Tally::default(), tick(16)).unwrap();
    let stopped = review.reject(no, &Tally::default()).unwrap().save(&mut ledger).unwrap();
    assert_eq!(stopped.unwrap_err().stop_reason().code, Code::REVIEW_EXPIRED);
    let again = drafted(&mut ledger, "op-2", Terms::default());
    assert_eq!(again, ("STOPPED", Some(Code::ALREADY_REJECTED)));
}

#[test]
fn a_no_whose_answer_was_lost_is_remembered_as_one() {
    for loss in [Loss::AfterCommit, Loss::BeforeCommit] {
        let mut ledger = MemoryLedger::new();
        let review = review(&mut ledger, "op-1");
        let signed = signed(&review, Verdict::Reject);
        let no = signed.verify_rejection(&keyring(), &review, &Tally::default(), tick(6)).unwrap();
        let unsaved = review.reject(no, &Tally::default()).unwrap();
        let lost = unsaved.save(&mut LossyLedger::new(&mut ledger, 1, loss)).unwrap_err();
        assert!(lost.unsaved.save(&mut ledger).unwrap().is_ok());
        let again = drafted(&mut ledger, "op-2", Terms::default());
        assert_eq!(again.1, Some(Code::ALREADY_REJECTED));
    }
}

#[test]
fn a_stop_in_place_of_a_draft_survives_a_lost_answer() {
    for loss in [Loss::AfterCommit, Loss::BeforeCommit] {
        for nth in [1, 2] {
            let mut ledger = MemoryLedger::new();
            rejected(&mut ledger, "op-1");
            let looked_up = looked_up(&mut ledger, "op-2", Terms::default());
            let unsaved = looked_up.draft(&Tally::default(), tick(5)).unwrap();
            let mut lossy = LossyLedger::new(&mut ledger, nth, loss);
            let Err(lost) = unsaved.save(&mut lossy) else { panic!("{loss:?}, {nth}") };
            // Saved again, or found by another process: the run stops, and once.
            let saved = lost.unsaved.save(&mut ledger);
            if let Ok(next) = saved {
                assert!(next.is_err());
            }
            assert_eq!(found(&mut ledger, "op-2").phase(), "STOPPED", "{loss:?}, {nth}");
            assert_eq!(found(&mut ledger, "op-2").revision(), 4);
            verify(&mut ledger, &tenant()).unwrap();
        }
    }
}

#[test]
fn two_who_draft_what_was_said_no_to_save_one_stop() {
    let mut ledger = MemoryLedger::new();
    rejected(&mut ledger, "op-1");
    let one = looked_up(&mut ledger, "op-2", Terms::default());
    let AnyRun::AtLookedUp(two) = found(&mut ledger, "op-2") else { panic!() };
    let [one, two] = [one, two].map(|run| run.draft(&Tally::default(), tick(5)).unwrap());
    assert!(one.save(&mut ledger).unwrap().is_err());
    assert!(two.save(&mut ledger).unwrap_err().error.is_revision_conflict());
    assert_eq!(found(&mut ledger, "op-2").revision(), 4);
}

#[test]
fn b46_an_approval_is_taken_back_by_a_signed_no_until_a_commit_is_begun() {
    let mut ledger = MemoryLedger::new();
    let review = review(&mut ledger, "op-1");
    let no = signed(&review, Verdict::Reject);
    let approved = approve(&mut ledger, review);
    let rejection = no.verify_revocation(&keyring(), &approved, &Tally::default(), tick(7));
    let stopped = approved.revoke(rejection.unwrap()).unwrap().save(&mut ledger).unwrap();
    assert_eq!(stopped.unwrap_err().stop_reason().code, Code::APPROVAL_REVOKED);
    assert_eq!(found(&mut ledger, "op-1").phase(), "STOPPED");
    let again = drafted(&mut ledger, "op-2", Terms::default());
    assert_eq!(again.1, Some(Code::ALREADY_REJECTED));
    verify(&mut ledger, &tenant()).unwrap();
}

#[test]
fn b53_a_revocation_and_a_commit_that_race_have_one_winner() {
    for revocation_first in [true, false] {
        let mut ledger = MemoryLedger::new();
        let review = review(&mut ledger, "op-1");
        let no = signed(&review, Verdict::Reject);
        let one = approve(&mut ledger, review);
        let AnyRun::AtApprovedForCommit(two) = found(&mut ledger, "op-1") else { panic!() };
        let rejection = no.verify_revocation(&keyring(), &one, &Tally::default(), tick(7));
        let revoked = one.revoke(rejection.unwrap()).unwrap();
        let begun = two.begin_commit(&Tally::default(), tick(7)).unwrap();
        if revocation_first {
            drop(revoked.save(&mut ledger).unwrap());
            assert!(begun.save(&mut ledger).unwrap_err().error.is_revision_conflict());
            assert_eq!(found(&mut ledger, "op-1").phase(), "STOPPED");
        } else {
            drop(begun.save(&mut ledger).unwrap());
            assert!(revoked.save(&mut ledger).unwrap_err().error.is_revision_conflict());
            // The no that was not taken is not remembered either.
            assert_eq!(drafted(&mut ledger, "op-2", Terms::default()).0, "REVIEW");
        }
    }
}

#[test]
fn b05_approve_and_reject_at_the_same_moment_have_one_winner() {
    for yes_first in [true, false] {
        let mut ledger = MemoryLedger::new();
        let one = review(&mut ledger, "op-1");
        let AnyRun::AtReview(two) = found(&mut ledger, "op-1") else { panic!() };
        let yes = signed(&one, Verdict::ApproveCommit);
        let no = signed(&one, Verdict::Reject);
        let tally = Tally::default();
        let yes = yes.verify_commit(&keyring(), &one, &tally, tick(6)).unwrap();
        let no = no.verify_rejection(&keyring(), &two, &tally, tick(6)).unwrap();
        let (yes, no) = (one.approve(yes, &tally).unwrap(), two.reject(no, &tally).unwrap());
        let phase = if yes_first {
            drop(yes.save(&mut ledger).unwrap());
            assert!(no.save(&mut ledger).unwrap_err().error.is_revision_conflict());
            "APPROVED_FOR_COMMIT"
        } else {
            drop(no.save(&mut ledger).unwrap());
            assert!(yes.save(&mut ledger).unwrap_err().error.is_revision_conflict());
            "REJECTED"
        };
        assert_eq!(found(&mut ledger, "op-1").phase(), phase);
    }
}

#[test]
fn a_no_is_no_yes_and_a_yes_no_no() {
    let mut ledger = MemoryLedger::new();
    let review = review(&mut ledger, "op-1");
    let tally = Tally::default();
    let no = signed(&review, Verdict::Reject).verify_commit(&keyring(), &review, &tally, tick(6));
    assert_eq!(no.unwrap_err().cause(), "scope");
    let yes = signed(&review, Verdict::ApproveCommit);
    let yes = yes.verify_rejection(&keyring(), &review, &tally, tick(6));
    assert_eq!(yes.unwrap_err().cause(), "scope");
    let rehearsed = signed(&review, Verdict::ApproveSimulation);
    let rehearsed = rehearsed.verify_commit(&keyring(), &review, &tally, tick(6));
    assert_eq!(rehearsed.unwrap_err().cause(), "scope");
}
