//! The lessons: illegal moves that must not compile, and what the compiler says to each.
//!
//! A new lesson is three files, its text empty at first, a row in `src/lessons/mod.rs` and one in
//! `tests/legal_twins/main.rs`; `TRYBUILD=overwrite cargo test --test lessons` writes the texts.

#![allow(clippy::expect_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use countersign::lessons::{course, find};

/// The compiler that the texts were made with. Another one words its errors differently.
const TEXTS_ARE_OF: &str = "rustc 1.95.";

/// At least so many lessons there are: a pattern that matches nothing would pass, too.
const AT_LEAST: usize = 117;

/// What may differ between a lesson and its legal twin.
const MARK: &str = "// <-- here";

#[test]
fn what_must_not_compile_does_not() {
    let rustc = Command::new("rustc").arg("--version").output().expect("rustc runs").stdout;
    let rustc = String::from_utf8_lossy(&rustc).into_owned();
    if rustc.starts_with(TEXTS_ARE_OF) {
        trybuild::TestCases::new().compile_fail("ui-tests/*.rs");
        return;
    }
    let skipped = format!("the lessons are skipped: they are of {TEXTS_ARE_OF}x, this is {rustc}");
    assert!(std::env::var_os("CI").is_none(), "{skipped}");
    println!("{skipped}");
}

#[test]
fn there_are_as_many_as_promised_and_each_has_its_text_and_its_twin() {
    let lessons = stems("", "rs");
    assert!(lessons.len() >= AT_LEAST, "{} lessons", lessons.len());
    assert_eq!(lessons, stems("", "stderr"), "each lesson has its text, each text its lesson");
    assert_eq!(lessons, stems("pass", "rs"), "each lesson has its legal twin");
}

#[test]
fn the_course_has_every_lesson_in_the_order_of_its_number() {
    let chapters = course();
    let in_course: Vec<&str> =
        chapters.iter().flat_map(|chapter| chapter.lessons).map(|lesson| lesson.name).collect();
    assert_eq!(in_course, Vec::from_iter(stems("", "rs")), "left the course, right the files");
    for (chapter, number) in chapters.iter().zip(1..) {
        assert_eq!(chapter.number, number, "{}", chapter.title);
        for (lesson, place) in chapter.lessons.iter().zip(1..) {
            let begins = format!("{number:02}{place:02}_");
            assert!(lesson.name.starts_with(&begins), "{} should begin {begins}", lesson.name);
            assert_eq!(find(lesson.title()).map(|found| found.name), Some(lesson.name));
        }
        assert!(chapter.lessons.len() >= 5, "{}: too little for a chapter", chapter.title);
    }
}

#[test]
fn each_says_what_holds_what_to_expect_what_was_tried_why_not_and_what_to_do_instead() {
    for stem in stems("", "rs") {
        let text = read(&format!("{stem}.rs"));
        let mut head = text.lines();
        for label in ["rule", "expect", "tried", "why", "instead"] {
            let line = head.next().unwrap_or_default();
            let words = line.strip_prefix(&format!("//! {label}: ")).unwrap_or_default();
            assert!(!words.trim().is_empty(), "{stem}: no `//! {label}: …` in its place");
        }
        assert_eq!(head.next(), Some(""), "{stem}: an empty line ends the head");
        let twin = read(&format!("pass/{stem}.rs"));
        assert!(twin.starts_with("//! The legal twin: "), "{stem}: the twin's head");
    }
}

#[test]
fn each_fails_for_the_reason_that_it_declares() {
    for stem in stems("", "rs") {
        let expected = expected(&stem);
        let text = read(&format!("{stem}.stderr"));
        let is_code = expected.strip_prefix('E').is_some_and(|number| {
            number.len() == 4 && number.bytes().all(|digit| digit.is_ascii_digit())
        });
        if is_code {
            let headline = format!("error[{expected}]: ");
            assert!(text.starts_with(&headline), "{stem}: not {expected} first:\n{text}");
        } else {
            // A lint has no code: rustc names it where it was switched on.
            let source = read(&format!("{stem}.rs"));
            let switch = format!("#![deny({expected})]");
            assert!(source.contains(&switch), "{stem}: without {switch}");
            assert!(text.starts_with("error: "), "{stem}: not a lint first:\n{text}");
            assert!(text.contains(&switch), "{stem}: another lint:\n{text}");
        }
        // An unused result is told twice: as a result, and with what this move says of itself.
        let at_most = if is_code { 1 } else { 2 };
        let errors = text.lines().filter(|line| line.starts_with("error")).count();
        assert!(errors <= at_most, "{stem}: one mistake a lesson:\n{text}");
        assert!(!text.lines().any(|line| line.starts_with("warning")), "{stem}:\n{text}");
    }
}

#[test]
fn no_text_shows_a_path_of_the_machine_it_was_made_on() {
    for stem in stems("", "rs") {
        let text = read(&format!("{stem}.stderr"));
        for path in ["$RUST", "$CARGO", "$WORKSPACE", "/rustc/", "/home/", "/root/", "/tmp/"] {
            assert!(!text.contains(path), "{stem} shows {path}:\n{text}");
        }
        let absolute = text.lines().any(|line| line.trim_start().starts_with("--> /"));
        assert!(!absolute, "{stem}:\n{text}");
    }
}

#[test]
fn each_twin_differs_in_the_marked_lines_only() {
    for stem in stems("", "rs") {
        let lesson = read(&format!("{stem}.rs"));
        let twin = read(&format!("pass/{stem}.rs")).replace("\"../support/", "\"support/");
        assert_eq!(unmarked(&lesson), unmarked(&twin), "{stem}");
        assert_ne!(marked(&lesson), marked(&twin), "{stem}: nothing differs");
        assert!(!marked(&lesson).is_empty() && !marked(&twin).is_empty(), "{stem}: no mark");
        assert!(marked(&lesson).len() <= 4, "{stem}: a lesson tries one thing");
    }
}

/// The text below the head, with each row of marked lines as one empty mark.
fn unmarked(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> =
        body(text).into_iter().map(|(line, marked)| if marked { MARK } else { line }).collect();
    lines.dedup_by(|next, line| *next == MARK && *line == MARK);
    lines
}

fn marked(text: &str) -> Vec<&str> {
    body(text).into_iter().filter_map(|(line, marked)| marked.then_some(line)).collect()
}

/// The lines below the head, and whether each is marked: at its end, or below it where it opens a
/// block.
fn body(text: &str) -> Vec<(&str, bool)> {
    let lines = text.lines().skip_while(|line| line.starts_with("//!"));
    let below = lines.clone().skip(1).chain([""]);
    lines
        .zip(below)
        .map(|(line, next)| (line, line.ends_with(MARK) || next.trim() == MARK))
        .collect()
}

fn expected(stem: &str) -> String {
    let text = read(&format!("{stem}.rs"));
    let line = text.lines().find_map(|line| line.strip_prefix("//! expect: "));
    line.unwrap_or_default().to_owned()
}

fn lessons_at(under: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui-tests").join(under)
}

fn read(file: &str) -> String {
    let path = lessons_at(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn stems(under: &str, extension: &str) -> BTreeSet<String> {
    let files = std::fs::read_dir(lessons_at(under)).expect("the lessons are there");
    files
        .map(|file| file.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect()
}
