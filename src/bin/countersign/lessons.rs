//! `lessons`: what must not compile, and what rustc says to it.

use std::process::ExitCode;

use countersign::Code;
use countersign::lessons::{Chapter, Lesson, course, find};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Output, Text};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// One lesson, with its number or without; without it, the list
    #[arg(conflicts_with = "search")]
    name: Option<String>,
    /// Only the lessons in which all these words stand, rustc's texts among them
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,
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

pub(crate) fn run(args: &Args, output: &mut Output) -> Result<ExitCode, Failure> {
    if let Some(name) = &args.name {
        let lesson = find(name).ok_or_else(|| {
            let detail = format!(
                "{name}: there is no such lesson; `countersign lessons` lists them all, \
                     `countersign lessons --search WORDS` some"
            );
            Failure::usage(Code::UNKNOWN_NAME, detail)
        })?;
        output.answer(&page(lesson), shown)?;
    } else {
        let words = args.search.as_deref().unwrap_or_default();
        output.answer(&rows(words), |rows| listed(rows))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn rows(words: &str) -> Vec<Row> {
    let lessons = course().iter().flat_map(|chapter| chapter.lessons);
    lessons.filter(|lesson| says(lesson, words)).map(row).collect()
}

fn says(lesson: &Lesson, words: &str) -> bool {
    let text = [lesson.name, lesson.file, lesson.rustc_says, lesson.twin].join("\n").to_lowercase();
    words.to_lowercase().split_whitespace().all(|word| text.contains(word))
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
        let own: Vec<&Row> = rows.iter().filter(|row| row.chapter == chapter.number).collect();
        if own.is_empty() {
            return text;
        }
        let heading = format!("{} {}", chapter.number, chapter.title);
        let cells = own
            .iter()
            .map(|row| vec![row.name.to_owned(), row.error.to_owned(), row.rule.to_owned()]);
        let text = text.heading(&heading).paragraph(0, chapter.about);
        text.table(&["lesson", "rustc", "the rule"], cells).line("")
    });
    match rows.len() {
        0 => text.line("No lesson says that. `countersign lessons` lists them all."),
        _ => text.line(
            "`countersign lessons NAME` shows one whole: what rustc says, and the legal move.",
        ),
    }
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
}

/// Lines that are never broken: what rustc points at stands below the text that it means.
fn lines(margin: &str, text: &str) -> Text {
    text.lines().fold(Text::new(), |shown, line| shown.line(&format!("{margin}{line}")))
}
