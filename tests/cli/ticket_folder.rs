//! The ticket's folder: what it may be, what may be in it, and what is never written through it.

use crate::support::{Desk, exists, text};

#[test]
fn h10_a_folder_that_is_a_link_foreign_or_damaged_is_refused() {
    let desk = Desk::new();
    let refused = |expected: &str| {
        let (code, refused) = desk.scenario("after-commit");
        assert_eq!((code, text(&refused, "error")), (1, expected), "{refused}");
    };
    // A file, and a folder with something else in it.
    desk.write("t", "a file");
    refused("foreign_folder");
    std::fs::remove_file(desk.path("t")).unwrap();
    std::fs::create_dir(desk.path("t")).unwrap();
    desk.write("t/thesis.txt", "years of work");
    refused("foreign_folder");
    assert_eq!(std::fs::read_dir(desk.path("t")).unwrap().count(), 1);
    std::fs::remove_dir_all(desk.path("t")).unwrap();
    // A ledger that is none, and one that is cut off.
    std::fs::create_dir(desk.path("t")).unwrap();
    desk.write("t/ledger.sqlite3", "no database at all, but longer than a header would be by far");
    refused("not_a_ledger");
    desk.write("t/ledger.sqlite3", "");
    refused("not_a_ledger");
    std::fs::remove_dir_all(desk.path("t")).unwrap();
    // An empty one is fine, and so is a path to be made.
    std::fs::create_dir(desk.path("t")).unwrap();
    assert_eq!(desk.scenario("after-commit").0, 0);
    let deep = desk.json(&["ticket", "run", "--scenario", "missing", "--out", "a/b/c"]);
    assert_eq!(deep.0, 0, "{}", deep.1);
}

#[test]
fn h10_somebody_elses_ledger_is_not_given_a_table() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("t")).unwrap();
    desk.write("card.json", crate::support::CARD);
    let file = "t/ledger.sqlite3";
    let submit = ["museum", "submit", "--ledger", file, "--card", "card.json", "--tick", "5"];
    assert_eq!(desk.json(&submit).0, 0);
    let (code, refused) = desk.scenario("missing");
    assert_eq!((code, text(&refused, "error")), (1, "foreign_folder"), "{refused}");
    assert_eq!(text(&refused, "state"), "FOREIGN_FOLDER");
    assert_eq!(desk.json(&submit).0, 0, "it is as it was");
}

#[cfg(unix)]
#[test]
fn h10_a_pipe_in_place_of_a_file_is_refused_and_not_waited_for() {
    for name in ["ledger.sqlite3-claim", "ledger.sqlite3-wal", "ledger.sqlite3"] {
        let desk = Desk::new();
        desk.scenario("missing");
        let path = desk.path("t").join(name);
        drop(std::fs::remove_file(&path));
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        if !made.is_ok_and(|status| status.success()) {
            return;
        }
        let (code, refused) = desk.scenario("missing");
        assert_eq!(code, 1, "{name}: {refused}");
    }
}

#[test]
fn a_folder_that_was_used_very_often_still_answers() {
    let desk = Desk::new();
    desk.scenario("after-commit");
    desk.write("t/runs.jsonl", vec![b'\n'; 3 << 20]);
    let (code, again) = desk.scenario("after-commit");
    assert_eq!((code, text(&again, "state")), (0, "DONE"));
}

#[cfg(unix)]
#[test]
fn h10_nothing_is_written_through_a_link() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new();
    std::fs::create_dir(desk.path("elsewhere")).unwrap();
    symlink(desk.path("elsewhere"), desk.path("t")).unwrap();
    for out in ["t", "t/", "t/."] {
        let (code, refused) = desk.json(&["ticket", "run", "--scenario", "missing", "--out", out]);
        assert_eq!((code, text(&refused, "error")), (1, "foreign_folder"), "{out}");
    }
    assert_eq!(std::fs::read_dir(desk.path("elsewhere")).unwrap().count(), 0);
    std::fs::remove_file(desk.path("t")).unwrap();

    desk.scenario("missing");
    desk.write("precious", "as it was");
    for file in ["proposal.json", "trace.json", "runs.jsonl"] {
        std::fs::remove_file(desk.path("t").join(file)).unwrap();
        symlink(desk.path("precious"), desk.path("t").join(file)).unwrap();
        let (code, said) = desk.scenario("missing");
        // A link is replaced by a file of one's own, or refused; it is never followed.
        assert!(code == 0 || said["error"] == "output_failed", "{file}: {said}");
        assert_eq!(std::fs::read_to_string(desk.path("precious")).unwrap(), "as it was");
        drop(std::fs::remove_file(desk.path("t").join(file)));
        desk.scenario("missing");
    }
    std::fs::remove_file(desk.path("t/ledger.sqlite3-claim")).unwrap();
    symlink(desk.path("nowhere"), desk.path("t/ledger.sqlite3-claim")).unwrap();
    assert_eq!(desk.scenario("missing").0, 1);
    assert!(!exists(&desk.path("nowhere")));
}

#[cfg(unix)]
#[test]
fn h10_nothing_is_written_into_a_file_that_has_another_name_as_well() {
    let desk = Desk::new();
    desk.scenario("missing");
    desk.write("precious", "as it was");
    for file in ["proposal.json", "trace.json", "runs.jsonl"] {
        let place = desk.path("t").join(file);
        std::fs::remove_file(&place).unwrap();
        std::fs::hard_link(desk.path("precious"), &place).unwrap();
        let (code, said) = desk.scenario("missing");
        // It is replaced by a file of one's own, or refused where it would be added to.
        let expected = if file == "runs.jsonl" { (1, "output_failed") } else { (0, "") };
        assert_eq!((code, text(&said, "error")), expected, "{file}: {said}");
        assert_eq!(std::fs::read_to_string(desk.path("precious")).unwrap(), "as it was", "{file}");
    }
}
