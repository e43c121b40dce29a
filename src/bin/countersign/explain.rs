//! `explain`: the catalogue of codes, and what to do with a run that a crash left in a phase.

use std::process::ExitCode;

use countersign::Code;
use countersign::code::Entry;
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
        Explained { entry, seen: entry.kind.seen() }
    }
}

pub(crate) fn run(args: &Args, output: &mut Output) -> Result<ExitCode, Failure> {
    let Some(name) = &args.code else {
        let all: Vec<Explained> = Entry::all().iter().map(Explained::new).collect();
        output.answer(&all, |all| {
            let text = all.iter().fold(Text::new(), |text, one| text.then(&shown(one)).line(""));
            text.line(
                "`countersign explain PHASE` says what to do with a run that a crash left there.",
            )
        })?;
        return Ok(ExitCode::SUCCESS);
    };
    if let Some(entry) = Entry::find(name) {
        output.answer(&Explained::new(entry), shown)?;
    } else if let Some(recovery) = Recovery::find(name) {
        output.answer(recovery, recovered)?;
    } else {
        let detail = format!(
            "{name}: there is no such code or phase; `countersign explain` lists the codes"
        );
        return Err(Failure::usage(Code::UNKNOWN_NAME, detail));
    }
    Ok(ExitCode::SUCCESS)
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
        .field("next", recovery.next)
}
