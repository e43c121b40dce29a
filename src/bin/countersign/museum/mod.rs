//! `museum`: the label review.

mod cards;
mod decide;
mod evaluate;
pub(crate) mod rehearse;
mod submit;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use countersign::Code;
use countersign::domains::museum::{Catalogue, Museum};

use crate::failure::Failure;
use crate::input;
use crate::output::Output;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The opening workflow: one scenario, or all seven
    Rehearse(rehearse::Args),
    /// Every combination of the opening workflow's limits and tool scripts
    Matrix,
    /// Run cases under a planner and compare with what they expect
    Evaluate(evaluate::Args),
    /// Take cards to review, or to their stop
    Submit(submit::Args),
    /// Decide on one draft
    Decide(decide::DecideArgs),
    /// Simulate an approved draft, or show its receipt again
    Finalize(decide::FinalizeArgs),
}

/// The catalogue that is read.
#[derive(Debug, clap::Args)]
struct Source {
    /// A catalogue as JSON, instead of the fixture CAT-v1
    #[arg(long, value_name = "FILE")]
    catalogue: Option<PathBuf>,
}

impl Source {
    /// The museum with the catalogue of the file, or with the fixture.
    fn museum(&self) -> Result<Museum, Failure> {
        let Some(path) = &self.catalogue else { return Ok(Museum::default()) };
        let text = input::read_text(path, Code::INVALID_CATALOGUE)?;
        Ok(Museum::new(Catalogue::read(&text)?))
    }
}

pub(crate) fn run(command: Command, output: &mut Output) -> Result<ExitCode, Failure> {
    match command {
        Command::Rehearse(args) => rehearse::rehearse(&args, output),
        Command::Matrix => rehearse::matrix(output),
        Command::Evaluate(args) => evaluate::run(&args, output),
        Command::Submit(args) => submit::run(&args, output),
        Command::Decide(args) => decide::decide(&args, output),
        Command::Finalize(args) => decide::finalize(&args, output),
    }
}
