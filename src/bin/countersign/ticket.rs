//! `ticket`: a real effect, on an embedded ledger, in a folder.

use std::process::ExitCode;

use clap::Subcommand;
use countersign::Reason;
use countersign::domains::teaching::CommandOutcome;
use countersign::domains::ticket::{Scenario, exercise};

use crate::exercise::{OutArgs, RunArgs, text};
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a scenario to its end, or to the decision that it waits for
    Run(RunArgs<Scenario>),
    /// Sign the proposal that the ledger holds, and carry it out
    Approve(OutArgs),
    /// Find out what became of a commit whose answer was lost
    Lookup(OutArgs),
    /// Close an operation whose answer was lost, for ever
    Fence(OutArgs),
}

pub(crate) fn run(command: Command, output: &mut Output) -> Result<ExitCode, Failure> {
    let outcome = outcome(command).map_err(Failure::with_state)?;
    output.answer(&outcome, text)?;
    Ok(ExitCode::SUCCESS)
}

fn outcome(command: Command) -> Result<CommandOutcome, Failure> {
    let exercise = exercise();
    Ok(match command {
        // A scenario that ends as it should was run as asked, whatever its end.
        Command::Run(RunArgs { scenario, folder }) => {
            exercise.run(&folder.out, scenario.staging()?)?
        }
        Command::Approve(folder) => unless_refused(exercise.approve(&folder.out)?)?,
        Command::Lookup(folder) => unless_refused(exercise.look_up(&folder.out)?)?,
        Command::Fence(folder) => unless_refused(exercise.fence(&folder.out)?)?,
    })
}

/// An operator's move that was refused was not made.
fn unless_refused(outcome: CommandOutcome) -> Result<CommandOutcome, Failure> {
    let Some(Reason { code, detail }) = outcome.reason.clone().filter(|_| outcome.refused) else {
        return Ok(outcome);
    };
    Err(Failure::new(code, detail).with_all(&outcome))
}
