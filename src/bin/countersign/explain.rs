//! `explain`: the catalogue of codes.

use std::process::ExitCode;

use countersign::Code;
use countersign::code::Entry;

use crate::failure::Failure;
use crate::output::{Output, Text};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// One code, `review_expired` say; without it, all of them
    code: Option<String>,
}

pub(crate) fn run(args: &Args, output: &mut Output) -> Result<ExitCode, Failure> {
    match &args.code {
        None => output.answer(&Entry::all(), |entries| {
            entries.iter().fold(Text::new(), |text, entry| text.then(&shown(entry)).line(""))
        })?,
        Some(code) => {
            let entry = Entry::find(code).ok_or_else(|| {
                let detail =
                    format!("{code}: there is no such code; `countersign explain` lists them all");
                Failure::usage(Code::UNKNOWN_NAME, detail)
            })?;
            output.answer(entry, shown)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn shown(entry: &Entry) -> Text {
    Text::new()
        .heading(entry.code)
        .field("kind", entry.kind.as_str())
        .field("what", entry.what)
        .field("changed", entry.changed)
        .field("next", entry.next)
}
