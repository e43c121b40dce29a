//! `explain`: the catalogue of codes, and what to do with a run that a crash left in a phase.

use std::process::ExitCode;

use countersign::Code;
use countersign::code::{Entry, Kind};
use countersign::runbook::Recovery;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Output, Text};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// One code, `review_expired` say, or a phase, `IN_FLIGHT` say; without it, all codes
    code: Option<String>,
}

/// A row of the catalogue, and how its kind is seen.
#[derive(Serialize)]
struct Explained {
    #[serde(flatten)]
    entry: &'static Entry,
    seen: &'static str,
}

impl Explained {
    fn new(entry: &'static Entry) -> Explained {
        Explained { entry, seen: entry.seen() }
    }
}

pub(crate) fn run(args: &Args, output: &mut Output) -> Result<ExitCode, Failure> {
    if let Some(name) = &args.code {
        explain(name, output)?;
    } else {
        let all: Vec<Explained> = Entry::all().iter().map(Explained::new).collect();
        output.answer(&all, |all| listed(all))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn explain(name: &str, output: &mut Output) -> Result<(), Failure> {
    let plain = plain(name);
    if let Some(entry) = Entry::all().iter().find(|entry| self::plain(entry.code) == plain) {
        return output.answer(&Explained::new(entry), shown);
    }
    let phase = STATES.iter().find(|(state, _)| self::plain(state) == plain);
    let phase = phase.map_or(plain, |(_, phase)| self::plain(phase));
    if let Some(recovery) = Recovery::all().iter().find(|one| self::plain(one.phase) == phase) {
        return output.answer(recovery, recovered);
    }
    let detail = format!(
        "{name}: there is no such code, and no such phase; `countersign explain` lists them all"
    );
    Err(Failure::usage(Code::UNKNOWN_NAME, detail))
}

/// The states of the exercises that are called otherwise than the phase that a run is in.
const STATES: [(&str, &str); 2] = [("DONE", "COMMITTED"), ("MISSING_APPROVAL", "REVIEW")];

/// A name as people write it: `InFlight`, `IN_FLIGHT` and `in-flight` are one.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
}

fn listed(all: &[Explained]) -> Text {
    let kinds = [Kind::Stop, Kind::Refusal, Kind::Failure];
    let text = kinds.into_iter().fold(Text::new(), |text, kind| {
        let own = all.iter().filter(|one| one.entry.kind == kind);
        let rows = own.map(|one| vec![one.entry.code.to_owned(), one.entry.what.to_owned()]);
        text.heading(kind.as_str()).table(&["code", "what it means"], rows).line("")
    });
    let phases: Vec<&str> = Recovery::all().iter().map(|recovery| recovery.phase).collect();
    text.heading("phases")
        .paragraph(1, &phases.join(", "))
        .line("")
        .line("`countersign explain CODE` says how it is seen, what changed and what to do next;")
        .line("`countersign explain PHASE` what to do with a run that a crash left there.")
}

fn shown(Explained { entry, seen }: &Explained) -> Text {
    Text::new()
        .heading(entry.code)
        .field("kind", entry.kind.as_str())
        .field("seen", seen)
        .field("what", entry.what)
        .field("changed", entry.changed)
        .field("next", entry.next)
}

fn recovered(recovery: &Recovery) -> Text {
    Text::new()
        .heading(recovery.phase)
        .field("means", recovery.means)
        .field("lost", recovery.lost)
        .field("operator", recovery.operator)
        .field("program", recovery.program)
}
