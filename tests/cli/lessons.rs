//! `lessons`: the course from the command line.

use countersign::lessons::course;
use serde_json::Value;

use crate::support::{Desk, text};

fn names(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| text(row, "name")).collect()
}

#[test]
fn the_list_has_every_lesson_and_each_can_be_shown() {
    let desk = Desk::new();
    let (code, rows) = desk.json(&["lessons"]);
    let all: Vec<_> = course().iter().flat_map(|chapter| chapter.lessons).collect();
    let expected: Vec<&str> = all.iter().map(|lesson| lesson.name).collect();
    assert_eq!((code, names(&rows)), (0, expected));

    let people = desk.run(&["lessons"]).out;
    for chapter in course() {
        assert!(people.contains(&format!("{} {}\n", chapter.number, chapter.title)));
    }
    for (row, lesson) in rows.as_array().unwrap().iter().zip(all) {
        assert!(people.contains(lesson.name) && !text(row, "why").is_empty(), "{row}");
        assert_eq!(text(row, "rule"), lesson.rule());
    }
}

#[test]
fn one_lesson_has_the_rule_what_rustc_says_and_the_legal_move() {
    let desk = Desk::new();
    let (code, page) = desk.json(&["lessons", "0202_approve_after_reject"]);
    assert_eq!((code, page["chapter"].as_i64()), (0, Some(2)));
    assert_eq!(text(&page, "error"), "E0382");
    assert!(text(&page, "rustc_says").starts_with("error[E0382]: "));
    for part in ["code", "legal"] {
        assert!(text(&page, part).starts_with("use countersign::"), "{page}");
    }
    // Its name alone is enough, and to people each line is shown as it is.
    assert_eq!(desk.json(&["lessons", "approve_after_reject"]).1, page);
    let people = desk.run(&["lessons", "approve_after_reject"]).out;
    for part in ["code", "rustc_says", "legal"] {
        for line in text(&page, part).lines() {
            assert!(people.contains(line), "{line}\n{people}");
        }
    }
    for part in ["rule", "tried", "why", "instead"] {
        let first = text(&page, part).split(' ').next().unwrap();
        assert!(people.contains(&format!("{part:<12}{first}")), "{part}\n{people}");
    }
}

#[test]
fn a_search_finds_what_rustc_said_whatever_ones_own_types_are_called() {
    let desk = Desk::new();
    // As a learner pastes it: own names, marks and all. What has to be among the first three.
    let pasted = [
        (
            "no method named `simulate` found for struct `Run<Loans, Review>` in the current scope",
            "0104_simulate_in_review",
        ),
        (
            "error[E0382]: use of moved value: `loan_approval`, approve",
            "0206_spend_an_approval_twice",
        ),
        ("`bool` is not an approval of a draft of `Loans`", "0708_approve_with_true"),
        ("cannot borrow data in an `Arc` as mutable", "1006_save_to_a_shared_ledger"),
        ("the trait `Ledger` is not dyn compatible", "1008_keep_any_ledger_in_a_box"),
        (
            "non-exhaustive patterns: `Fence::Confirmed(_)` not covered",
            "0823_take_a_fence_for_closed",
        ),
    ];
    for (said, expected) in pasted {
        let (code, found) = desk.json(&["lessons", "--search", said]);
        let first = names(&found).into_iter().take(3).collect::<Vec<_>>();
        assert_eq!(code, 0);
        assert!(first.contains(&expected), "{said}: {first:?}");
        assert!(names(&found).len() <= 8);
    }
    let (code, found) = desk.json(&["lessons", "--search", "two", "threads"]);
    assert_eq!((code, names(&found)[0]), (0, "1005_hand_one_run_to_two_threads"));
    assert!(desk.run(&["lessons", "--search", "two threads"]).out.contains("1005_hand"));
    let (code, none) = desk.json(&["lessons", "--search", "zebra"]);
    assert_eq!((code, names(&none).len()), (0, 0));
    assert!(desk.run(&["lessons", "--search", "zebra"]).out.starts_with("No lesson says that"));
}

#[test]
fn a_name_that_is_none_is_wrong_usage_and_tells_what_is_near() {
    let desk = Desk::new();
    for name in ["", "approve", "020", "0202_approve_twice", "../Cargo"] {
        let (code, said) = desk.json(&["lessons", name]);
        assert_eq!((code, text(&said, "error")), (2, "unknown_name"), "{name}");
    }
    let near = desk.json(&["lessons", "approve_and_twice"]).1;
    assert!(text(&near, "message").contains("0204_approve_twice"), "{near}");
    assert_eq!(text(&desk.json(&["lessons", "0202"]).1, "name"), "0202_approve_after_reject");
    assert_eq!(desk.run(&["lessons", "approve_twice", "--search", "yes"]).code, 2);
}
