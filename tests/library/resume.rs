//! What comes back from a ledger, and what does not.

use countersign::domains::museum::{self, Museum, Question};
use countersign::event::SavedEvent;
use countersign::ledger::{Ledger, LedgerTx as _, MemoryLedger, verify};
use countersign::phase::{InFlight, Review};
use countersign::planner::{Candidate, Stage};
use countersign::{AnyRun, Code, Digest, Observed, Policy, RunId, Trace, assert_trace, resume};

use crate::snapshot::assert_snapshot;
use crate::support::*;

fn back(ledger: &mut MemoryLedger, id: &str) -> AnyRun<Museum> {
    resume(ledger, &museum::TENANT, &run_id(id)).unwrap().unwrap()
}

/// The events of a run that went all the way.
fn whole_run() -> Vec<SavedEvent> {
    let mut ledger = MemoryLedger::new();
    simulated(&mut ledger, "R-1").unwrap();
    ledger.events(&museum::TENANT, &run_id("R-1")).unwrap()
}

/// Edits the bodies, and makes digests and chain right again: what is left to notice it is the
/// replay of the moves.
fn rechained(events: &[SavedEvent], edit: impl Fn(u64, &str) -> String) -> Vec<SavedEvent> {
    let mut previous = Digest::ZERO;
    let chain = |event: &SavedEvent| {
        let body = edit(event.revision, &event.body);
        let chained = digest_of(&run_id("R-1"), event.revision, &previous, &body);
        let event = SavedEvent { revision: event.revision, previous, digest: chained, body };
        previous = chained;
        event
    };
    events.iter().map(chain).collect()
}

fn digest_of(run_id: &RunId, revision: u64, previous: &Digest, body: &str) -> Digest {
    use countersign::digest::Piece;
    Digest::of(
        "countersign.event/v1",
        &[
            Piece::Text(museum::TENANT.as_str()),
            Piece::Text(run_id.as_str()),
            Piece::Number(revision),
            Piece::Digest(previous),
            Piece::Text(body),
        ],
    )
}

fn refusal(events: &[SavedEvent]) -> String {
    let mut ledger = Planted(events.to_vec());
    let error = resume::<Museum, _>(&mut ledger, &museum::TENANT, &run_id("R-1")).unwrap_err();
    assert!(error.is_damaged(), "{error}");
    assert!(error.to_string().contains("run R-1"), "{error}");
    assert!(verify(&mut ledger, &museum::TENANT).unwrap_err().is_damaged());
    error.to_string()
}

#[test]
fn every_phase_comes_back_as_it_was() {
    let mut ledger = MemoryLedger::new();
    drop(validated(&mut ledger, "R-1"));
    drop(in_flight(&mut ledger, "R-2"));
    drop(looked_up(&mut ledger, "R-3"));
    drop(review(&mut ledger, "R-4"));
    drop(approved(&mut ledger, "R-5"));
    simulated(&mut ledger, "R-6").unwrap();
    let phases = [
        ("R-1", "VALIDATED", 1),
        ("R-2", "IN_FLIGHT", 2),
        ("R-3", "LOOKED_UP", 3),
        ("R-4", "REVIEW", 4),
        ("R-5", "APPROVED_FOR_SIMULATION", 5),
        ("R-6", "SIMULATED", 6),
    ];
    for (id, phase, revision) in phases {
        let run = back(&mut ledger, id);
        assert_eq!((run.phase(), run.revision()), (phase, revision), "{id}");
    }
    assert_eq!(ledger.pending(&museum::TENANT).unwrap(), [run_id("R-4")]);
    assert_eq!(verify(&mut ledger, &museum::TENANT).unwrap().events, 1 + 2 + 3 + 4 + 5 + 6);
}

#[test]
fn the_trace_of_a_run_that_went_all_the_way() {
    let mut ledger = MemoryLedger::new();
    simulated(&mut ledger, "R-1").unwrap();
    let trace = Trace::read(&mut ledger, &museum::TENANT, &run_id("R-1")).unwrap().unwrap();
    assert_trace!("trace__simulated", &trace);
    assert_snapshot("review_text", trace.review_text().unwrap());
}

#[test]
fn a_draft_comes_back_with_the_same_digest_and_text() {
    let mut ledger = MemoryLedger::new();
    let review = review(&mut ledger, "R-1");
    let (digest, text) = (review.draft_digest(), review.review_text().to_owned());
    drop(review);
    let again = back(&mut ledger, "R-1").narrow::<Review>().unwrap();
    assert_eq!((again.draft_digest(), again.review_text()), (digest, text.as_str()));
    assert!(!text.contains("a note"), "the note is in no draft: {text}");
}

#[test]
fn an_attempt_that_another_process_reserved_is_not_lent_again() {
    let mut ledger = MemoryLedger::new();
    drop(in_flight(&mut ledger, "R-1"));
    let mut run = back(&mut ledger, "R-1").narrow::<InFlight>().unwrap();
    assert_eq!(run.attempt().unwrap_err().code(), &Code::ATTEMPT_SPENT);
    // Given up it stays charged: one more attempt is left, and then none.
    let Observed::MoreToRead(run) = run.abandon().save(&mut ledger).unwrap().unwrap() else {
        panic!("there is no fact")
    };
    drop(run.reserve(Question::Catalogue).save(&mut ledger).unwrap().unwrap());
    let run = back(&mut ledger, "R-1").narrow::<InFlight>().unwrap();
    let stopped = run.abandon().save(&mut ledger).unwrap().unwrap_err();
    assert_eq!(stopped.stop_reason().code, Code::ATTEMPTS_EXHAUSTED);
}

#[test]
fn an_attempt_is_lent_once() {
    let mut ledger = MemoryLedger::new();
    let mut run = in_flight(&mut ledger, "R-1");
    drop(run.attempt().unwrap());
    assert_eq!(run.attempt().unwrap_err().code(), &Code::ATTEMPT_SPENT);
}

#[test]
fn an_answer_serves_no_other_attempt() {
    let mut ledger = MemoryLedger::new();
    let mut first = in_flight(&mut ledger, "R-1");
    let second = in_flight(&mut ledger, "R-2");
    let answer = Museum::default().look_up(first.attempt().unwrap());
    let refused = second.observe(answer).unwrap_err();
    assert_eq!(refused.code(), &Code::WRONG_ATTEMPT);
    assert_eq!(refused.run.revision(), 2, "the run is handed back as it was");
}

#[test]
fn a_decision_serves_no_other_run() {
    let mut ledger = MemoryLedger::new();
    let (one, other) = (review(&mut ledger, "R-1"), review(&mut ledger, "R-2"));
    let approval = decision(&one, 6).admit_approval(&one, &Museum::default()).unwrap();
    let refused = other.approve(approval, &Museum::default()).unwrap_err();
    assert_eq!(refused.code(), &Code::WRONG_RUN);
    let rejection = decision(&one, 6).admit_rejection(&one, &Museum::default()).unwrap();
    let refused = refused.run.reject(rejection, &Museum::default()).unwrap_err();
    assert_eq!(refused.code(), &Code::WRONG_RUN);
}

#[test]
fn f01_a_forged_phase_is_refused() {
    let events = whole_run();
    let text = refusal(&rechained(&events, |_, body| body.replace("IN_FLIGHT", "SIMULATED")));
    assert!(text.contains("revision 2") && text.contains("says SIMULATED"), "{text}");
}

#[test]
fn f02_an_edited_body_is_refused() {
    let events = whole_run();
    for (index, _) in events.iter().enumerate() {
        let mut edited = events.clone();
        edited[index].body = edited[index].body.replacen("\"v\":1", "\"v\":2", 1);
        assert!(refusal(&edited).contains(&format!("revision {}", index + 1)));
    }
}

#[test]
fn f02_edited_columns_are_refused() {
    let events = whole_run();
    let edits: [fn(&mut SavedEvent); 3] = [
        |event| event.revision = 7,
        |event| event.previous = Digest::of("another", &[]),
        |event| event.digest = Digest::of("another", &[]),
    ];
    for (index, _) in events.iter().enumerate() {
        for edit in edits {
            let mut edited = events.clone();
            edit(&mut edited[index]);
            refusal(&edited);
        }
    }
}

#[test]
fn f03_another_runs_event_is_refused() {
    let mut ledger = MemoryLedger::new();
    simulated(&mut ledger, "R-2").unwrap();
    let others = ledger.events(&museum::TENANT, &run_id("R-2")).unwrap();
    let events = whole_run();
    for (index, other) in others.iter().enumerate() {
        let mut pasted = events.clone();
        pasted[index] = other.clone();
        assert!(refusal(&pasted).contains("digest"));
    }
    // The whole of it under another name, too.
    assert!(refusal(&others).contains("revision 1"));
}

#[test]
fn f04_events_that_are_left_out_moved_or_repeated_are_refused() {
    let events = whole_run();
    for index in 0..events.len() - 1 {
        let mut left_out = events.clone();
        left_out.remove(index);
        refusal(&left_out);
        let mut moved = events.clone();
        moved.swap(index, index + 1);
        refusal(&moved);
        let mut repeated = events.clone();
        repeated.insert(index, events[index].clone());
        refusal(&repeated);
    }
}

#[test]
fn f05_another_version_or_an_unknown_field_is_refused() {
    let events = whole_run();
    let newer = rechained(&events, |_, body| body.replace("\"v\":1", "\"v\":2"));
    assert!(refusal(&newer).contains("event version 2, this program reads 1"));
    let unknown = rechained(&events, |_, body| body.replacen('{', "{\"a\":1,", 1));
    assert!(refusal(&unknown).contains("unknown field"));
    let spaced = rechained(&events, |_, body| body.replacen('{', "{ ", 1));
    assert!(refusal(&spaced).contains("canonical form"));
}

#[test]
fn illegal_moves_are_refused_though_the_chain_is_right() {
    let events = whole_run();
    let edits: [(&str, &str); 12] = [
        ("\"attempt\":1", "\"attempt\":2"),
        ("\"deadline\":8", "\"deadline\":9"),
        ("\"steps\":8", "\"steps\":2"),
        ("\"lookups\":2", "\"lookups\":0"),
        ("\"attempts\":2", "\"attempts\":0"),
        ("\"real_writes\":0", "\"real_writes\":1"),
        ("\"simulated_at\":6", "\"simulated_at\":5"),
        ("\"revision\":4", "\"revision\":3"),
        ("\"decided_at\":6", "\"decided_at\":4"),
        ("\"decided_at\":6", "\"decided_at\":9"),
        ("review_possible_label_correction\\\"\\n", "record_comparison\\\"\\n"),
        ("\"simulated_at\":6", "\"simulated_at\":9"),
    ];
    for (from, to) in edits {
        assert!(events.iter().any(|event| event.body.contains(from)), "{from} is nowhere");
        refusal(&rechained(&events, |_, body| body.replace(from, to)));
    }
}

/// Both name the same draft, which is not the one that is there.
#[test]
fn a_receipt_of_another_draft_is_refused() {
    let events = whole_run();
    let drafted = events[4].body.split("draft_digest\":\"").nth(1).unwrap()[..64].to_owned();
    let forged = rechained(&events, |revision, body| match revision {
        4 => body.to_owned(), // its text names the digest, and is written anew
        _ => body.replace(&drafted, &"0".repeat(64)),
    });
    assert!(refusal(&forged).contains("not this draft"));
}

#[test]
fn a_stop_that_had_no_cause_is_refused() {
    let mut ledger = MemoryLedger::new();
    let stopping = validated(&mut ledger, "R-1")
        .disallow(Candidate::plain("other").admit::<Museum>(Stage::FactsMissing).unwrap_err());
    drop(stopping.save(&mut ledger).unwrap());
    let events = ledger.events(&museum::TENANT, &run_id("R-1")).unwrap();
    for reason in ["no_progress", "step_budget_exhausted", "review_expired", "it_rains"] {
        refusal(&rechained(&events, |_, body| body.replace("invalid_action", reason)));
    }
    let invalid = Museum::default().open(&card("R-1"), Policy::default()).unwrap();
    let mut ledger = MemoryLedger::new();
    drop(invalid.save(&mut ledger).unwrap().unwrap());
    let events = ledger.events(&museum::TENANT, &run_id("R-1")).unwrap();
    let stop = r#""stop":{"code":"step_budget_exhausted","detail":""}"#;
    refusal(&rechained(&events, |_, body| {
        body.replace(r#""stop":null"#, stop).replace("\"VALIDATED\"", "\"STOPPED\"")
    }));
}

/// An event of its own right, put where it does not belong, the chain made right again.
fn spliced(bodies: Vec<String>) -> Vec<SavedEvent> {
    let mut previous = Digest::ZERO;
    let chain = |(at, body): (usize, String)| {
        let revision = at as u64 + 1;
        let digest = digest_of(&run_id("R-1"), revision, &previous, &body);
        let event = SavedEvent { revision, previous, digest, body };
        previous = digest;
        event
    };
    bodies.into_iter().enumerate().map(chain).collect()
}

#[test]
fn moves_out_of_order_are_refused_though_the_chain_is_right() {
    let bodies: Vec<String> = whole_run().into_iter().map(|event| event.body).collect();
    let again = bodies[1].replace("\"attempt\":1", "\"attempt\":2");
    let orders = [
        vec![bodies[0].clone(), bodies[1].clone(), again], // reserved while in flight
        vec![bodies[0].clone(), bodies[3].clone()],        // drafted without a fact
        [&bodies[..4], &bodies[3..4]].concat(),            // drafted twice
        [&bodies[..5], &bodies[4..5]].concat(),            // decided twice
        vec![bodies[0].clone(), bodies[0].clone()],        // opened twice
        bodies[1..].to_vec(),                              // never opened
    ];
    for order in orders {
        refusal(&spliced(order));
    }
}

#[test]
fn an_event_that_names_another_place_is_refused_though_its_digest_fits() {
    let events = whole_run();
    let mut elsewhere = events.clone();
    let other = Digest::of("another", &[]);
    let body = elsewhere[2].body.clone();
    let digest = digest_of(&run_id("R-1"), 3, &other, &body);
    elsewhere[2] = SavedEvent { revision: 3, previous: other, digest, body };
    assert!(refusal(&elsewhere[..3]).contains("does not follow"));
    let mut skipped = events;
    let (previous, body) = (skipped[2].previous, skipped[2].body.clone());
    let digest = digest_of(&run_id("R-1"), 4, &previous, &body);
    skipped[2] = SavedEvent { revision: 4, previous, digest, body };
    assert!(refusal(&skipped[..3]).contains("does not follow"));
}

#[test]
fn an_observation_that_ends_a_run_ends_it_for_its_own_reason() {
    let mut ledger = MemoryLedger::new();
    let mut in_flight = in_flight(&mut ledger, "R-1");
    let answer = in_flight.attempt().unwrap().not_found("nothing there");
    let stopping = in_flight.observe(answer).unwrap();
    drop(stopping.save(&mut ledger).unwrap().unwrap_err());
    let events = ledger.events(&museum::TENANT, &run_id("R-1")).unwrap();
    let stop = r#""stop":{"code":"not_found","detail":"nothing there"}"#;
    assert!(events[2].body.contains(stop), "{}", events[2].body);
    refusal(&rechained(&events, |_, body| {
        body.replace(r#""code":"not_found""#, r#""code":"invalid_observation""#)
    }));
    refusal(&rechained(&events, |revision, body| match revision {
        3 => body.replace(stop, r#""stop":null"#).replace("STOPPED", "VALIDATED"),
        _ => body.to_owned(),
    }));
}

#[test]
fn a_draft_that_was_changed_after_the_decision_stops_the_run() {
    let events = whole_run();
    let until_approved = &events[..5];
    let edited = rechained(until_approved, |revision, body| match revision {
        4 => in_first_form(body).replace("1931", "1932"),
        _ => body.to_owned(),
    });
    let mut ledger = MemoryLedger::new();
    let (tenant, run_id) = (museum::TENANT, run_id("R-1"));
    let planted = ledger.transact(|tx| {
        edited.iter().try_for_each(|event| tx.append(&tenant, &run_id, event, [0; 16]))
    });
    planted.unwrap();
    let AnyRun::AtApprovedForSimulation(run) = back(&mut ledger, "R-1") else {
        panic!("the moves are legal")
    };
    let simulating = run.simulate(&Museum::default(), tick(6)).unwrap();
    let stopped = simulating.save(&mut ledger).unwrap().unwrap_err();
    assert_eq!(stopped.stop_reason().code, Code::CONTENT_CHANGED);
    assert_eq!(back(&mut ledger, "R-1").phase(), "STOPPED");
}

#[test]
fn the_runs_of_another_domain_are_left_alone() {
    let edited = rechained(&whole_run(), |_, body| {
        body.replace("\"domain\":\"museum\"", "\"domain\":\"library\"")
    });
    let mut ledger = Planted(edited);
    let error = resume::<Museum, _>(&mut ledger, &museum::TENANT, &run_id("R-1")).unwrap_err();
    assert_eq!(error.code(), &Code::OTHER_DOMAIN);
}
