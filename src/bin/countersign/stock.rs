//! `stock`: another real effect, on an embedded ledger, in a folder.

use std::process::ExitCode;

use clap::Subcommand;
use countersign::domains::stock::{Scenario, exercise};

use crate::exercise::{Folder, no_such_scenario, text};
use crate::failure::Failure;
use crate::output::Output;
use crate::usage::BadValue;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a scenario to its end
    Run(RunArgs),
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

fn names() -> String {
    Scenario::ALL.map(Scenario::name).join(", ")
}

fn scenario(name: &str) -> Result<Scenario, BadValue> {
    Scenario::named(name).ok_or_else(|| no_such_scenario(&names()))
}

pub(crate) fn run(command: Command, output: &mut Output) -> Result<ExitCode, Failure> {
    let Command::Run(RunArgs { scenario, folder }) = command;
    // A scenario that ends as it should was run as asked, whatever its end.
    let outcome =
        exercise::run(&folder.out, scenario).map_err(|error| Failure::from(error).with_state())?;
    output.answer(&outcome, text)?;
    Ok(ExitCode::SUCCESS)
}
