//! `museum submit`: real cards through the engine.

use std::path::PathBuf;
use std::process::ExitCode;

use countersign::domains::museum::desk::{self, Submitted};
use countersign::domains::museum::{Card, MAX_CARD_BYTES, Museum};
use countersign::ledger::SqliteLedger;
use countersign::{Budget, Code, Policy, Tick};
use indicatif::{ProgressBar, ProgressStyle};

use super::Source;
use super::cards::{Line, Lines};
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, Text, is_watched, tell};
use crate::report::RunReport;
use crate::usage;

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("cards_in").required(true).args(["card", "cards"]))]
pub(crate) struct Args {
    /// The ledger's file; made where there is none
    #[arg(long, value_name = "FILE")]
    ledger: PathBuf,
    /// One card as JSON; `-` is standard input
    #[arg(long, value_name = "FILE")]
    card: Option<PathBuf>,
    /// Many cards, one a line; `-` is standard input
    #[arg(long, value_name = "FILE.jsonl")]
    cards: Option<PathBuf>,
    #[command(flatten)]
    source: Source,
    /// The tick of the drafts
    #[arg(long, value_name = "N", value_parser = usage::tick, allow_hyphen_values = true)]
    tick: Tick,
    /// How many ticks there are for review
    #[arg(long, value_name = "N", value_parser = usage::ticks, allow_hyphen_values = true,
          default_value = "3")]
    review_ttl: u64,
}

/// What every card goes through.
struct Intake {
    museum: Museum,
    ledger: SqliteLedger,
    policy: Policy,
    now: Tick,
}

pub(super) fn run(args: &Args, output: &mut Output) -> Result<ExitCode, Failure> {
    let inputs = [&args.card, &args.cards, &args.source.catalogue];
    if inputs.iter().filter(|path| path.as_deref().is_some_and(input::is_stdin)).count() > 1 {
        let detail = "standard input can not be two files at once";
        return Err(Failure::usage(Code::WRONG_USAGE, detail));
    }
    let policy = Policy { budget: Budget::default(), review_ttl: args.review_ttl };
    let museum = args.source.museum()?;
    match (&args.card, &args.cards) {
        (Some(path), _) => {
            let card = read_card(&input::card_bytes(path)?)?;
            let ledger = SqliteLedger::open(&args.ledger)?;
            Intake { museum, ledger, policy, now: args.tick }.one(&card, output)
        }
        (None, Some(path)) => {
            let (cards, size) = input::open(path)?;
            let lines = Lines::new(cards);
            let ledger = SqliteLedger::open(&args.ledger)?;
            Intake { museum, ledger, policy, now: args.tick }.many(lines, size, output)
        }
        (None, None) => Err(Failure::usage(Code::WRONG_USAGE, "give --card or --cards")),
    }
}

fn read_card(bytes: &[u8]) -> Result<Card, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let detail = format!("the card is not UTF-8 ({error})");
        Failure::new(Code::INVALID_REQUEST_ID, detail)
    })?;
    Ok(Card::read(text)?)
}

impl Intake {
    fn take(&mut self, card: &Card) -> Result<RunReport, Failure> {
        let Intake { museum, ledger, policy, now } = self;
        // An attempt in flight is then one whose process has died.
        let _claim = ledger.claim()?;
        let Submitted { run, replayed } = desk::submit(museum, ledger, card, *policy, *now)
            .map_err(|error| Failure::from(error).with("run_id", card.run_id().as_str()))?;
        let report = RunReport::of(&run, ledger)?;
        Ok(RunReport { replayed, ..report })
    }

    fn one(&mut self, card: &Card, output: &mut Output) -> Result<ExitCode, Failure> {
        let report = self.take(card)?;
        output.answer(&report, RunReport::text)?;
        Ok(match bad_card(&report) {
            None => ExitCode::SUCCESS,
            Some(failure) => {
                tell(&failure.text());
                failure.exit_code()
            }
        })
    }

    fn many(
        &mut self,
        mut lines: Lines,
        size: Option<u64>,
        output: &mut Output,
    ) -> Result<ExitCode, Failure> {
        let bar = progress(size);
        let mut counts = Counts::default();
        while let Some(line) = lines.next().map_err(|error| Failure::file("the cards", error))? {
            bar.set_position(line.read);
            if line.is_blank() {
                continue;
            }
            let number = line.number;
            match self.line(&line) {
                Ok(report) => {
                    counts.count(&report);
                    let report = RunReport { line: Some(number), ..report };
                    bar.suspend(|| one_line(&report, output))?;
                }
                Err(failure) if failure.ends_the_work() => {
                    bar.finish_and_clear();
                    return Err(failure.with("line", number));
                }
                Err(failure) => {
                    counts.bad += 1;
                    bar.suspend(|| bad_line(failure, number, output))?;
                }
            }
        }
        bar.finish_and_clear();
        tell(&counts.text());
        Ok(if counts.bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn line(&mut self, line: &Line) -> Result<RunReport, Failure> {
        let Some(bytes) = &line.bytes else {
            return Err(Failure::new(
                Code::TOO_LARGE,
                format!("a card has at most {MAX_CARD_BYTES} bytes"),
            ));
        };
        let card = read_card(bytes)?;
        self.take(&card)
    }
}

/// A card that breaks the rules is stopped, and that is saved; whoever sent it has to know.
fn bad_card(report: &RunReport) -> Option<Failure> {
    let invalid = report.reason.as_deref() == Some(Code::INVALID_REQUEST.as_str());
    invalid.then(|| {
        let detail = report.detail.clone().unwrap_or_default();
        Failure::new(Code::INVALID_REQUEST, format!("{}: {detail}", report.run_id))
    })
}

fn one_line(report: &RunReport, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        output.json_line(report)?;
    } else {
        output.text(&report.short_text())?;
    }
    if let (Some(failure), Some(number)) = (bad_card(report), report.line) {
        tell(&failure.short_text(number));
    }
    Ok(())
}

fn bad_line(failure: Failure, number: u64, output: &mut Output) -> Result<(), Failure> {
    tell(&failure.short_text(number));
    if output.is_json() {
        output.json_line(&failure.with("line", number).document())?;
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Counts {
    review: u64,
    stopped: u64,
    other: u64,
    replayed: u64,
    bad: u64,
}

impl Counts {
    fn count(&mut self, report: &RunReport) {
        match report.phase {
            _ if bad_card(report).is_some() => self.bad += 1,
            "REVIEW" => self.review += 1,
            "STOPPED" => self.stopped += 1,
            _ => self.other += 1,
        }
        self.replayed += u64::from(report.replayed);
    }

    fn text(&self) -> Text {
        let Counts { review, stopped, other, replayed, bad } = self;
        let further = if *other > 0 { format!(", {other} further on") } else { String::new() };
        Text::new().line(&format!(
            "{review} in review, {stopped} stopped{further} ({replayed} replayed), {bad} bad"
        ))
    }
}

/// A bar on standard error, where a person sees it.
fn progress(size: Option<u64>) -> ProgressBar {
    let Some(size) = size.filter(|_| is_watched()) else { return ProgressBar::hidden() };
    let bar = ProgressBar::new(size);
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} % {eta} left");
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
