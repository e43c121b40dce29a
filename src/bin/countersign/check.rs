//! `check`: the conformance kit, on the reference domain or on the learner's scaffold.

use std::process::ExitCode;

use countersign::conformance::{Finding, Report, Standing};
use countersign::domains::Named;
use countersign::domains::capstone::Subject;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{BAD, GOOD, Output, Text};
use crate::usage;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(
        long,
        value_name = "M",
        value_parser = usage::named::<Subject>,
        help = format!("What is held against the promises: {}", Subject::names())
    )]
    module: Subject,
}

#[derive(Debug, Serialize)]
struct Checked {
    module: &'static str,
    /// Whether nothing is missing.
    kept: bool,
    /// The promises that are broken, the one to mend first at the front.
    holes: Vec<&'static str>,
    findings: Vec<Finding>,
}

pub(crate) fn run(args: &Args, output: &mut Output) -> Result<ExitCode, Failure> {
    let report = args.module.check();
    let checked = Checked {
        module: args.module.name(),
        kept: report.is_kept(),
        holes: report.broken_names(),
        findings: report.findings.clone(),
    };
    output.answer(&checked, |_| text(args.module, &report))?;
    Ok(if checked.kept { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn text(module: Subject, report: &Report) -> Text {
    let holes = report.broken().count();
    let (style, said) = match holes {
        0 => (GOOD, format!("{}: every promise is kept", module.name())),
        1 => (BAD, format!("{}: 1 hole is left", module.name())),
        _ => (BAD, format!("{}: {holes} holes are left, the first to fill first", module.name())),
    };
    let text = Text::new().styled(style, &said).line("");
    let text = report.broken().enumerate().fold(text, |text, (index, finding)| {
        let number = index.saturating_add(1);
        let text = text.line("").heading(&format!("{number}. {}", finding.promise.name));
        hole(text, finding)
    });
    let text = if holes == 0 {
        text
    } else {
        let place = format!("Each is marked in {}, as HOLE and its name.", module.file());
        // This program has been compiled with the holes: run again as it is, it says the same again.
        let again = format!("  cargo run --features cli -- check --module {}", module.name());
        text.line("")
            .paragraph(0, &place)
            .paragraph(0, "Fill one, then build and check again, in one:")
            .line(&again)
    };
    let others = report.findings.iter().filter(|f| !matches!(f.outcome, Standing::Broken { .. }));
    others.fold(text.line(""), |text, finding| match &finding.outcome {
        Standing::NotChecked { why } => {
            text.field("not checked", format!("{}: {why}", finding.promise.name))
        }
        _ => text.field("kept", finding.promise.name),
    })
}

fn hole(text: Text, finding: &Finding) -> Text {
    let Standing::Broken { expected, happened } = &finding.outcome else { return text };
    text.field("promised", finding.promise.text)
        .field("expected", expected)
        .field("happened", happened)
        .field("see", format!("countersign::{}", finding.promise.rule))
}
