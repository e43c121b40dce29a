//! `museum evaluate`: cases under a planner.

use std::path::PathBuf;
use std::process::ExitCode;

use countersign::Code;
use countersign::domains::Named;
use countersign::domains::museum::evaluate::{
    CaseResult, Evaluation, PlannerKind, builtin_cases, evaluate, read_cases,
};

use crate::failure::Failure;
use crate::input;
use crate::output::{Output, Text};
use crate::usage;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(
        long,
        value_name = "PLANNER",
        value_parser = usage::named::<PlannerKind>,
        help = format!("Who proposes: {}", PlannerKind::names())
    )]
    planner: PlannerKind,
    /// Cases as a JSON array, instead of the eight built-in ones
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
}

pub(super) fn run(args: &Args, output: &mut Output) -> Result<ExitCode, Failure> {
    let cases = match &args.cases {
        None => builtin_cases(),
        Some(path) => read_cases(&input::read_text(path, Code::INVALID_CASES)?)?,
    };
    output.answer(&evaluate(args.planner, &cases)?, text)?;
    Ok(ExitCode::SUCCESS)
}

fn text(evaluation: &Evaluation) -> Text {
    let Evaluation { planner, cases, correct, total, drafts, calls } = evaluation;
    Text::new()
        .table(&["case", "phase", "because", "calls", "correct"], cases.iter().map(row))
        .line("")
        .field("planner", planner)
        .field("correct", format!("{correct} of {total}"))
        .field("drafts", drafts)
        .field("calls", calls)
        .line("")
        .paragraph(0, "Authored regression evidence on synthetic fixtures, no measure of a model.")
}

fn row(case: &CaseResult) -> Vec<String> {
    let because = case.reason.clone().or_else(|| case.finding.map(|f| f.as_str().to_owned()));
    let refused = case.refusals.join(", ");
    let correct = match case.correct {
        Some(true) => "yes",
        Some(false) => "NO",
        None => "-",
    };
    vec![
        case.name.clone(),
        case.phase.unwrap_or("-").to_owned(),
        because.unwrap_or(refused),
        case.calls.to_string(),
        correct.to_owned(),
    ]
}
