//! Planners and progress: what is admitted, and when a circle is one.

use countersign::controller::{Controller, NotDriven};
use countersign::domains::museum::{self, Museum};
use countersign::json::Canonical;
use countersign::ledger::MemoryLedger;
use countersign::planner::{Candidate, Planner, Scripted, View};
use countersign::{AnyRun, Attempt, Budget, Policy, Trace, resume};
use proptest::prelude::*;

use crate::support::*;

const LOOK_UP: &str = "lookup_catalogue";
const DRAFT: &str = "prepare_draft";

fn plenty() -> Budget {
    Budget { steps: 40, lookups: 20, attempts: 20, ..Budget::default() }
}

/// Drives one run with a script of candidates and one of answers (`true` is the catalogue's own).
fn driven(script: Vec<Candidate>, answers: &[bool], budget: Budget) -> (Trace, usize) {
    let mut ledger = MemoryLedger::new();
    let museum = Museum::default();
    let policy = Policy { budget, ..Policy::default() };
    let opened = museum.open(&card("R-1"), policy).unwrap().save(&mut ledger).unwrap();
    let mut calls = 0;
    let mut script = script.into_iter();
    let mut planner = Scripted::new(script.next().unwrap(), script.collect());
    if let Ok(run) = opened {
        let mut controller = Controller {
            domain: &museum,
            planner: &mut planner,
            source: &mut |attempt: Attempt<'_, Museum>| {
                calls += 1;
                match answers.get(calls - 1).or(answers.last()) {
                    Some(false) => attempt.temporary("not now"),
                    _ => museum.look_up(attempt),
                }
            },
            now: tick(5),
        };
        let driven: Result<_, NotDriven<Museum>> = controller.drive(run.into(), &mut ledger);
        drop(driven.unwrap());
    }
    let trace = Trace::read(&mut ledger, &museum::TENANT, &run_id("R-1")).unwrap().unwrap();
    (trace, calls)
}

fn plain(operations: &[&str]) -> Vec<Candidate> {
    operations.iter().map(|operation| Candidate::plain(operation)).collect()
}

fn reason(trace: &Trace) -> &str {
    trace.reason().map_or("", |reason| reason.code.as_str())
}

#[test]
fn what_is_not_on_the_allowlist_stops_the_run() {
    let with_arguments = |operation| {
        Candidate::new(operation, Canonical::of(&serde_json::json!({"approved": true})).unwrap())
    };
    let candidates = [
        Candidate::plain("publish_label"),
        Candidate::plain(""),
        Candidate::plain("lookup_catalogue "),
        Candidate::plain(&"x".repeat(100_000)),
        Candidate::new(LOOK_UP, Canonical::of(&serde_json::Value::Null).unwrap()),
        with_arguments(LOOK_UP),
        with_arguments(DRAFT),
        Candidate::plain(DRAFT), // before the fact
    ];
    for candidate in candidates {
        let (trace, calls) = driven(vec![candidate], &[true], plenty());
        assert_eq!((reason(&trace), trace.revision(), calls), ("invalid_action", 2, 0));
    }
    // Once the fact is there, too.
    let script = vec![Candidate::plain(LOOK_UP), with_arguments(DRAFT)];
    let (trace, calls) = driven(script, &[true], plenty());
    assert_eq!((reason(&trace), calls), ("invalid_action", 1));
}

#[test]
fn asking_again_is_legal_and_charged() {
    let (trace, calls) = driven(plain(&[LOOK_UP, LOOK_UP, DRAFT]), &[true], plenty());
    assert_eq!((trace.phase(), calls, trace.used().lookups), ("REVIEW", 2, 2));
}

#[test]
fn the_third_identical_candidate_in_a_row_is_not_carried_out() {
    let (trace, calls) = driven(plain(&[LOOK_UP]), &[true], plenty());
    assert_eq!((reason(&trace), calls, trace.used().lookups), ("no_progress", 2, 2));
    // Named before any budget that is spent as well.
    let (trace, _) = driven(plain(&[LOOK_UP]), &[true], Budget { lookups: 2, ..plenty() });
    assert_eq!(reason(&trace), "no_progress");
}

#[test]
fn a_repeat_after_a_temporary_failure_does_not_lengthen_the_row() {
    // Failed, failed, good, good: two in a row, as far as progress goes. The fifth is the third.
    let answers = [false, false, true, true];
    let (trace, calls) = driven(plain(&[LOOK_UP]), &answers, plenty());
    assert_eq!((reason(&trace), calls), ("no_progress", 4));
    // Good, failed, good: the repeat of the second, which makes two, is let through. No further one.
    let (trace, calls) = driven(plain(&[LOOK_UP]), &[true, false, true], plenty());
    assert_eq!((reason(&trace), calls), ("no_progress", 3));
    // As long as it fails there is no circle, only a budget.
    let (trace, calls) = driven(plain(&[LOOK_UP]), &[false], Budget { attempts: 9, ..plenty() });
    assert_eq!((reason(&trace), calls), ("attempts_exhausted", 9));
}

#[test]
fn the_row_survives_a_restart() {
    let mut ledger = MemoryLedger::new();
    let museum = Museum::default();
    let policy = Policy { budget: plenty(), ..Policy::default() };
    drop(museum.open(&card("R-1"), policy).unwrap().save(&mut ledger).unwrap().unwrap());
    let mut calls = 0;
    // A process of its own for every step: it looks up once and is gone.
    for _ in 0..4 {
        let run = resume::<Museum, _>(&mut ledger, &museum::TENANT, &run_id("R-1"));
        let reserving = match run.unwrap().unwrap() {
            AnyRun::AtValidated(run) => run.reserve(museum::Question::Catalogue),
            AnyRun::AtLookedUp(run) => run.read_again(museum::Question::Catalogue),
            AnyRun::AtStopped(run) => {
                assert_eq!(run.stop_reason().code, countersign::Code::NO_PROGRESS);
                break;
            }
            other => panic!("{other:?}"),
        };
        if let Ok(mut in_flight) = reserving.save(&mut ledger).unwrap() {
            calls += 1;
            let answer = museum.look_up(in_flight.attempt().unwrap());
            drop(in_flight.observe(answer).unwrap().save(&mut ledger).unwrap().unwrap());
        }
    }
    assert_eq!(calls, 2);
}

/// Notes what it was shown.
struct Watching(Vec<String>);

impl Planner for Watching {
    fn propose(&mut self, view: &View) -> Candidate {
        self.0.push(serde_json::to_string(view).unwrap());
        Candidate::plain(if view.facts.is_empty() { LOOK_UP } else { DRAFT })
    }
}

#[test]
fn a_planner_sees_no_note_no_id_and_no_digest() {
    let mut ledger = MemoryLedger::new();
    let museum = Museum::default();
    let run = validated(&mut ledger, "R-CANARY");
    let mut planner = Watching(Vec::new());
    let mut controller = Controller {
        domain: &museum,
        planner: &mut planner,
        source: &mut |attempt: Attempt<'_, Museum>| museum.look_up(attempt),
        now: tick(5),
    };
    drop(controller.drive(run.into(), &mut ledger).unwrap());
    let left = |steps, lookups, attempts| {
        format!(
            r#""left":{{"steps":{steps},"lookups":{lookups},"attempts":[["lookup_catalogue",{attempts}]],"writes":2}}"#
        )
    };
    let allowed = r#""allowed":["lookup_catalogue","prepare_draft"]"#;
    assert_eq!(
        planner.0,
        [
            format!(r#"{{"phase":"VALIDATED","facts":[],{},{allowed}}}"#, left(7, 2, 2)),
            format!(
                r#"{{"phase":"LOOKED_UP","facts":["lookup_catalogue"],{},{allowed}}}"#,
                left(5, 1, 1)
            ),
        ]
    );
}

fn cases() -> u32 {
    std::env::var("COUNTERSIGN_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(256)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is proposed and answered: no budget is overdrawn, nothing is asked that was not
    /// charged, and the run ends or waits.
    #[test]
    fn i01_no_budget_is_ever_overdrawn(
        script in proptest::collection::vec(prop_oneof![4 => Just(LOOK_UP), 2 => Just(DRAFT), 1 => Just("other")], 1..12),
        answers in proptest::collection::vec(any::<bool>(), 1..12),
        (steps, lookups, attempts) in (0..12_u64, 0..6_u64, 0..6_u64),
    ) {
        let budget = Budget { steps, lookups, attempts, writes: 0 };
        let (trace, calls) = driven(plain(&script), &answers, budget);
        let used = trace.used();
        prop_assert!(used.steps <= steps && used.lookups <= lookups.min(attempts));
        prop_assert_eq!(calls as u64, used.lookups);
        prop_assert!(["REVIEW", "STOPPED"].contains(&trace.phase()));
        prop_assert_eq!(trace.phase() == "STOPPED", trace.reason().is_some());
    }
}

#[test]
fn the_note_is_in_neither_the_draft_nor_what_the_reviewer_reads() {
    let mut ledger = MemoryLedger::new();
    let review = review(&mut ledger, "R-1"); // its card's note says "a note"
    assert!(!review.review_text().contains("note"));
    let draft = serde_json::to_string(review.draft_content().unwrap()).unwrap();
    assert!(!draft.contains("note"));
    assert_eq!((review.revision(), review.deadline().get()), (4, 8));
}

#[test]
fn an_abandoned_attempt_stays_charged() {
    let mut ledger = MemoryLedger::new();
    let mut phases = Vec::new();
    drop(validated(&mut ledger, "R-1"));
    for _ in 0..2 {
        let run = resume::<Museum, _>(&mut ledger, &museum::TENANT, &run_id("R-1"));
        let AnyRun::AtValidated(run) = run.unwrap().unwrap() else { panic!("it was abandoned") };
        let in_flight =
            run.reserve(museum::Question::Catalogue).save(&mut ledger).unwrap().unwrap();
        drop(in_flight.abandon().save(&mut ledger).unwrap());
        let trace = Trace::read(&mut ledger, &museum::TENANT, &run_id("R-1")).unwrap().unwrap();
        phases.push((trace.phase(), trace.used().lookups, trace.used().steps));
    }
    assert_eq!(phases, [("VALIDATED", 1, 3), ("STOPPED", 2, 4)]);
    let trace = Trace::read(&mut ledger, &museum::TENANT, &run_id("R-1")).unwrap().unwrap();
    assert_eq!(reason(&trace), "attempts_exhausted");
}
