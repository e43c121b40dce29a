//! `ticket`: a real effect, on an embedded ledger, in a folder.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use countersign::domains::teaching::{Counts, Outcome};
use countersign::domains::ticket::{Scenario, exercise};
use countersign::{Code, Reason};

use crate::failure::Failure;
use crate::output::{BAD, GOOD, Output, Text, WAITS};
use crate::usage::BadValue;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a scenario to its end, or to the decision that it waits for
    Run(RunArgs),
    /// Sign the proposal that the ledger holds, and carry it out
    Approve(Folder),
    /// Find out what became of a commit whose answer was lost
    Lookup(Folder),
    /// Close an operation whose answer was lost, for ever
    Fence(Folder),
}

#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    #[arg(
        long,
        value_name = "S",
        value_parser = scenario,
        help = format!("What is to go wrong: {}", names())
    )]
    scenario: Scenario,
    #[command(flatten)]
    folder: Folder,
}

/// Where the exercise is.
#[derive(Debug, clap::Args)]
pub(crate) struct Folder {
    /// The folder for ledger, proposal and traces; made where it is missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

fn names() -> String {
    Scenario::ALL.map(Scenario::name).join(", ")
}

fn scenario(name: &str) -> Result<Scenario, BadValue> {
    Scenario::named(name)
        .ok_or_else(|| BadValue::new(Code::UNKNOWN_NAME, format!("the scenarios are {}", names())))
}

pub(crate) fn run(command: Command, output: &mut Output) -> Result<ExitCode, Failure> {
    let outcome = outcome(command).map_err(Failure::with_state)?;
    output.answer(&outcome, text)?;
    Ok(ExitCode::SUCCESS)
}

fn outcome(command: Command) -> Result<Outcome, Failure> {
    Ok(match command {
        // A scenario that ends as it should was run as asked, whatever its end.
        Command::Run(RunArgs { scenario, folder }) => exercise::run(&folder.out, scenario)?,
        Command::Approve(folder) => unless_refused(exercise::approve(&folder.out)?)?,
        Command::Lookup(folder) => unless_refused(exercise::lookup(&folder.out)?)?,
        Command::Fence(folder) => unless_refused(exercise::fence(&folder.out)?)?,
    })
}

/// An operator's move that was refused was not made.
fn unless_refused(outcome: Outcome) -> Result<Outcome, Failure> {
    let Some(Reason { code, detail }) = outcome.reason.clone().filter(|_| outcome.refused) else {
        return Ok(outcome);
    };
    Err(Failure::new(code, detail).with_all(&outcome))
}

pub(crate) fn text(outcome: &Outcome) -> Text {
    let style = match outcome.state.as_str() {
        "DONE" => GOOD,
        "MISSING_APPROVAL" | "UNCONFIRMED" | "APPROVED_FOR_COMMIT" => WAITS,
        _ => BAD,
    };
    let Counts { read_calls, write_attempts, committed_writes } = outcome.counts;
    let said = outcome.reason.as_ref().map(|reason| reason.detail.as_str());
    let receipt = outcome.receipt.as_ref().map(|receipt| {
        let (write, at, by) = (receipt.write, receipt.committed_at, &receipt.reviewer);
        format!("write {write} at tick {at}, agreed to by {by}")
    });
    let writes = format!(
        "{write_attempts} begun, {committed_writes} committed, {} by this command",
        outcome.new_writes
    );
    let text = Text::new()
        .styled(style, &outcome.state)
        .line("")
        .field("operation", &outcome.operation_id)
        .field("phase", format!("{}, revision {}", outcome.phase, outcome.revision))
        .field_if("because", said)
        .field("reads", read_calls)
        .field("writes", writes)
        .field_if("receipt", receipt);
    let text = match outcome.scenario {
        Some(scenario) if outcome.exercised => text.field("scenario", scenario),
        Some(scenario) => text.field(
            "scenario",
            format!("{scenario}: its fault did not happen, the run was further on already"),
        ),
        None => text,
    };
    text.field("key", outcome.key)
}
