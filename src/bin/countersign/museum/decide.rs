//! `museum decide` and `museum finalize`: each a process of its own.

use std::path::PathBuf;
use std::process::ExitCode;

use countersign::domains::museum::desk::{self, DeskDecision};
use countersign::domains::museum::{Museum, TENANT};
use countersign::ledger::SqliteLedger;
use countersign::{AnyRun, RunId, Tick, resume};

use super::Source;
use crate::failure::Failure;
use crate::output::Output;
use crate::report::{RunReport, unknown_run};
use crate::usage;

/// Which run, where.
#[derive(Debug, clap::Args)]
struct Which {
    /// The run's id, which is its card's
    #[arg(value_parser = usage::run_id)]
    run: RunId,
    /// The ledger's file
    #[arg(long, value_name = "FILE")]
    ledger: PathBuf,
    #[command(flatten)]
    source: Source,
    /// The tick of this move
    #[arg(long, value_name = "N", value_parser = usage::tick, allow_hyphen_values = true)]
    tick: Tick,
}

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("verdict").required(true).args(["approve", "reject"]))]
pub(crate) struct DecideArgs {
    #[command(flatten)]
    which: Which,
    /// The revision that was under review
    #[arg(long, value_name = "N")]
    revision: u64,
    /// The digest of the draft that was decided on
    #[arg(long, value_name = "HEX", allow_hyphen_values = true)]
    digest: String,
    /// Who decides: a typed name, no authentication
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    reviewer: String,
    /// Agree to simulating exactly this draft
    #[arg(long)]
    approve: bool,
    /// Say no, for good
    #[arg(long)]
    reject: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct FinalizeArgs {
    #[command(flatten)]
    which: Which,
}

pub(super) fn decide(args: &DecideArgs, output: &mut Output) -> Result<ExitCode, Failure> {
    let decision = DeskDecision {
        reviewer: args.reviewer.clone(),
        approve: args.approve && !args.reject,
        draft_digest: args.digest.parse().ok(),
        revision: args.revision,
        tick: args.which.tick,
    };
    move_on(&args.which, output, |museum, run, ledger| {
        Ok((desk::decide(museum, run, &decision, ledger)?, false))
    })
}

pub(super) fn finalize(args: &FinalizeArgs, output: &mut Output) -> Result<ExitCode, Failure> {
    move_on(&args.which, output, |museum, run, ledger| {
        let replayed = matches!(run, AnyRun::AtSimulated(_));
        Ok((desk::finalize(museum, run, args.which.tick, ledger)?, replayed))
    })
}

type Moved = Result<(AnyRun<Museum>, bool), Failure>;

fn move_on(
    which: &Which,
    output: &mut Output,
    make: impl FnOnce(&Museum, AnyRun<Museum>, &mut SqliteLedger) -> Moved,
) -> Result<ExitCode, Failure> {
    let museum = which.source.museum()?;
    let mut ledger = SqliteLedger::open_existing(&which.ledger)?;
    let _claim = ledger.claim()?;
    let run = resume::<Museum, _>(&mut ledger, &TENANT, &which.run)?
        .ok_or_else(|| unknown_run(&which.run))?;
    let moved = make(&museum, run, &mut ledger);
    let (run, replayed) = moved.map_err(|failure| failure.with("run_id", which.run.as_str()))?;
    let report = RunReport::of(&run, &mut ledger)?;
    output.answer(&RunReport { replayed, ..report }, RunReport::text)?;
    Ok(ExitCode::SUCCESS)
}
