//! `demo`: the whole story, on an embedded ledger.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use countersign::domains::museum::desk::{self, DeskDecision, Submitted};
use countersign::domains::museum::rehearsal;
use countersign::domains::museum::{Card, FIXTURE_REVIEWER, Museum};
use countersign::domains::teaching::{CommandOutcome, Folder};
use countersign::domains::{stock, ticket};
use countersign::escape::visible;
use countersign::ledger::SqliteLedger;
use countersign::{AnyRun, Policy, Tick};
use serde::Serialize;

use crate::exercise;
use crate::failure::Failure;
use crate::museum::rehearse::scenarios_text;
use crate::output::{Output, Text};
use crate::report::RunReport;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to write; a new temporary folder without it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const LEDGER: &str = "museum.ledger";
const TICKET: &str = "ticket";
const STOCK: &str = "stock";

/// What this did not show.
const NOT_SHOWN: [&str; 5] = [
    "Reviewer names are typed fixtures, not authentication.",
    "Ticks are no clock.",
    "The cases are authored regression evidence.",
    "Nothing here judges historical truth or changes a label.",
    "The ticket is closed and the stock deducted for real, in a file each; the key that signed for both is public and protects nothing.",
];

#[derive(Debug, Serialize)]
struct Story {
    scenarios: Vec<rehearsal::Scenario>,
    approved: RunReport,
    rejected: RunReport,
    ticket: CommandOutcome,
    stock: CommandOutcome,
    written: Written,
    not_shown: [&'static str; 5],
}

#[derive(Debug, Serialize)]
struct Written {
    ledger: String,
    ticket: String,
    stock: String,
    runs: u64,
    events: u64,
}

pub(crate) fn run(args: &Args, output: &mut Output) -> Result<ExitCode, Failure> {
    let folder = match &args.out {
        Some(folder) => {
            Folder::create_among_others(folder)?;
            folder.clone()
        }
        None => tempfile::Builder::new()
            .prefix("countersign-demo-")
            .tempdir()
            .map_err(|error| Failure::file("a temporary folder", error))?
            .keep(),
    };
    let story = tell_story(&folder)?;
    output.answer(&story, text)?;
    Ok(ExitCode::SUCCESS)
}

fn tell_story(folder: &Path) -> Result<Story, Failure> {
    let (file, ticket, stock) = (folder.join(LEDGER), folder.join(TICKET), folder.join(STOCK));
    // Each says that nothing changed where its folder is not for it: so all are asked first.
    ticket::exercise().check(&ticket)?;
    stock::exercise().check(&stock)?;
    let mut ledger = SqliteLedger::open(&file)?;
    let museum = Museum::default();
    let approved = review(&museum, &mut ledger, "DEMO-1", "EX-204", 1930, true)?;
    let rejected = review(&museum, &mut ledger, "DEMO-2", "EX-101", 1905, false)?;
    let whole = ledger.check_whole()?;
    let written = Written {
        ledger: file.display().to_string(),
        ticket: ticket.display().to_string(),
        stock: stock.display().to_string(),
        runs: whole.runs,
        events: whole.events,
    };
    let ticket = ticket::exercise().run(&ticket, ticket::Scenario::AfterCommit.staging()?)?;
    let stock = stock::exercise().run(&stock, stock::Scenario::Enough.staging()?)?;
    let scenarios = rehearsal::scenarios();
    Ok(Story { scenarios, approved, rejected, ticket, stock, written, not_shown: NOT_SHOWN })
}

/// One card, one decision, and what follows from a yes. A second demo in the same folder finds the
/// run where the first has left it.
fn review(
    museum: &Museum,
    ledger: &mut SqliteLedger,
    id: &str,
    exhibit: &str,
    year: u32,
    approve: bool,
) -> Result<RunReport, Failure> {
    let card = Card::read(&format!(
        r#"{{"request_id":"{id}","exhibit_id":"{exhibit}","observed_year":{year},"note":""}}"#
    ))?;
    let Submitted { mut run, replayed } =
        desk::submit(museum, ledger, &card, Policy::default(), Tick::new(5)?)?;
    if let AnyRun::AtReview(waiting) = &run {
        let decision = DeskDecision {
            reviewer: FIXTURE_REVIEWER.to_string(),
            approve,
            draft_digest: Some(waiting.draft_digest()),
            revision: waiting.revision(),
            tick: Tick::new(6)?,
        };
        run = desk::decide(museum, run, &decision, ledger)?;
    }
    if let AnyRun::AtApprovedForSimulation(_) = &run {
        run = desk::finalize(museum, run, Tick::new(6)?, ledger)?;
    }
    let report = RunReport::of(&run, ledger)?;
    Ok(RunReport { replayed, ..report })
}

fn text(story: &Story) -> Text {
    let Story { scenarios, approved, rejected, ticket, stock, written, not_shown } = story;
    let quoted = |report: &RunReport| report.review_text.clone().unwrap_or_default();
    let text = Text::new()
        .heading("A draft that was agreed to, and simulated")
        .line("")
        .quoted("  ", &quoted(approved))
        .line("")
        .then(&approved.text())
        .line("")
        .heading("A draft that was turned down")
        .line("")
        .quoted("  ", &quoted(rejected))
        .line("")
        .then(&rejected.text())
        .line("")
        .heading("A ticket that was closed, through a lost answer")
        .line("")
        .then(&exercise::text(ticket))
        .line("")
        .heading("A reservation that was made, once")
        .line("")
        .then(&exercise::text(stock))
        .line("")
        .heading("What was written")
        .field("ledger", &written.ledger)
        .field("holds", format!("{} runs, {} events, all checked", written.runs, written.events))
        .field("ticket", format!("{}: ledger, proposal, traces", written.ticket))
        .field("stock", format!("{}: ledger, proposal, traces", written.stock))
        .line("")
        .line("  To look at it:")
        .plain("  countersign ledger show ")
        .line(&format!("{} DEMO-1", visible(&written.ledger)))
        .plain("  countersign ledger show ")
        .line(&format!("{}/ledger.sqlite3 op-close-1042", visible(&written.ticket)))
        .plain("  countersign ledger show ")
        .line(&format!("{}/ledger.sqlite3 op-reserve-7", visible(&written.stock)))
        .line("")
        .heading(
            "For comparison: the same review as a plain loop, without the runs of this library",
        )
        .line("")
        .then(&scenarios_text(scenarios))
        .line("")
        .heading("What this did not show");
    not_shown.iter().fold(text, |text, line| text.paragraph(2, line))
}
