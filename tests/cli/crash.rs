//! Kills: whenever `submit` is killed, the next one goes on from there.

use std::time::Duration;

use countersign::domains::museum::{self, Card, Museum, Question};
use countersign::ledger::SqliteLedger;
use countersign::{AnyRun, Observed, Policy, RunId, resume};

use crate::support::{Desk, card, text};

/// How many kills; `COUNTERSIGN_KILLS` for more.
fn kills() -> u64 {
    std::env::var("COUNTERSIGN_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

#[test]
fn a01_a_killed_submission_is_taken_up_where_it_was() {
    let desk = Desk::new();
    let args = ["museum", "submit", "--ledger", "l", "--card", "card.json", "--tick", "5"];
    for number in 0..kills() {
        let card = card(&format!("R-{number}"), "1930", "");
        desk.write("card.json", &card);
        let mut child = desk.start(&args);
        // Spread over the program's whole life, which is some milliseconds.
        std::thread::sleep(Duration::from_micros(number * 7_919 % 25_000));
        drop(child.kill());
        drop(child.wait());
        let before = match std::fs::exists(desk.path("l")) {
            Ok(true) => desk.json(&["ledger", "show", "l", &format!("R-{number}")]).1,
            _ => serde_json::Value::Null,
        };
        let charged = before["used"]["lookups"].as_u64().unwrap_or(0);
        let (code, after) = desk.submit(&card);
        assert_eq!((code, text(&after, "phase")), (0, "REVIEW"), "{before}\n{after}");
        let lookups = after["lookups"].as_u64().unwrap();
        let was_in_flight = text(&before, "phase") == "IN_FLIGHT";
        assert_eq!(lookups, if was_in_flight { charged + 1 } else { 1 }, "{before}\n{after}");
        let moves = if was_in_flight { 6 } else { 4 };
        assert_eq!(after["revision"], moves, "the attempt stays charged: {before}");
    }
    desk.is_whole();
}

/// Killed between the reservation and its answer: nobody knows whether the source was asked.
#[test]
fn a01_an_attempt_that_was_in_flight_is_given_up_and_stays_charged() {
    let desk = Desk::new();
    for (id, kills, end) in [("R-1", 1, "REVIEW"), ("R-2", 2, "STOPPED")] {
        let card_text = card(id, "1930", "");
        for kill in 0..kills {
            let mut ledger = SqliteLedger::open(desk.path("l")).unwrap();
            let run_id = RunId::new(id).unwrap();
            let run = resume::<Museum, _>(&mut ledger, &museum::TENANT, &run_id).unwrap();
            let reserving = match run {
                None => {
                    let card = Card::read(&card_text).unwrap();
                    let opened = Museum::default().open(&card, Policy::default()).unwrap();
                    opened.then_reserve(Question::Catalogue)
                }
                Some(AnyRun::AtInFlight(run)) => {
                    let Observed::MoreToRead(run) =
                        run.abandon().save(&mut ledger).unwrap().unwrap()
                    else {
                        panic!("kill {kill}")
                    };
                    run.reserve(Question::Catalogue)
                }
                Some(other) => panic!("{other:?}"),
            };
            drop(reserving.save(&mut ledger).unwrap().unwrap());
        }
        let (code, after) = desk.submit(&card_text);
        assert_eq!((code, text(&after, "phase")), (0, end), "{after}");
        assert_eq!(
            (&after["lookups"], &after["revision"]),
            (&2.into(), &if kills == 1 { 6 } else { 5 }.into())
        );
    }
    assert_eq!(text(&desk.submit(&card("R-2", "1930", "")).1, "reason"), "attempts_exhausted");
    desk.is_whole();
}

#[test]
fn b01_two_processes_that_move_one_run_have_one_winner() {
    for _ in 0..10 {
        let desk = Desk::new();
        let (_, submitted) = desk.submit(&card("R-1", "1930", ""));
        let digest = text(&submitted, "draft_digest").to_owned();
        let decide = |verdict| {
            desk.start(&[
                "museum",
                "decide",
                "R-1",
                "--ledger",
                "l",
                "--digest",
                &digest,
                "--revision",
                "4",
                "--reviewer",
                "synthetic-reviewer-a",
                verdict,
                "--tick",
                "6",
            ])
        };
        let rivals = [decide("--approve"), decide("--reject")];
        let codes = rivals.map(|mut rival| rival.wait().unwrap().code().unwrap());
        assert!(codes == [0, 1] || codes == [1, 0], "{codes:?}");
        let (_, trace) = desk.json(&["ledger", "show", "l", "R-1"]);
        let phase = if codes[0] == 0 { "APPROVED_FOR_SIMULATION" } else { "REJECTED" };
        assert_eq!((text(&trace, "phase"), &trace["revision"]), (phase, &5.into()));
        desk.is_whole();
    }
}

#[test]
fn b03_many_processes_with_one_card_make_one_run() {
    for _ in 0..5 {
        let desk = Desk::new();
        desk.write("card.json", card("R-1", "1930", ""));
        let args = ["museum", "submit", "--ledger", "l", "--card", "card.json", "--tick", "5"];
        let rivals: Vec<_> = (0..8).map(|_| desk.start(&args)).collect();
        for mut rival in rivals {
            assert_eq!(rival.wait().unwrap().code(), Some(0), "one runs, the others replay");
        }
        let (code, after) = desk.submit(&card("R-1", "1930", ""));
        assert_eq!((code, text(&after, "phase")), (0, "REVIEW"));
        assert_eq!((&after["revision"], &after["lookups"]), (&4.into(), &1.into()));
        desk.is_whole();
    }
}
