//! What is printed: for programs one document, for people nothing that hides.

use std::process::Stdio;

use countersign::code::Entry;
use countersign::runbook::Recovery;
use serde_json::Value;

use crate::support::{CARD, Desk, text};

#[test]
fn the_matrix_and_the_scenarios() {
    let desk = Desk::new();
    let (code, matrix) = desk.json(&["museum", "matrix"]);
    assert_eq!((code, matrix.as_array().unwrap().len()), (0, 144));
    let (_, all) = desk.json(&["museum", "rehearse"]);
    let names: Vec<&str> =
        all.as_array().unwrap().iter().map(|scenario| text(scenario, "scenario")).collect();
    let expected =
        ["match", "mismatch", "retry", "unavailable", "unknown-exhibit", "wrong-output", "replay"];
    assert_eq!(names, expected);
    let (code, one) = desk.json(&["museum", "rehearse", "retry"]);
    assert_eq!((code, &one[0]), (0, &all[2]));
    assert_eq!(one.as_array().unwrap().len(), 1);
}

#[test]
fn the_evaluators_figures() {
    let desk = Desk::new();
    for (planner, correct, drafts, calls) in
        [("baseline", 8, 3, 9), ("repeat", 5, 0, 11), ("rogue", 1, 0, 0)]
    {
        let (code, evaluation) = desk.json(&["museum", "evaluate", "--planner", planner]);
        assert_eq!(code, 0);
        assert_eq!(text(&evaluation, "planner"), planner);
        let figures =
            ["correct", "total", "drafts", "calls"].map(|key| evaluation[key].as_i64().unwrap());
        assert_eq!(figures, [correct, 8, drafts, calls]);
        assert_eq!(evaluation["cases"].as_array().unwrap().len(), 8);
    }
}

#[test]
fn explain_knows_every_code() {
    let desk = Desk::new();
    let (code, all) = desk.json(&["explain"]);
    assert_eq!((code, all.as_array().unwrap().len()), (0, Entry::all().len()));
    for entry in Entry::all() {
        let (code, one) = desk.json(&["explain", entry.code]);
        assert_eq!((code, text(&one, "next")), (0, entry.next));
        assert!(desk.run(&["explain"]).out.contains(entry.code));
        assert_eq!(text(&one, "seen"), entry.seen());
    }
}

#[test]
fn explain_says_what_to_do_with_a_run_that_a_crash_left() {
    let desk = Desk::new();
    for recovery in Recovery::all() {
        let (code, one) = desk.json(&["explain", recovery.phase]);
        assert_eq!((code, text(&one, "operator")), (0, recovery.operator));
        assert!(desk.run(&["explain", recovery.phase]).out.contains("lost"));
    }
    // As it is printed, as it is written in Rust, and as the exercises call it.
    for (name, phase) in
        [("in_flight", "IN_FLIGHT"), ("InFlight", "IN_FLIGHT"), ("MISSING_APPROVAL", "REVIEW")]
    {
        assert_eq!(text(&desk.json(&["explain", name]).1, "phase"), phase);
    }
    assert_eq!(text(&desk.json(&["explain", "STATE_CHANGED"]).1, "code"), "state_changed");
}

#[test]
fn the_demo_tells_the_whole_story_and_can_be_told_again() {
    let desk = Desk::new();
    let (code, first) = desk.json(&["demo", "--out", "d"]);
    assert_eq!(code, 0);
    assert_eq!(first["scenarios"].as_array().unwrap().len(), 7);
    let ends = [text(&first["approved"], "phase"), text(&first["rejected"], "phase")];
    assert_eq!(ends, ["SIMULATED", "REJECTED"]);
    let (code, again) = desk.json(&["demo", "--out", "d"]);
    assert_eq!((code, &again["written"]), (0, &first["written"]));
    assert_eq!(desk.json(&["ledger", "verify", "d/museum.ledger"]).0, 0);
    let people = desk.run(&["demo", "--out", "d"]).out;
    for said in
        ["not authentication", "Ticks are no clock", "regression evidence", "historical truth"]
    {
        assert!(people.contains(said), "{said}");
    }
}

#[test]
fn h01_nothing_hidden_is_printed_from_arguments_and_file_names() {
    let desk = Desk::new();
    let evil = "\u{1b}[2J\u{202e}x\u{200b}\r\n\u{7}";
    desk.write("card.json", CARD);
    let commands: [&[&str]; 11] = [
        &["lessons", evil],
        &["ledger", "list", evil],
        &[evil],
        &["museum", "rehearse", evil],
        &["museum", "evaluate", "--planner", evil],
        &["museum", "evaluate", "--planner", "baseline", "--cases", evil],
        &["explain", evil],
        &["ledger", "show", evil, "R-1"],
        &["ledger", "show", "l", evil],
        &["ledger", "verify", evil],
        &["museum", "submit", "--ledger", evil, "--card", evil, "--tick", evil],
    ];
    for args in commands {
        // `Desk::run` looks at every character.
        assert_ne!(desk.run(args).code, 0, "{args:?}");
        assert_ne!(desk.json(args).0, 0);
    }
    let odd = "led\u{202e}ger\u{1b}";
    let args = ["museum", "submit", "--ledger", odd, "--card", "card.json", "--tick", "5"];
    assert_eq!(desk.run(&args).code, 0);
    assert_eq!(desk.run(&["demo", "--out", odd]).code, 1, "it is a file");
    assert_eq!(desk.run(&["demo", "--out", "d\u{202e}\u{1b}"]).code, 0);
}

#[test]
fn h01_nothing_hidden_is_printed_from_files() {
    let desk = Desk::new();
    let vectors = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let blns: Vec<String> =
        serde_json::from_slice(&std::fs::read(vectors.join("blns/blns.json")).unwrap()).unwrap();
    let hostile: Value =
        serde_json::from_slice(&std::fs::read(vectors.join("kat/hostile_strings.json")).unwrap())
            .unwrap();
    let hostile = hostile["strings"].as_array().unwrap().iter().filter_map(|string| {
        let hex = string["utf8_hex"].as_str()?;
        let bytes: Vec<u8> = (0..hex.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
            .collect();
        String::from_utf8(bytes).ok()
    });
    let strings: Vec<String> = blns.into_iter().chain(hostile).collect();
    let lines: Vec<String> = strings
        .iter()
        .enumerate()
        .flat_map(|(number, string)| {
            let id = format!("R-{number}");
            let card = |id: &str, exhibit: &str, note: &str| {
                serde_json::json!({"request_id": id, "exhibit_id": exhibit, "observed_year": 1930, "note": note})
                    .to_string()
            };
            [card(&id, "EX-204", string), card(&format!("{id}-X"), string, ""), card(string, "EX-204", "")]
        })
        .collect();
    desk.write("cards.jsonl", lines.join("\n"));
    let args = ["museum", "submit", "--ledger", "l", "--cards", "cards.jsonl", "--tick", "5"];
    let people = desk.run(&args);
    assert_eq!(people.code, 1);
    let programs = desk.run(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(programs.out.lines().count(), lines.len());
    // The note is in the trace, byte for byte, and nowhere raw.
    for (number, string) in
        strings.iter().enumerate().step_by(29).filter(|(_, s)| s.chars().count() <= 500)
    {
        let id = format!("R-{number}");
        let (_, trace) = desk.json(&["ledger", "show", "l", &id]);
        let note = serde_json::to_string(string).unwrap();
        assert!(text(&trace["events"][0], "detail").contains(&note), "{trace}");
        assert_eq!(desk.run(&["ledger", "show", "l", &id]).code, 0);
    }
    desk.is_whole();
}

#[test]
fn an_answer_that_can_not_be_printed_is_said_to_be_missing() {
    let desk = Desk::new();
    desk.write("card.json", CARD);
    let args = ["museum", "submit", "--ledger", "l", "--card", "card.json", "--tick", "5"];
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ended = desk.command(&args).stdout(full).output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1));
    assert!(said.contains("output_failed") && said.contains("done and saved"), "{said}");
    let (code, again) = desk.submit(CARD);
    assert_eq!((code, &again["replayed"]), (0, &true.into()));
}

#[test]
fn a_reader_that_goes_away_is_no_disaster() {
    let desk = Desk::new();
    let mut child = desk
        .command(&["museum", "matrix", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&ended.stderr).contains("panicked"));
}

/// What is in a folder, by name and content, and in the folders in it; but for what SQLite puts
/// beside a file that it only looks at.
fn everything(folder: &std::path::Path) -> Vec<(std::path::PathBuf, Option<Vec<u8>>)> {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries
        .retain(|path| !["-wal", "-shm"].iter().any(|end| path.to_str().unwrap().ends_with(end)));
    entries.sort();
    let deep = |path: std::path::PathBuf| {
        let within = if path.is_dir() { everything(&path) } else { Vec::new() };
        [(path.clone(), std::fs::read(path).ok())].into_iter().chain(within).collect::<Vec<_>>()
    };
    entries.into_iter().flat_map(deep).collect()
}

#[test]
fn h10_a_demo_writes_nothing_where_anything_is_somebody_elses() {
    let refused = |desk: &Desk, expected: &str| {
        let before = everything(&desk.path("d"));
        let (code, refused) = desk.json(&["demo", "--out", "d"]);
        assert_eq!((code, text(&refused, "error")), (1, expected), "{refused}");
        assert!(everything(&desk.path("d")) == before, "{refused}");
    };
    for foreign in ["ticket/thesis.txt", "stock/thesis.txt", "ticket", "stock"] {
        for demo_was_here in [false, true] {
            let desk = Desk::new();
            if demo_was_here {
                assert_eq!(desk.json(&["demo", "--out", "d"]).0, 0);
                // In the folder of an exercise that was run, other files are of no account.
                let exercise = foreign.split('/').next().unwrap();
                std::fs::remove_dir_all(desk.path("d").join(exercise)).unwrap();
            }
            let file = desk.path("d").join(foreign);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            desk.write(&format!("d/{foreign}"), "years of work");
            refused(&desk, "foreign_folder");
        }
    }
    // The one exercise's folder under the other's name.
    let desk = Desk::new();
    let ticket = ["ticket", "run", "--scenario", "missing", "--out", "d/stock"];
    assert_eq!(desk.json(&ticket).0, 0);
    refused(&desk, "foreign_folder");
    // Its tables, and no run yet.
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("d/stock")).unwrap();
    let tickets = countersign::domains::ticket::Tickets::TABLES;
    let file = desk.path("d/stock/ledger.sqlite3");
    drop(countersign::ledger::SqliteLedger::open_with(file, tickets).unwrap());
    refused(&desk, "other_domain");
    // One that has lost its receipt.
    let desk = Desk::new();
    assert_eq!(desk.json(&["stock", "run", "--scenario", "enough", "--out", "d/stock"]).0, 0);
    let file = rusqlite::Connection::open(desk.path("d/stock/ledger.sqlite3")).unwrap();
    file.execute_batch("DELETE FROM receipts").unwrap();
    drop(file);
    refused(&desk, "ledger_damaged");
    // A ledger that is none.
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("d/stock")).unwrap();
    desk.write("d/stock/ledger.sqlite3", "");
    refused(&desk, "not_a_ledger");
}

#[cfg(unix)]
#[test]
fn h10_a_demo_goes_through_no_link() {
    use std::os::unix::fs::symlink;
    for link in ["d", "d/ticket", "d/stock"] {
        let desk = Desk::new();
        std::fs::create_dir(desk.path("elsewhere")).unwrap();
        if link != "d" {
            std::fs::create_dir(desk.path("d")).unwrap();
        }
        symlink(desk.path("elsewhere"), desk.path(link)).unwrap();
        for out in ["d", "d/", "d/."] {
            let (code, refused) = desk.json(&["demo", "--out", out]);
            assert_eq!((code, text(&refused, "error")), (1, "foreign_folder"), "{link}, {out}");
        }
        assert_eq!(everything(&desk.path("elsewhere")), []);
        assert!(link == "d" || everything(&desk.path("d")).len() == 1, "{link}");
    }
    let desk = Desk::new();
    symlink(desk.path("nowhere"), desk.path("d")).unwrap();
    let (code, refused) = desk.json(&["demo", "--out", "d"]);
    assert_eq!((code, text(&refused, "error")), (1, "foreign_folder"), "{refused}");
    assert!(!crate::support::exists(&desk.path("nowhere")));
}

#[test]
fn a_demo_is_told_again_beside_what_a_killed_one_has_left() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("d")).unwrap();
    desk.write("d/.new-ledger-x1Y2z3", "half of a ledger");
    desk.write("d/thesis.txt", "somebody else's, and left alone");
    for _ in 0..2 {
        let (code, told) = desk.json(&["demo", "--out", "d"]);
        assert_eq!(code, 0, "{told}");
    }
}
