//! `lessons`: what must not compile, and what rustc says to it.

use std::process::ExitCode;

use countersign::Code;
use countersign::lessons::{Chapter, Lesson, course, find, search};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Output, Text};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// One lesson: its name, its number, or its name without the number; without it, the list
    #[arg(conflicts_with = "search")]
    name: Option<String>,
    /// The lessons that these words are about, best first: what rustc said to you, say
    #[arg(long, value_name = "WORDS", num_args = 1..)]
    search: Vec<String>,
}

/// A lesson in the list.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    chapter: u8,
    rule: &'static str,
    error: &'static str,
    tried: &'static str,
    why: &'static str,
    instead: &'static str,
}

/// A lesson as a whole.
#[derive(Serialize)]
struct Page {
    #[serde(flatten)]
    row: Row,
    code: &'static str,
    rustc_says: &'static str,
    legal: &'static str,
}

/// So many are enough to find the one that is meant.
const MOST_FOUND: usize = 8;

pub(crate) fn run(args: &Args, output: &mut Output) -> Result<ExitCode, Failure> {
    if let Some(name) = &args.name {
        let lesson = find(name).ok_or_else(|| unknown(name))?;
        output.answer(&page(lesson), shown)?;
    } else if args.search.is_empty() {
        let lessons = course().iter().flat_map(|chapter| chapter.lessons);
        output.answer(&lessons.map(row).collect::<Vec<_>>(), |rows| listed(rows))?;
    } else {
        let found = search(&args.search.join(" "));
        let rows: Vec<Row> = found.into_iter().take(MOST_FOUND).map(row).collect();
        output.answer(&rows, |rows| best_first(rows))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn unknown(name: &str) -> Failure {
    let near: Vec<&str> =
        search(&name.replace('_', " ")).into_iter().take(3).map(|lesson| lesson.name).collect();
    let near =
        if near.is_empty() { String::new() } else { format!("near it: {}; ", near.join(", ")) };
    let detail =
        format!("{name}: there is no such lesson; {near}`countersign lessons` lists them all");
    Failure::usage(Code::UNKNOWN_NAME, detail)
}

fn row(lesson: &Lesson) -> Row {
    Row {
        name: lesson.name,
        chapter: chapter(lesson.name).map_or(0, |chapter| chapter.number),
        rule: lesson.rule(),
        error: lesson.error(),
        tried: lesson.tried(),
        why: lesson.why(),
        instead: lesson.instead(),
    }
}

fn chapter(name: &str) -> Option<&'static Chapter> {
    course().iter().find(|chapter| chapter.lessons.iter().any(|lesson| lesson.name == name))
}

fn page(lesson: &Lesson) -> Page {
    Page {
        row: row(lesson),
        code: lesson.code(),
        rustc_says: lesson.rustc_says,
        legal: lesson.legal(),
    }
}

fn listed(rows: &[Row]) -> Text {
    let text = course().iter().fold(Text::new(), |text, chapter| {
        let own = rows.iter().filter(|row| row.chapter == chapter.number);
        let heading = format!("{} {}", chapter.number, chapter.title);
        table(text.heading(&heading).paragraph(0, chapter.about), own).line("")
    });
    text.line(HOW_TO_SHOW_ONE)
}

fn best_first(rows: &[Row]) -> Text {
    if rows.is_empty() {
        let none =
            "No lesson says that. Try rustc's error code and the method's name; your own names";
        return Text::new().line(none).line("are in none. `countersign lessons` lists them all.");
    }
    table(Text::new(), rows.iter()).line("").line(HOW_TO_SHOW_ONE)
}

const HOW_TO_SHOW_ONE: &str =
    "`countersign lessons NAME` shows one whole: what rustc says, and the legal move.";

fn table<'r>(text: Text, rows: impl Iterator<Item = &'r Row>) -> Text {
    let cells = rows.map(|row| [row.name, row.error, row.rule].map(str::to_owned).to_vec());
    text.table(&["lesson", "rustc", "the rule"], cells)
}

fn shown(page: &Page) -> Text {
    let Page { row, code, rustc_says, legal } = page;
    Text::new()
        .heading(row.name)
        .field("rule", row.rule)
        .field("tried", row.tried)
        .line("")
        .then(&lines("  | ", code))
        .line("")
        .heading("rustc says")
        .then(&lines("  ", rustc_says))
        .line("")
        .field("why", row.why)
        .field("instead", row.instead)
        .line("")
        .heading("The legal move")
        .then(&lines("  | ", legal))
        .line("")
        .line("The lines marked `<-- here` are those in which the two differ.")
}

/// Lines that are never broken: what rustc points at stands below the text that it means.
fn lines(margin: &str, text: &str) -> Text {
    text.lines().fold(Text::new(), |shown, line| shown.line(&format!("{margin}{line}")))
}
