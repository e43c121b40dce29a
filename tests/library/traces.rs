//! The text of traces: what is seen at its top in every phase, that nothing in it is random or goes by
//! arrival, and that no content passes for a line of it.

use countersign::decision::Verdict;
use countersign::domains::museum::{self, Card, Museum, Question};
use countersign::escape::is_hidden;
use countersign::ledger::MemoryLedger;
use countersign::planner::{Candidate, Stage};
use countersign::trace::for_snapshot;
use countersign::{AnyRun, Budget, Policy, Trace, assert_trace};
use proptest::prelude::*;

use crate::support::{self, *};
use crate::tally::{self, Manner, Tally, Terms};

fn all(ledger: &mut MemoryLedger) -> Vec<Trace> {
    Trace::read_all(ledger).unwrap()
}

/// The example of the assertion and of the guide compare the same run with the same snapshot.
#[test]
fn the_example_in_review() {
    let mut ledger = MemoryLedger::new();
    drop(museum::example_in_review(&Museum::default(), &mut ledger, tick(5)).unwrap());
    assert_trace!("trace__in_review", all(&mut ledger));
}

#[test]
fn each_phase_says_what_it_waits_for() {
    let mut ledger = MemoryLedger::new();
    drop(support::validated(&mut ledger, "R-1"));
    drop(support::in_flight(&mut ledger, "R-2"));
    drop(support::looked_up(&mut ledger, "R-3"));
    drop(support::review(&mut ledger, "R-4"));
    drop(support::approved(&mut ledger, "R-5"));
    drop(tally::approved(&mut ledger, "op-1"));
    drop(tally::committing(&mut ledger, "op-2"));
    assert_trace!("trace__waiting", all(&mut ledger));
}

#[test]
fn each_end_says_what_was_done() {
    let mut ledger = MemoryLedger::new();
    // Refused as it was opened, found not to be there, out of answers, and kept from proposing.
    let museum = Museum::default();
    let open = |id: &str, exhibit: &str, year: u64, ledger: &mut MemoryLedger| {
        let card = format!(
            r#"{{"request_id":"{id}","exhibit_id":"{exhibit}","observed_year":{year},"note":""}}"#
        );
        museum.open(&Card::read(&card).unwrap(), Policy::default()).unwrap().save(ledger).unwrap()
    };
    drop(open("R-1", "EX-101", 1, &mut ledger).unwrap_err());
    let run = open("R-2", "EX-999", 1930, &mut ledger).unwrap();
    let mut in_flight = run.reserve(Question::Catalogue).save(&mut ledger).unwrap().unwrap();
    let answer = museum.look_up(in_flight.attempt().unwrap());
    drop(in_flight.observe(answer).unwrap().save(&mut ledger).unwrap());
    let mut run: AnyRun<Museum> = open("R-3", "EX-101", 1930, &mut ledger).unwrap().into();
    let mut attempts = 0;
    while let AnyRun::AtValidated(validated) = run {
        let reserved = validated.reserve(Question::Catalogue);
        let mut in_flight = reserved.save(&mut ledger).unwrap().unwrap();
        attempts += 1;
        if attempts == 1 {
            let answer = in_flight.attempt().unwrap().temporary("the catalogue is being bound");
            let observed = in_flight.observe(answer).unwrap();
            run = observed.save_any(&mut ledger).unwrap();
        } else {
            run = in_flight.abandon().save_any(&mut ledger).unwrap();
        }
    }
    // A person's no, an effect that did not happen, a fence.
    let review = support::review(&mut ledger, "R-4");
    let no = decision(&review, 6).admit_rejection(&review, &museum).unwrap();
    drop(review.reject(no, &museum).unwrap().save(&mut ledger).unwrap());
    let committing = tally::committing(&mut ledger, "op-1");
    let tally = Tally { manner: Manner::ChangesItsMind, ..Tally::default() };
    drop(committing.commit(&tally, &tally::keyring(), || tick(8), &mut ledger).unwrap());
    drop(tally::committing(&mut ledger, "op-2"));
    let AnyRun::AtUnconfirmed(lost) = tally::found(&mut ledger, "op-2") else { panic!() };
    drop(lost.fence(&mut ledger).unwrap());
    assert_trace!("trace__ended", all(&mut ledger));
}

#[test]
fn what_was_taken_back_overridden_or_not_taken_is_seen() {
    let mut ledger = MemoryLedger::new();
    // A yes, and then a no to the same draft; and one who asks again against that no.
    let review = tally::review(&mut ledger, "op-1");
    let no = tally::signed(&review, Verdict::Reject);
    let approved = tally::approve(&mut ledger, review);
    let (keyring, tally) = (tally::keyring(), Tally::default());
    let no = no.verify_revocation(&keyring, &approved, &tally, tick(7)).unwrap();
    drop(approved.revoke(no).unwrap().save(&mut ledger).unwrap());
    let against = Terms { overrides: Some(run_id("op-1")), ..Terms::default() };
    drop(tally::review_under(&mut ledger, "op-2", against));
    // No step was left for the answer.
    let budget = Budget { steps: 2, ..Budget::default() };
    let (museum, policy) = (Museum::default(), Policy { budget, ..Policy::default() });
    let run = museum.open(&card("R-1"), policy).unwrap().save(&mut ledger).unwrap().unwrap();
    let mut in_flight = run.reserve(Question::Catalogue).save(&mut ledger).unwrap().unwrap();
    let answer = museum.look_up(in_flight.attempt().unwrap());
    drop(in_flight.observe(answer).unwrap().save(&mut ledger).unwrap());
    assert_trace!("trace__taken_back", all(&mut ledger));
}

fn committed(id: &str, ledger: &mut MemoryLedger) {
    let committing = tally::committing(ledger, id);
    let done = committing.commit(&Tally::default(), &tally::keyring(), || tick(8), ledger);
    drop(done.unwrap().unwrap());
}

#[test]
fn nothing_random_is_in_a_snapshot() {
    let [one, other] = [(); 2].map(|()| {
        let mut ledger = MemoryLedger::new();
        committed("op-1", &mut ledger);
        all(&mut ledger).remove(0)
    });
    let approval = one.commit_receipt().unwrap().approval_id.to_string();
    assert_ne!(approval, other.commit_receipt().unwrap().approval_id.to_string());
    assert_eq!(for_snapshot(&one), for_snapshot(&other));
    // The text for people has it, and is the same but for it.
    assert_eq!(one.to_string().matches(&approval).count(), 1);
    assert_eq!(one.to_string().replace(&approval, "(an id)"), for_snapshot(&one));
}

#[test]
fn traces_are_ordered_by_tenant_run_and_revision() {
    let mut ledger = MemoryLedger::new();
    let other = Terms { tenant: countersign::Tenant::new("attic").unwrap(), ..Terms::default() };
    let mut traces = Vec::new();
    drop(tally::looked_up(&mut ledger, "op-2", Terms::default()));
    drop(tally::looked_up(&mut ledger, "op-10", other));
    let early = tally::review(&mut ledger, "op-1");
    traces.extend(all(&mut ledger));
    drop(tally::approve(&mut ledger, early));
    traces.extend(Trace::read(&mut ledger, &tally::tenant(), &run_id("op-1")).unwrap());
    let expected = [
        "run op-10 of tenant attic: LOOKED_UP at revision 3",
        "run op-1 of tenant ward: REVIEW at revision 4",
        "run op-1 of tenant ward: APPROVED_FOR_COMMIT at revision 5",
        "run op-2 of tenant ward: LOOKED_UP at revision 3",
    ];
    for _ in 0..traces.len() {
        traces.rotate_left(1);
        for turned in [traces.clone(), traces.iter().rev().cloned().collect()] {
            let text = for_snapshot(&turned);
            let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("run ")).collect();
            assert_eq!(heads, expected);
        }
    }
    assert_eq!(for_snapshot(&[]), "");
}

/// Every line begins as the text's own lines do.
fn is_framed(text: &str) -> bool {
    let labels = [
        "asked",
        "of",
        "against",
        "read",
        "drafted",
        "digest",
        "decided",
        "on digest",
        "done",
        "left",
        "",
    ];
    let (top, events) = text.split_once("\nevents\n").unwrap();
    let framed = |line: &str| labels.iter().any(|label| line.starts_with(&format!("{label:<11}")));
    let numbered = |(index, line): (usize, &str)| line.starts_with(&format!("{:>3}  ", index + 1));
    top.lines().skip(1).all(framed) && events.lines().enumerate().all(numbered)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a request, an answer, a failure and a proposal say.
    #[test]
    fn h01_no_content_hides_or_makes_a_line_in_a_trace(
        said in prop_oneof![
            any::<String>(),
            "[\u{0}-\u{20}\u{7f}-\u{a0}\u{2028}-\u{202e}\\\\\"n]{0,20}",
            Just("\nevents\n  1  opened     VALIDATED\r\u{202e}\u{1b}[2K".to_owned()),
        ],
    ) {
        let (museum, mut ledger) = (Museum::default(), MemoryLedger::new());
        let card = serde_json::json!({
            "request_id": "R-1", "exhibit_id": "EX-204", "observed_year": 1930, "note": said,
        });
        let budget = Budget { attempts: 9, lookups: 9, ..Budget::default() };
        let policy = Policy { budget, ..Policy::default() };
        // A note that is too long, or a card, is none of this test's business.
        let Ok(card) = Card::read(&card.to_string()) else { return Ok(()) };
        let opened = museum.open(&card, policy).unwrap().save(&mut ledger).unwrap();
        let Ok(run) = opened else { return Ok(()) };
        let mut in_flight = run.reserve(Question::Catalogue).save(&mut ledger).unwrap().unwrap();
        let failed = in_flight.attempt().unwrap().temporary(&said);
        let observed = in_flight.observe(failed).unwrap();
        let run = observed.save_any(&mut ledger).unwrap();
        let AnyRun::AtValidated(run) = run else { panic!("{run:?}") };
        let proposed = Candidate::plain(&said).admit::<Museum>(Stage::FactsMissing).unwrap_err();
        drop(run.disallow(proposed).save(&mut ledger).unwrap());
        let trace = Trace::read(&mut ledger, &museum::TENANT, &run_id("R-1")).unwrap().unwrap();
        prop_assert_eq!(trace.phase(), "STOPPED");
        let text = trace.to_string();
        prop_assert!(!text.chars().any(|c| c != '\n' && is_hidden(c)), "{}", text);
        prop_assert!(is_framed(&text), "{}", text);
        let plain = 1 + 2 + 1 + 2 + 1 + 2 + 1 + 4;
        prop_assert_eq!(text.lines().count(), plain, "{}", text);
    }
}
