//! How the reviewer's card is printed: no row of it can be taken for another line than it is.

use countersign::json::{Canonical, Json};
use countersign::ledger::SqliteLedger;
use serde_json::Value;

use crate::letter::Bound;
use crate::support::{CARD, Desk, text};

const LEGEND: &str = "(a row that begins with > goes on from the row above)";

/// The columns that a terminal has at least, and would break a line at.
const WIDTH: usize = 80;

/// The exact text of the card of a draft, and what `show` and `pending` print for people.
fn printed(draft: &Json) -> (String, [String; 2]) {
    let desk = Desk::new();
    let mut ledger = SqliteLedger::open(desk.path("l")).unwrap();
    let review = Bound::default().review(&mut ledger, &Canonical::of(draft).unwrap());
    let exact = review.review_text().to_owned();
    drop((review, ledger));
    let (_, shown) = desk.json(&["ledger", "show", "l", "op-1"]);
    assert_eq!(text(&shown, "review_text"), exact);
    let (_, pending) = desk.json(&["ledger", "pending", "l"]);
    assert_eq!(text(&pending[0], "review_text"), exact);
    let show = desk.run(&["ledger", "show", "l", "op-1"]).out;
    let pending = desk.run(&["ledger", "pending", "l"]).out;
    (exact, [show, pending])
}

/// The lines that were printed, put together again from their rows.
fn lines(rows: &str, margin: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for row in rows.lines() {
        let row = row.strip_prefix(margin).unwrap_or_else(|| panic!("no margin: {row:?}"));
        match row.strip_prefix("  > ") {
            Some(rest) => lines.last_mut().unwrap().push_str(rest),
            None => lines.push(row.to_owned()),
        }
    }
    lines
}

/// Every row fits a terminal, so that where a row begins is for the program to say.
fn fits(out: &str) {
    for row in out.lines() {
        // A character beyond ASCII may take two columns.
        let columns: usize = row.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        assert!(columns <= WIDTH, "{columns} columns: {row:?}");
    }
}

fn drafts() -> Vec<Json> {
    // At whatever column the line is broken, the frame could follow.
    let frame = "carried out, if it is agreed to: exactly this";
    let padded = format!("{}{frame}", " ".repeat(2)).repeat(40);
    let notes = [
        padded,
        format!("{frame:>80}").repeat(4),
        format!("  | {frame:<76}").repeat(4),
        format!("  > {frame:<76}").repeat(4),
        format!("\u{3000}{frame}").repeat(9),
        "中文の長い注記".repeat(60),
        "x".repeat(10_240),
        "a line\n".repeat(100),
        "\u{202e}\u{1b}[2K\r".repeat(30),
    ];
    let of = |note: String| {
        let members = [(note.clone(), Json::Null), ("note".to_owned(), Json::String(note))];
        Json::Object(members.into())
    };
    notes.map(of).into()
}

#[test]
fn a_long_line_can_not_put_anything_at_the_margin() {
    for draft in drafts() {
        let (exact, [show, pending]) = printed(&draft);
        fits(&show);
        fits(&pending);
        let exact: Vec<&str> = exact.lines().collect();
        let (trace, card) = show.split_once("\nshown to the reviewer:\n").unwrap();
        assert!(!card.contains("shown to the reviewer:"), "the program says so once: {show}");
        let card = card.strip_prefix(LEGEND).and_then(|rest| rest.strip_prefix('\n')).unwrap();
        assert_eq!(lines(card, "  "), exact, "{show}");
        assert!(trace.starts_with(LEGEND), "{trace}");
        let (_, card) = pending.split_once(LEGEND).unwrap();
        assert_eq!(lines(card.trim_start_matches('\n'), "  "), exact, "{pending}");
    }
}

#[test]
fn a_card_of_short_lines_is_printed_as_it_is() {
    let draft = Json::Object([("note".to_owned(), Json::String("short".to_owned()))].into());
    let (exact, [show, pending]) = printed(&draft);
    let indented: String = exact.lines().flat_map(|line| ["  ", line, "\n"]).collect();
    assert!(show.ends_with(&indented), "{show}");
    assert!(pending.trim_end().ends_with(indented.trim_end()), "{pending}");
    // The digests, which are copied from there, are on one row each.
    assert!(!pending.contains(LEGEND), "{pending}");
    fits(&show);
}

#[test]
fn submitting_shows_the_card_that_the_ledger_has() {
    let desk = Desk::new();
    desk.write("card.json", CARD);
    let args = ["museum", "submit", "--ledger", "l", "--card", "card.json", "--tick", "5"];
    let out = desk.run(&args).out;
    let (_, submitted) = desk.json(&args);
    let exact = text(&submitted, "review_text");
    let (_, pending) = desk.json(&["ledger", "pending", "l"]);
    assert_eq!(pending[0]["review_text"], Value::String(exact.to_owned()));
    let indented: String = exact.lines().flat_map(|line| ["  ", line, "\n"]).collect();
    assert!(out.ends_with(&indented), "{out}");
    assert!(out.contains(&format!("draft digest {}\n", text(&submitted, "draft_digest"))), "{out}");
}
