//! The reviewer's card: every bound field is on it, whole, and no content passes for the engine's
//! own lines.

use std::collections::BTreeMap;

use countersign::decision::ReviewCard;
use countersign::escape::is_hidden;
use countersign::json::{Canonical, Json};
use countersign::ledger::{Ledger, MemoryLedger};
use countersign::phase::Review;
use countersign::{Run, resume};
use proptest::prelude::*;

use crate::letter::{Bound, Letter};
use crate::review_page::{Leaf, Page, leaves, read};
use crate::snapshot::assert_snapshot;
use crate::support::*;
use crate::tally::{self, Rechained};
use crate::vectors;

fn review(draft: &Json) -> Run<Letter, Review> {
    Bound::default().review(&mut MemoryLedger::new(), &Canonical::of(draft).unwrap())
}

fn string(text: &str) -> Json {
    Json::String(text.to_owned())
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.map(|(key, value)| (key.to_owned(), value)).into())
}

/// Everything that can be checked of any card at all.
fn check(draft: &Json) -> Page {
    let card = review(draft).card();
    let raw = card.text.chars().find(|c| *c != '\n' && is_hidden(*c));
    assert_eq!(raw, None, "{:?}", card.text);
    let page = read(&card).unwrap_or_else(|error| panic!("{error}\n{}", card.text));

    let canonical = Canonical::of(draft).unwrap();
    let expected = leaves(&serde_json::from_str(canonical.as_str()).unwrap());
    let args = canonical.as_str().parse::<serde_json::Value>().unwrap();
    let args = leaves(args.get("send").unwrap_or(&args));
    assert_eq!((&page.draft, &page.args), (&expected, &args), "{}", card.text);
    // The args are on the page a second time only where they differ.
    let shown: Vec<&Leaf> = if expected == args {
        expected.iter().collect()
    } else {
        expected.iter().chain(&args).collect()
    };
    let cautions = |leaf: &Leaf| {
        let texts = leaf.0.iter().filter_map(|step| match step {
            crate::review_page::Step::Key(key) => Some(key.as_str()),
            crate::review_page::Step::Place(_) => None,
        });
        let all: String = texts.chain(leaf.1.as_str()).collect();
        let hides = |c: &char| is_hidden(*c) && *c != '\n' && *c != '\t';
        let beyond = |c: &char| !c.is_ascii() && !is_hidden(*c);
        (all.chars().filter(hides).count(), all.chars().filter(beyond).count())
    };
    let counts: Vec<(usize, usize)> = shown.into_iter().map(cautions).collect();
    let sum = counts.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert_eq!(page.cautions, sum, "{}", card.text);
    assert_eq!(page.marked, counts.iter().filter(|one| **one != (0, 0)).count(), "{}", card.text);
    page
}

/// A text in every place where one can stand.
fn everywhere(text: &str) -> Json {
    let inner = object([(text, string(text)), ("", Json::Null), ("0", Json::Bool(true))]);
    let list = Json::Array(vec![string(text), inner.clone(), Json::Array(vec![])]);
    object([(text, list), ("note", string(text)), ("send", inner), ("empty", object([]))])
}

fn any_json() -> impl Strategy<Value = Json> {
    let text = || {
        prop_oneof![
            any::<String>(),
            "[ -~]{0,12}",
            "[|!>:.\"\\\\\n\r\t 0-9a-z_]{0,12}",
            "[\u{200b}-\u{202e}\u{fe00}-\u{fe0f}\u{e0020}-\u{e007f}аеорс]{0,4}",
            Just("send".to_owned()),
            Just("\n  | value: 1\ncarried out, if it is agreed to: exactly this\n".to_owned()),
        ]
    };
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        (-9_007_199_254_740_991_i64..=9_007_199_254_740_991).prop_map(Json::Integer),
        any::<i32>().prop_map(|eighths| Json::Float(f64::from(eighths) / 8.0)),
        text().prop_map(Json::String),
    ];
    leaf.prop_recursive(4, 24, 5, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            proptest::collection::btree_map(text(), inner, 0..5).prop_map(Json::Object),
        ]
    })
}

proptest! {
    #[test]
    fn a_page_says_what_is_bound_and_nothing_else(draft in any_json()) {
        check(&draft);
    }

    #[test]
    fn any_text_is_shown_whole_wherever_it_stands(text in any::<String>()) {
        check(&everywhere(&text));
    }
}

#[test]
fn no_hostile_string_passes_for_a_line_of_the_engine() {
    for text in vectors::hostile_strings() {
        check(&everywhere(&text));
        check(&string(&text));
    }
}

#[test]
fn a_place_a_name_and_the_whole_are_told_apart() {
    let one = || Json::Integer(1);
    let drafts = [
        one(),
        object([("value", one())]),
        object([("the value", one())]),
        object([("", one())]),
        object([("0", one())]),
        Json::Array(vec![one()]),
        object([("a", Json::Array(vec![one()]))]),
        object([("a", object([("0", one())]))]),
        object([("a.0", one())]),
        object([("a", Json::Array(vec![]))]),
        object([("a", object([]))]),
        object([("a", Json::Null)]),
        object([("a", string("null"))]),
        object([("a", string(""))]),
    ];
    let mut lines = BTreeMap::new();
    for draft in &drafts {
        check(draft);
        let text = review(draft).review_text().to_owned();
        let line = text.lines().find(|line| line.starts_with("  ")).unwrap().to_owned();
        assert_eq!(lines.insert(line.clone(), draft), None, "{line}");
    }
}

/// Where the first difference is.
type Changed = (&'static str, Run<Letter, Review>, fn(&ReviewCard) -> String);

#[test]
fn every_piece_that_a_decision_will_be_bound_to_stands_on_the_card() {
    let note = |text| object([("note", string(text)), ("send", string("the parcel"))]);
    let under = |bound: Bound, draft: &Json| {
        bound.review(&mut MemoryLedger::new(), &Canonical::of(draft).unwrap())
    };
    let usual = under(Bound::default(), &note("a"));
    let usual = usual.card();
    let with = |bound| under(bound, &note("a"));
    let args = object([("note", string("a")), ("send", string("two parcels"))]);
    let changed: Vec<Changed> = vec![
        ("tenant", with(Bound { tenant: "annex", ..Bound::default() }), |card| {
            format!(" of tenant {},", card.tenant)
        }),
        ("run id", with(Bound { run_id: "op-2", ..Bound::default() }), |card| {
            format!("run {} of", card.run_id)
        }),
        ("requester", with(Bound { requester: "other-agent", ..Bound::default() }), |card| {
            format!(", requested by {}\n", card.requester)
        }),
        ("source version", with(Bound { source: "stamps-2", ..Bound::default() }), |card| {
            format!("\nsource {},", card.source_version)
        }),
        ("drafted at", with(Bound { drafted_at: 6, review_ttl: 9, ..Bound::default() }), |card| {
            format!(", drafted at tick {},", card.drafted_at)
        }),
        ("deadline", with(Bound { review_ttl: 11, ..Bound::default() }), |card| {
            format!(", to be decided by tick {} inclusive\n", card.deadline)
        }),
        ("revision", with(Bound { reads: 2, ..Bound::default() }), |card| {
            format!(", revision {}\n", card.revision)
        }),
        ("args digest", under(Bound::default(), &args), |card| {
            format!("\nargs digest {}\n", card.args_digest)
        }),
        ("draft digest", under(Bound::default(), &note("b")), |card| {
            format!("\ndraft digest {}\n", card.draft_digest)
        }),
    ];
    for (piece, changed, stands) in &changed {
        let changed = changed.card();
        let (was, is) = (stands(&usual), stands(&changed));
        assert_ne!(was, is, "{piece} did not change");
        assert!(
            usual.text.contains(&was) && changed.text.contains(&is),
            "{piece}: {}",
            changed.text
        );
        assert!(!changed.text.contains(&was), "{piece} still stands there: {}", changed.text);
        assert_ne!(usual.view_digest, changed.view_digest, "{piece}");
    }
    // The action is a constant of the domain: another domain has another one.
    assert!(usual.text.contains("\naction letter.send/1\n"), "{}", usual.text);
    let tally = tally::review(&mut MemoryLedger::new(), "op-1");
    assert!(tally.review_text().contains("\naction tally.add/1\n"), "{}", tally.review_text());
}

#[test]
fn the_card_has_no_piece_that_this_test_does_not_know() {
    // Whoever adds a field here adds it above, too.
    let ReviewCard {
        tenant: _,
        run_id: _,
        requester: _,
        action: _,
        args_digest: _,
        draft_digest: _,
        view_digest: _, // of the text, and so not in it
        source_version: _,
        revision: _,
        drafted_at: _,
        deadline: _,
        text: _,
    } = review(&Json::Null).card();
}

#[test]
fn nothing_is_too_long_to_be_shown_whole() {
    let long = "0123456789".repeat(1024);
    let page = check(&string(&long));
    assert_eq!(page.counted, (1, "the value: \"\"".len() + 10_240));
    let lines = "a line of a note\n".repeat(1000);
    assert_eq!(check(&string(&lines)).counted.0, 1, "its line feeds are escapes");
    let items = Json::Array((0..1000).map(|at| string(&format!("item {at}"))).collect());
    assert_eq!(check(&items).counted.0, 1000);
    // And on the page, to the letter.
    let text = review(&string(&long)).review_text().to_owned();
    assert!(text.contains(&long) && !text.contains("..."));
}

#[test]
fn a_note_that_imitates_the_frame_stays_behind_the_mark() {
    let frame = review(&string("x")).review_text().to_owned();
    let lines: Vec<&str> = frame.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(lines.len(), 9, "{frame}");
    let mut notes: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    notes.extend(lines.iter().map(|line| format!("\n{line}\n")));
    notes.extend(lines.iter().map(|line| format!("\"\r\n{line}\r\n  | note: \"")));
    notes.push(frame.clone());
    for note in notes {
        let page = check(&object([("note", string(&note)), (&note, string("x"))]));
        assert_eq!(page.counted.0, 2, "{note:?}");
    }
}

#[test]
fn cautions_are_given_where_they_apply_and_only_there() {
    let cautions = |text: &str| {
        let page = check(&string(text));
        (page.marked, page.cautions)
    };
    assert_eq!(cautions(r"plain, and a written \u202e"), (0, (0, 0)));
    assert_eq!(cautions("two\nlines\tand a tab"), (0, (0, 0)));
    assert_eq!(cautions("pay \u{202e}001\u{200b}"), (1, (2, 0)));
    assert_eq!(cautions("over\rwritten"), (1, (1, 0)));
    assert_eq!(cautions("p\u{430}ypal"), (1, (0, 1)), "a Cyrillic letter");
    assert_eq!(cautions("\u{ff10}\u{2044}\u{a0}"), (1, (0, 3)), "digits and signs, too");
    // A key is marked on each line that it names.
    let nested =
        object([("\u{430}", Json::Array(vec![Json::Null, Json::Null])), ("b", Json::Null)]);
    let page = check(&nested);
    assert_eq!((page.marked, page.cautions), (2, (0, 2)));
}

#[test]
fn the_page_of_a_letter_that_hides_something() {
    let send = object([("to", string("p\u{430}ypal")), ("copies", Json::Array(vec![]))]);
    let note = "all is well\ncarried out, if it is agreed to: exactly this";
    let draft =
        object([("note", string(note)), ("sum\u{200b}", string("\u{202e}001")), ("send", send)]);
    check(&draft);
    assert_snapshot("review_text__hostile", review(&draft).review_text());
}

#[test]
fn another_text_than_the_drafts_own_is_refused() {
    let mut ledger = MemoryLedger::new();
    drop(tally::review(&mut ledger, "op-1"));
    let events = ledger.events(&tally::tenant(), &run_id("op-1")).unwrap();
    let as_it_is = Rechained::of(&events, |event| event.body.clone()).resume();
    assert_eq!(as_it_is.phase(), "REVIEW");

    let edits: [(&str, &str); 10] = [
        ("| the value: 1", "| the value: 2"),
        ("| the value: 1", "! the value: 1"),
        ("requested by agent", "requested by warden"),
        ("action tally.add/1", "action tally.see/1"),
        ("args digest ", "args digest 0"),
        (r"inclusive\n", r"inclusive \n"),
        ("lines 1,", "lines 2,"),
        (r"nothing left out\n", r"nothing left out\nalready approved\n"),
        // Nor does the text fit under another form.
        (r#""card":"v2","#, ""),
        (r#""card":"v2","#, r#""card":"v3","#),
    ];
    for (was, is) in edits {
        assert!(events[3].body.contains(was), "{was}");
        assert!(Rechained::of(&events, |event| event.body.replace(was, is)).refuses(), "{is}");
    }
}

#[test]
fn a_card_of_the_first_form_comes_back_with_the_text_that_was_shown() {
    let mut ledger = MemoryLedger::new();
    let shown = tally::review(&mut ledger, "op-1").card();
    let events = ledger.events(&tally::tenant(), &run_id("op-1")).unwrap();
    let mut first = Rechained::of(&events, |event| match event.revision {
        4 => in_first_form(&event.body),
        _ => event.body.clone(),
    });
    let countersign::AnyRun::AtReview(review) = first.resume() else { panic!("another phase") };
    let old = review.card();
    let text = "run op-1 of tenant ward, revision 4\n\
                domain tally version 1, requested by agent\n\
                action tally.add/1\n\
                source tally-1, drafted at tick 5, to be decided by tick 15 inclusive\n\
                proposed:\n  | value: 1\n\
                carried out, if it is agreed to: exactly this\n";
    assert_eq!(old.text, text);
    // All but the text, and so the view, is what it was: a decision on the one is none on the other.
    assert_ne!(old.view_digest, shown.view_digest);
    let ReviewCard { view_digest, text, .. } = shown.clone();
    assert!(ReviewCard { view_digest, text, ..old } == shown);
}

#[test]
fn a_card_comes_back_as_it_was_shown() {
    let draft = Canonical::of(&everywhere("pay \u{202e}001 \u{430}\n")).unwrap();
    let mut ledger = MemoryLedger::new();
    let shown = Bound::default().review(&mut ledger, &draft).card();
    let again = resume::<Letter, _>(&mut ledger, &shown.tenant, &shown.run_id).unwrap().unwrap();
    assert!(again.narrow::<Review>().unwrap().card() == shown);
}
