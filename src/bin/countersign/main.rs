//! The command line: it knows every room of the library and holds no logic of its own.

mod check;
mod demo;
mod exercise;
mod explain;
mod failure;
mod input;
mod ledger;
mod lessons;
mod museum;
mod output;
mod report;
mod rows;
mod stock;
mod ticket;
mod usage;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;
use output::{Format, Output, tell};

/// A person agrees to exactly this, first.
#[derive(Debug, Parser)]
#[command(
    name = "countersign",
    bin_name = "countersign",
    version,
    max_term_width = 80,
    disable_help_subcommand = false
)]
struct Args {
    /// How to answer
    #[arg(long, global = true, value_enum, default_value = "text")]
    format: Format,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The whole story, on an embedded ledger
    Demo(demo::Args),
    /// The museum's label review: rehearse, submit, decide, finalize
    #[command(subcommand)]
    Museum(museum::Command),
    /// A ticket closed for real, through whatever goes wrong: run, approve, lookup, fence
    #[command(subcommand)]
    Ticket(ticket::Command),
    /// A reservation made for real, written as a domain of your own would be: run
    #[command(subcommand)]
    Stock(stock::Command),
    /// Hold a domain against what is promised: the reference, or the learner's scaffold
    Check(check::Args),
    /// Look at a ledger: what waits, one run's trace, whether it is whole
    #[command(subcommand)]
    Ledger(ledger::Command),
    /// What must not compile, and what rustc says to it: all lessons, or one with its legal move
    Lessons(lessons::Args),
    /// What a code means, whether anything changed, and what to do
    Explain(explain::Args),
}

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    let Args { format, command } = match Args::try_parse_from(&args) {
        Ok(args) => args,
        Err(error) => return usage::report(error, &args),
    };
    let mut output = Output::new(format);
    match run(command, &mut output) {
        Ok(exit) => exit,
        Err(failure) => {
            if output.is_json()
                && let Err(lost) = output.json_line(&failure.document())
            {
                tell(&lost.text());
            }
            tell(&failure.text());
            failure.exit_code()
        }
    }
}

fn run(command: Command, output: &mut Output) -> Result<ExitCode, Failure> {
    match command {
        Command::Demo(args) => demo::run(&args, output),
        Command::Museum(command) => museum::run(command, output),
        Command::Ticket(command) => ticket::run(command, output),
        Command::Stock(command) => stock::run(command, output),
        Command::Ledger(command) => ledger::run(command, output),
        Command::Check(args) => check::run(&args, output),
        Command::Lessons(args) => lessons::run(&args, output),
        Command::Explain(args) => explain::run(&args, output),
    }
}
