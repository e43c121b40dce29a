//! Submit, decide and finalize, each in a process of its own; and many cards at once.

use serde_json::Value;

use crate::support::{CARD, Desk, card, text};

#[test]
fn a_card_goes_from_submission_to_receipt_in_three_processes() {
    let desk = Desk::new();
    let (code, submitted) = desk.submit(CARD);
    assert_eq!((code, text(&submitted, "phase"), &submitted["revision"]), (0, "REVIEW", &4.into()));
    assert_eq!(submitted["deadline"], 8);
    assert!(text(&submitted, "review_text").contains("review_possible_label_correction"));
    let digest = text(&submitted, "draft_digest");

    let (_, pending) = desk.json(&["ledger", "pending", "l"]);
    assert_eq!(text(&pending[0], "draft_digest"), digest);

    let (code, decided) = desk.decide("R-2", digest, &[]);
    assert_eq!((code, text(&decided, "phase")), (0, "APPROVED_FOR_SIMULATION"));
    assert_eq!(desk.json(&["ledger", "pending", "l"]).1, Value::Array(vec![]));

    let (code, finalized) = desk.finalize("R-2", "6");
    assert_eq!((code, text(&finalized, "phase")), (0, "SIMULATED"));
    assert_eq!((&finalized["real_writes"], &finalized["would_change"]), (&0.into(), &true.into()));
    assert_eq!(finalized["replayed"], false);

    // Again, at any tick: the same receipt, and no new event.
    let (code, again) = desk.finalize("R-2", "9000");
    assert_eq!((code, &again["receipt"]), (0, &finalized["receipt"]));
    assert_eq!((&again["revision"], &again["replayed"]), (&6.into(), &true.into()));
    desk.is_whole();
}

#[test]
fn the_same_card_replays_and_other_material_conflicts() {
    let desk = Desk::new();
    desk.submit(CARD);
    let (code, again) = desk.submit(CARD);
    assert_eq!((code, &again["replayed"], &again["revision"]), (0, &true.into(), &4.into()));
    for other in [card("R-2", "1931", ""), card("R-2", "1930", "x")] {
        let (code, conflict) = desk.submit(&other);
        assert_eq!((code, text(&conflict, "error")), (1, "request_conflict"), "{other}");
    }
    // The catalogue's version is material, too.
    desk.write(
        "v2.json",
        r#"{"version": "CAT-v2", "entries": [{"exhibit_id": "EX-204", "year": 1930}]}"#,
    );
    let args = ["museum", "submit", "--ledger", "l", "--card", "card.json", "--tick", "5"];
    desk.write("card.json", CARD);
    let (code, conflict) = desk.json(&[&args[..], &["--catalogue", "v2.json"]].concat());
    assert_eq!((code, text(&conflict, "error")), (1, "request_conflict"));
    desk.is_whole();
}

#[test]
fn a_refused_decision_changes_nothing() {
    let desk = Desk::new();
    let (_, submitted) = desk.submit(CARD);
    let digest = text(&submitted, "draft_digest");
    let zeros = "0".repeat(64);
    let refusals: [(&str, &[&str], &str); 7] = [
        (digest, &["--reviewer", "somebody"], "unknown_reviewer"),
        (digest, &["--reviewer", "two words"], "unknown_reviewer"),
        (digest, &["--revision", "3"], "stale_revision"),
        (&zeros, &[], "wrong_digest"),
        ("none", &[], "wrong_digest"),
        (digest, &["--tick", "4"], "decision_before_draft"),
        (&zeros, &["--tick", "4", "--revision", "9", "--reviewer", "x"], "unknown_reviewer"),
    ];
    for (digest, more, expected) in refusals {
        let (code, refused) = desk.decide("R-2", digest, more);
        assert_eq!((code, text(&refused, "error")), (1, expected));
        assert_eq!((text(&refused, "phase"), &refused["revision"]), ("REVIEW", &4.into()));
    }
    let (code, early) = desk.finalize("R-2", "6");
    assert_eq!((code, text(&early, "error")), (1, "wrong_phase"));
    let (code, unknown) = desk.decide("R-3", digest, &[]);
    assert_eq!((code, text(&unknown, "error")), (1, "unknown_run"));
}

#[test]
fn a_no_is_final() {
    let desk = Desk::new();
    let (_, submitted) = desk.submit(CARD);
    let digest = text(&submitted, "draft_digest");
    let (code, rejected) = desk.decide("R-2", digest, &["--reject"]);
    assert_eq!((code, text(&rejected, "phase")), (0, "REJECTED"));
    for (code, refused) in [desk.finalize("R-2", "6"), desk.decide("R-2", digest, &[])] {
        assert_eq!((code, text(&refused, "error")), (1, "wrong_phase"));
    }
}

#[test]
fn what_comes_too_late_or_after_a_change_of_source_stops_the_run() {
    let desk = Desk::new();
    let late = |id: &str| text(&desk.submit(&card(id, "1930", "")).1, "draft_digest").to_owned();
    let (code, stopped) = desk.decide("R-A", &late("R-A"), &["--tick", "9"]);
    assert_eq!((code, text(&stopped, "reason")), (0, "review_expired"));
    let digest = late("R-B");
    assert_eq!(desk.decide("R-B", &digest, &["--tick", "8"]).0, 0);
    let (code, early) = desk.finalize("R-B", "7");
    assert_eq!((code, text(&early, "error")), (1, "finalization_before_decision"));
    let (code, stopped) = desk.finalize("R-B", "9");
    assert_eq!((code, text(&stopped, "reason")), (0, "approval_expired_before_simulation"));

    desk.write("v2.json", r#"{"version": "CAT-v2", "entries": []}"#);
    let digest = late("R-C");
    let (code, stopped) = desk.decide("R-C", &digest, &["--catalogue", "v2.json"]);
    assert_eq!((code, text(&stopped, "reason")), (0, "source_changed"));
    assert!(
        text(&stopped, "detail").contains("CAT-v1") && text(&stopped, "detail").contains("CAT-v2")
    );
    desk.is_whole();
}

#[test]
fn many_cards_go_in_line_by_line_and_bad_lines_are_named() {
    let desk = Desk::new();
    let lines = [
        card("R-1", "1930", ""),
        "no JSON".to_owned(),
        String::new(),
        card("R-2", "1931", ""),
        card("r-2", "1931", ""),
        card("R-1", "1999", ""),
        card("R-3", "true", ""),
        format!(r#"{{"note":"{}"}}"#, "x".repeat(200_000)),
        card("R-4", "1931", "").replace("EX-204", "EX-999"),
        card("R-1", "1930", ""),
    ];
    desk.write("cards.jsonl", lines.join("\n"));
    let args = ["museum", "submit", "--ledger", "l", "--cards", "cards.jsonl", "--tick", "5"];
    let said = desk.run(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(said.code, 1);
    let documents: Vec<Value> =
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<(u64, &str)> = documents
        .iter()
        .map(|document| {
            let what = ["error", "reason", "phase"].map(|key| text(document, key));
            (
                document["line"].as_u64().unwrap(),
                *what.iter().find(|text| !text.is_empty()).unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (1, "REVIEW"),
            (2, "invalid_request_id"),
            (4, "REVIEW"),
            (5, "invalid_request_id"),
            (6, "request_conflict"),
            (7, "invalid_request"),
            (8, "too_large"),
            (9, "not_found"),
            (10, "REVIEW"),
        ]
    );
    for line in ["line 2:", "line 5:", "line 6:", "line 7:", "line 8:"] {
        assert!(said.err.contains(line), "{line} {}", said.err);
    }
    assert!(said.err.contains("3 in review, 1 stopped (1 replayed), 5 bad"), "{}", said.err);
    let (_, pending) = desk.json(&["ledger", "pending", "l"]);
    assert_eq!(pending.as_array().unwrap().len(), 2);
}

#[test]
fn standard_input_is_a_file_named_dash() {
    let desk = Desk::new();
    let args = ["museum", "submit", "--ledger", "l", "--tick", "5"];
    let one = desk.run_with_input(&[&args[..], &["--card", "-"]].concat(), CARD.as_bytes());
    assert_eq!(one.code, 0, "{}", one.err);
    let lines = [card("R-7", "1930", ""), card("R-8", "1930", "")].join("\r\n");
    let many = desk.run_with_input(&[&args[..], &["--cards", "-"]].concat(), lines.as_bytes());
    assert_eq!((many.code, many.out.lines().count()), (0, 2), "{}", many.err);
}

/// The tenant's runs, seen by an operator.
#[test]
fn one_run_is_shown_with_every_event() {
    let desk = Desk::new();
    desk.submit(CARD);
    let (_, trace) = desk.json(&["ledger", "show", "l", "R-2"]);
    let moves: Vec<&str> =
        trace["events"].as_array().unwrap().iter().map(|event| text(event, "event")).collect();
    assert_eq!(moves, ["opened", "reserved", "observed", "drafted"]);
    let (code, other) = desk.json(&["ledger", "show", "l", "R-2", "--tenant", "south-quay"]);
    assert_eq!((code, text(&other, "error")), (1, "unknown_run"));
}

#[test]
fn the_list_has_every_run_and_finds_those_that_are_on_their_way() {
    let desk = Desk::new();
    for id in ["R-1", "R-2"] {
        desk.write("card.json", card(id, "1930", ""));
        let args = ["museum", "submit", "--ledger", "l", "--card", "card.json", "--tick", "5"];
        assert_eq!(desk.run(&args).code, 0);
    }
    desk.write("card.json", r#"{"request_id":"R-3"}"#);
    desk.run(&["museum", "submit", "--ledger", "l", "--card", "card.json", "--tick", "5"]);

    let (code, all) = desk.json(&["ledger", "list", "l"]);
    let phases = |rows: &Value| -> Vec<(String, String)> {
        let pair = |row: &Value| (text(row, "run_id").to_owned(), text(row, "phase").to_owned());
        rows.as_array().unwrap().iter().map(pair).collect()
    };
    let expected = [("R-1", "REVIEW"), ("R-2", "REVIEW"), ("R-3", "STOPPED")];
    let expected = expected.map(|(run, phase)| (run.to_owned(), phase.to_owned()));
    assert_eq!((code, phases(&all)), (0, expected.to_vec()));
    assert_eq!(text(&all[2]["reason"], "code"), "invalid_request");

    let (code, some) = desk.json(&["ledger", "list", "l", "--unfinished"]);
    assert_eq!((code, phases(&some)), (0, expected[..2].to_vec()));
    let people = desk.run(&["ledger", "list", "l", "--unfinished"]).out;
    assert!(people.contains("R-2") && !people.contains("R-3"), "{people}");
    let nobody = desk.run(&["ledger", "list", "l", "--tenant", "nobody"]);
    assert_eq!((nobody.code, nobody.out.trim()), (0, "there is no run"));
}
