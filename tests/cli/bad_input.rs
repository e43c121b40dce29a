//! Bad input: a clear error with its code, exit 1 or 2, and nothing half done.

use std::time::Instant;

use crate::support::{CARD, Desk, card, exists, text};

/// Refused before anything is kept: not even the ledger is made.
fn refused(desk: &Desk, card: impl AsRef<[u8]>, expected: &str) {
    desk.write("card.json", card.as_ref());
    let args = ["museum", "submit", "--ledger", "l", "--card", "card.json", "--tick", "5"];
    let (code, refused) = desk.json(&args);
    let shown = String::from_utf8_lossy(card.as_ref()).into_owned();
    assert_eq!((code, text(&refused, "error")), (1, expected), "{shown}");
    assert!(!exists(&desk.path("l")), "{shown}");
    let people = desk.run(&args);
    assert!(people.out.is_empty() && people.err.contains(expected), "{}", people.err);
    for advice in ["changed", "next"] {
        assert!(people.err.contains(advice), "{}", people.err);
    }
}

#[test]
fn a_card_without_a_usable_id_leaves_nothing() {
    let desk = Desk::new();
    let unusable = [
        "",
        "no JSON",
        "7",
        "[]",
        "null",
        "{}",
        "{\"request_id\": 1}",
        "{\"request_id\": null}",
        "{\"request_id\":\"R-1\"",
        "\u{feff}{\"request_id\":\"R-1\"}",
        "{\"request_id\":\"R-1\"} x",
    ];
    for text in unusable {
        refused(&desk, text, "invalid_request_id");
    }
    let ids =
        ["", "r-1", "1R", "R 1", "R_1", "R-\u{661}", "\u{410}-1", "R-1\\n", "R-1 ", "R-1\\u0000"];
    for id in ids {
        refused(&desk, card(id, "1930", ""), "invalid_request_id");
    }
    refused(&desk, card(&"R".repeat(41), "1930", ""), "invalid_request_id");
    refused(&desk, b"{\"request_id\":\"R-\xff\"}", "invalid_request_id");
    refused(&desk, format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)), "too_large");
    refused(&desk, format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)), "invalid_request_id");
}

#[test]
fn a_card_that_breaks_the_rules_is_stopped_and_kept() {
    let desk = Desk::new();
    let mut cards: Vec<String> = [
        "true",
        "1904.0",
        "\"1904\"",
        "1e3",
        "-1904",
        "999",
        "2101",
        "null",
        "1000000000000000000000000000000",
        "9007199254740993",
    ]
    .map(|year| card("R-X", year, ""))
    .to_vec();
    cards.extend([
        r#"{"request_id":"R-X"}"#.to_owned(),
        CARD.replace("R-2", "R-X").replace("\"note\":\"\"", "\"note\":\"\",\"approved\":true"),
        CARD.replace("R-2", "R-X").replace("\"note\":\"\"", "\"note\":\"\",\"note\":\"\""),
        CARD.replace("R-2", "R-X").replace("\"note\":\"\"", "\"note\":7"),
        card("R-X", "1930", "\\ud800"),
        card("R-X", "1e400", ""),
        CARD.replace("R-2", "R-X").replace("EX-204", "EX-20\u{664}"),
        CARD.replace("R-2", "R-X").replace("EX-204", "EX-204\\n"),
        CARD.replace("R-2", "R-X").replace("EX-204", "EX-1"),
        card("R-X", "1930", &"x".repeat(501)),
    ]);
    for (number, text_of) in cards.iter().enumerate() {
        let text_of = text_of.replace("R-X", &format!("R-{number}"));
        let (code, stopped) = desk.submit(&text_of);
        assert_eq!(code, 1, "{text_of}");
        assert_eq!(
            (text(&stopped, "phase"), text(&stopped, "reason")),
            ("STOPPED", "invalid_request")
        );
        assert_eq!((&stopped["revision"], &stopped["steps"]), (&1.into(), &0.into()), "{text_of}");
        let (code, again) = desk.submit(&text_of);
        assert_eq!((code, &again["replayed"]), (1, &true.into()), "{text_of}");
    }
    desk.is_whole();
}

#[test]
fn a_note_is_inert_whatever_is_in_it() {
    let desk = Desk::new();
    let notes = [
        "approve this now",
        "\\u001b[2J\\u0007",
        "\u{202e}\u{2066}evil\u{2069}",
        "\u{200b}\u{feff}",
        "\\u0000",
        "</script>",
        "'; DROP TABLE runs; --",
    ];
    for (number, note) in notes.iter().enumerate() {
        let id = format!("R-{number}");
        let (code, submitted) = desk.submit(&card(&id, "1930", note));
        assert_eq!((code, text(&submitted, "phase")), (0, "REVIEW"), "{note}");
        // `Desk::run` has looked at every character of these.
        for args in [&["ledger", "show", "l", &id][..], &["ledger", "pending", "l"]] {
            assert_eq!(desk.run(args).code, 0);
            assert_eq!(desk.json(args).0, 0);
        }
    }
    let longest = card("R-L", "1930", &"\u{1F600}".repeat(500));
    assert_eq!(text(&desk.submit(&longest).1, "phase"), "REVIEW");
}

#[test]
fn a_catalogue_that_breaks_the_rules_is_refused() {
    let desk = Desk::new();
    desk.write("card.json", CARD);
    let entry = |id: &str| format!(r#"{{"exhibit_id":"{id}","year":1904}}"#);
    let of = |entries: &str| format!(r#"{{"version":"CAT-v1","entries":[{entries}]}}"#);
    let many: Vec<String> = (0..100_000).map(|n| entry(&format!("EX-{:03}", n % 1000))).collect();
    let bad = [
        String::new(),
        "[]".to_owned(),
        of(&[entry("EX-101"), entry("EX-101")].join(",")),
        of(&entry("EX-1")),
        of(&entry("EX-\u{661}01")),
        of(r#"{"exhibit_id":"EX-101","year":1904.5}"#),
        of(r#"{"exhibit_id":"EX-101","year":1904,"more":1}"#),
        of("").replace("CAT-v1", "two words"),
        of("").replace("CAT-v1", "\u{202e}"),
        of(&many.join(",")),
    ];
    let args = ["museum", "submit", "--ledger", "l", "--card", "card.json", "--tick", "5"];
    let args = [&args[..], &["--catalogue", "c.json"]].concat();
    for text_of in bad {
        desk.write("c.json", &text_of);
        let (code, refused) = desk.json(&args);
        let start: String = text_of.chars().take(80).collect();
        assert_eq!((code, text(&refused, "error")), (1, "invalid_catalogue"), "{start}");
        assert!(!exists(&desk.path("l")));
    }
    // One without entries knows no exhibit.
    desk.write("c.json", of(""));
    let (code, stopped) = desk.json(&args);
    assert_eq!((code, text(&stopped, "reason")), (0, "not_found"));
}

#[test]
fn a_tick_is_an_integer_in_range() {
    let desk = Desk::new();
    desk.write("card.json", CARD);
    let submit = |more: &[&str]| {
        let args = ["museum", "submit", "--ledger", "l", "--card", "card.json"];
        desk.json(&[&args[..], more].concat())
    };
    for tick in
        ["-1", "1.5", "1e3", "9007199254740992", "99999999999999999999", "", "five", "\u{665}"]
    {
        let (code, refused) = submit(&["--tick", tick]);
        assert_eq!((code, text(&refused, "error")), (2, "invalid_tick"), "{tick}");
    }
    let (code, refused) = submit(&["--tick", "5", "--review-ttl", "-3"]);
    assert_eq!((code, text(&refused, "error")), (2, "invalid_tick"));
    let (code, refused) = submit(&["--tick", "9007199254740991"]);
    assert_eq!((code, text(&refused, "error")), (1, "invalid_tick"));
    let (_, whole) = desk.json(&["ledger", "verify", "l"]);
    assert_eq!(whole["events"], 0, "nothing is saved for a deadline that there is not");
    let (code, at_the_end) = submit(&["--tick", "9007199254740991", "--review-ttl", "0"]);
    assert_eq!((code, text(&at_the_end, "phase")), (0, "REVIEW"));
    let (code, again) = submit(&["--tick", "9007199254740991"]);
    assert_eq!((code, &again["replayed"]), (0, &true.into()), "a finished one replays at any tick");
}

#[test]
fn what_is_no_ledger_is_refused_and_left_alone() {
    let desk = Desk::new();
    desk.write("card.json", CARD);
    let submit = ["museum", "submit", "--ledger", "l", "--card", "card.json", "--tick", "5"];
    let refused = |expected: &str| {
        for args in [&submit[..], &["ledger", "pending", "l"], &["ledger", "verify", "l"]] {
            let (code, refused) = desk.json(args);
            assert_eq!((code, text(&refused, "error")), (1, expected), "{args:?}");
        }
    };
    for content in [&b""[..], b"a diary", &[7; 10_000]] {
        desk.write("l", content);
        refused("not_a_ledger");
        assert_eq!(std::fs::read(desk.path("l")).unwrap(), content);
    }
    std::fs::remove_file(desk.path("l")).unwrap();
    std::fs::create_dir(desk.path("l")).unwrap();
    refused("not_a_ledger");
    std::fs::remove_dir(desk.path("l")).unwrap();
    let (code, missing) = desk.json(&["ledger", "pending", "l"]);
    assert_eq!((code, text(&missing, "error")), (1, "file_failed"));
    assert!(!exists(&desk.path("l")), "looking makes nothing");
}

#[test]
fn a_ledger_that_was_touched_is_refused() {
    let touched: [(&str, &str); 6] = [
        ("PRAGMA user_version = 9", "newer_schema"),
        ("UPDATE events SET body = replace(body, 'REVIEW', 'STOPPED')", "ledger_damaged"),
        ("UPDATE runs SET revision = 3", "ledger_damaged"),
        ("UPDATE runs SET head = zeroblob(32)", "ledger_damaged"),
        ("DELETE FROM events WHERE revision = 4", "ledger_damaged"),
        ("UPDATE events SET body = replace(body, '1931', '1930')", "ledger_damaged"),
    ];
    for (sql, expected) in touched {
        let desk = Desk::new();
        let (_, submitted) = desk.submit(CARD);
        let digest = text(&submitted, "draft_digest").to_owned();
        desk.tampered(sql);
        let said = [
            desk.decide("R-2", &digest, &[]),
            desk.submit(CARD),
            desk.finalize("R-2", "6"),
            desk.json(&["ledger", "show", "l", "R-2"]),
            desk.json(&["ledger", "verify", "l"]),
            desk.json(&["ledger", "pending", "l"]),
        ];
        for (code, refused) in said {
            assert_eq!((code, text(&refused, "error")), (1, expected), "{sql}: {refused}");
        }
    }
}

#[test]
fn verify_names_the_first_damage() {
    let desk = Desk::new();
    for id in ["R-A", "R-B", "R-C"] {
        desk.submit(&card(id, "1930", ""));
    }
    desk.is_whole();
    let mut bytes = std::fs::read(desk.path("l")).unwrap();
    let note = br#"\"observed_year\":1930,\"request_id\":\"R-B\""#;
    let at = bytes.windows(note.len()).position(|window| window == note).unwrap();
    bytes[at + 18] ^= 1;
    desk.write("l", bytes);
    let (code, damaged) = desk.json(&["ledger", "verify", "l"]);
    assert_eq!((code, text(&damaged, "error")), (1, "ledger_damaged"));
    assert_eq!(damaged["ok"], false);
    assert!(text(&damaged, "message").contains("run R-B, revision 1"), "{damaged}");
}

#[test]
fn a_ledger_that_another_process_holds_is_waited_for_and_then_named() {
    let desk = Desk::new();
    desk.submit(CARD);
    let holder = rusqlite::Connection::open(desk.path("l")).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let start = Instant::now();
    let (code, busy) = desk.submit(&card("R-9", "1930", ""));
    assert_eq!((code, text(&busy, "error")), (1, "ledger_busy"));
    assert!(start.elapsed().as_secs() >= 4, "it waits");
    drop(holder);
    assert_eq!(desk.submit(&card("R-9", "1930", "")).0, 0);
}

#[test]
fn wrong_usage_is_exit_2() {
    let desk = Desk::new();
    let wrong: [&[&str]; 12] = [
        &[],
        &["no-such"],
        &["museum"],
        &["museum", "rehearse", "no-such"],
        &["museum", "evaluate"],
        &["museum", "evaluate", "--planner", "no-such"],
        &["museum", "submit", "--ledger", "l", "--tick", "5"],
        &["museum", "submit", "--ledger", "l", "--tick", "5", "--card", "a", "--cards", "b"],
        &[
            "museum",
            "decide",
            "R-1",
            "--ledger",
            "l",
            "--revision",
            "4",
            "--digest",
            "d",
            "--reviewer",
            "r",
            "--tick",
            "6",
        ],
        &["explain", "no_such"],
        &["ledger", "show", "l", "two words"],
        &["ledger", "pending", "l", "--tenant", ""],
    ];
    for args in wrong {
        let (code, document) = desk.json(args);
        assert_eq!(code, 2, "{args:?}");
        assert!(!text(&document, "error").is_empty(), "{document}");
        assert!(!desk.run(args).err.is_empty());
    }
}

#[test]
fn a_case_file_that_breaks_the_rules_is_refused() {
    let desk = Desk::new();
    let args = ["museum", "evaluate", "--planner", "baseline", "--cases", "cases.json"];
    for bad in ["", "{}", r#"[{"name":"x","card":1,"tol":1}]"#, r#"[{"name":"x"}]"#] {
        desk.write("cases.json", bad);
        let (code, refused) = desk.json(&args);
        assert_eq!((code, text(&refused, "error")), (1, "invalid_cases"), "{bad}");
    }
    std::fs::remove_file(desk.path("cases.json")).unwrap();
    assert_eq!(text(&desk.json(&args).1, "error"), "file_failed");
}
