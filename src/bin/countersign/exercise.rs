//! What the exercises with a real effect share here: where they are, and what is said of an outcome.

use std::path::PathBuf;

use countersign::domains::Named;
use countersign::domains::teaching::{CommandOutcome, Counts};
use countersign::runbook::Recovery;

use crate::output::{BAD, GOOD, Text, WAITS};
use crate::usage;

/// Where the exercise is.
#[derive(Debug, clap::Args)]
pub(crate) struct OutArgs {
    /// The folder for ledger, proposal and traces; made where it is missing
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}

/// Which scenario, and where.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs<S: Named> {
    #[arg(
        long,
        value_name = "S",
        value_parser = usage::named::<S>,
        help = format!("What is to go wrong: {}", S::names())
    )]
    pub(crate) scenario: S,
    #[command(flatten)]
    pub(crate) folder: OutArgs,
}

pub(crate) fn text(outcome: &CommandOutcome) -> Text {
    let waits = ["MISSING_APPROVAL", "UNCONFIRMED", "APPROVED_FOR_COMMIT"];
    let waits = waits.contains(&outcome.state.as_str());
    let style = match outcome.state.as_str() {
        "DONE" => GOOD,
        _ if waits => WAITS,
        _ => BAD,
    };
    let recovery = Recovery::find(outcome.phase).filter(|_| waits);
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
        .field_if("receipt", receipt)
        .field_if("next", recovery.map(|recovery| recovery.operator));
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
