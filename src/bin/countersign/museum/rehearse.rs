//! `museum rehearse` and `museum matrix`.

use std::process::ExitCode;

use countersign::Code;
use countersign::domains::museum::opening::{Ending, NEW_ATTEMPT, Visit};
use countersign::domains::museum::rehearsal::{self, MatrixCase, Scenario, Submission};

use crate::failure::Failure;
use crate::output::{Output, Text};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(help = format!("One of them: {}", rehearsal::names()))]
    scenario: Option<String>,
}

pub(super) fn rehearse(args: &Args, output: &mut Output) -> Result<ExitCode, Failure> {
    let scenarios = match &args.scenario {
        None => rehearsal::scenarios(),
        Some(name) => vec![rehearsal::scenario(name).ok_or_else(|| {
            let detail = format!("{name}: the scenarios are {}", rehearsal::names());
            Failure::usage(Code::UNKNOWN_NAME, detail)
        })?],
    };
    output.answer(&scenarios, |scenarios| scenarios_text(scenarios))?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn scenarios_text(scenarios: &[Scenario]) -> Text {
    let rows = scenarios.iter().flat_map(|Scenario { scenario, results }| {
        results.iter().enumerate().map(move |(at, result)| {
            let name = if at == 0 { (*scenario).to_owned() } else { String::new() };
            row(name, result)
        })
    });
    let text = Text::new().table(&["scenario", "status", "because", "calls", "visits"], rows);
    text.line("").paragraph(0, NEW_ATTEMPT).paragraph(
        0,
        "Synthetic fixtures: nothing here judges historical truth or changes a label.",
    )
}

fn row(name: String, result: &Submission) -> Vec<String> {
    match result {
        Submission::Conflict { error } => vec![name, "refused".into(), error.to_string()],
        Submission::Ended(outcome) => {
            let Ending { status, reason, finding, trace, new_tool_calls, replayed, .. } = outcome;
            let because = match (reason, finding) {
                (Some(reason), _) => reason.to_string(),
                (None, Some(finding)) => finding.as_str().to_owned(),
                (None, None) => String::new(),
            };
            let because = if *replayed { format!("{because}, replayed") } else { because };
            let (status, calls) = (status.as_str().to_owned(), new_tool_calls.to_string());
            vec![name, status, because, calls, visits(trace)]
        }
    }
}

pub(super) fn matrix(output: &mut Output) -> Result<ExitCode, Failure> {
    output.answer(&rehearsal::matrix(), |cases| {
        let header = ["steps", "calls", "attempts", "script", "outcome", "visits"];
        Text::new().table(&header, cases.iter().map(matrix_row))
    })?;
    Ok(ExitCode::SUCCESS)
}

fn matrix_row(case: &MatrixCase) -> Vec<String> {
    let MatrixCase { max_steps, max_tool_calls, max_attempts, script, .. } = case;
    let outcome = case.reason.as_ref().map_or(case.status.as_str(), |reason| reason.as_str());
    vec![
        max_steps.to_string(),
        max_tool_calls.to_string(),
        max_attempts.to_string(),
        (*script).to_owned(),
        outcome.to_owned(),
        visits(&case.trace),
    ]
}

fn visits(trace: &[Visit]) -> String {
    trace.iter().map(|visit| visit.as_str()).collect::<Vec<_>>().join(" ")
}
