//! `stock`: another real effect, on an embedded ledger, in a folder.

use std::process::ExitCode;

use clap::Subcommand;
use countersign::domains::stock::{Scenario, exercise};

use crate::exercise::{RunArgs, text};
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a scenario to its end
    Run(RunArgs<Scenario>),
}

pub(crate) fn run(command: Command, output: &mut Output) -> Result<ExitCode, Failure> {
    let Command::Run(RunArgs { scenario, folder }) = command;
    // A scenario that ends as it should was run as asked, whatever its end.
    let outcome = scenario.staging().and_then(|staging| exercise().run(&folder.out, staging));
    let outcome = outcome.map_err(|error| Failure::from(error).with_state())?;
    output.answer(&outcome, text)?;
    Ok(ExitCode::SUCCESS)
}
