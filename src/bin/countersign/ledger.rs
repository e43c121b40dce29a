//! `ledger`: for operators. Nothing here writes.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use countersign::ledger::{Ledger, LedgerError, SqliteLedger, Verified, verify};
use countersign::{Code, Reason, RunId, Tenant, Trace};
use serde::Serialize;
use serde_json::json;

use crate::failure::Failure;
use crate::output::{GOOD, Output, Text};
use crate::report::{RunReport, unknown_run};
use crate::usage;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// What waits for a decision, with all that a reviewer needs
    Pending(Which),
    /// Every run and its phase; or only those that are on their way, after a crash say
    List(List),
    /// One run's trace
    Show(Show),
    /// Check the file and the chain of every run; the first damage is named
    Verify(Which),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Which {
    /// The ledger's file
    file: PathBuf,
    /// Only this tenant's runs
    #[arg(long, value_name = "T", value_parser = usage::tenant)]
    tenant: Option<Tenant>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct List {
    #[command(flatten)]
    which: Which,
    /// Only runs that have not come to their end
    #[arg(long)]
    unfinished: bool,
}

/// A run in the list.
#[derive(Serialize)]
struct Listed {
    tenant: String,
    run_id: String,
    phase: &'static str,
    revision: u64,
    reason: Option<Reason>,
}

impl Listed {
    fn of(trace: &Trace) -> Listed {
        Listed {
            tenant: trace.tenant().to_string(),
            run_id: trace.run_id().to_string(),
            phase: trace.phase(),
            revision: trace.revision(),
            reason: trace.reason().cloned(),
        }
    }

    fn row(&self) -> Vec<String> {
        let reason = self.reason.as_ref().map_or(String::new(), |reason| reason.code.to_string());
        let revision = self.revision.to_string();
        vec![self.tenant.clone(), self.run_id.clone(), self.phase.to_owned(), revision, reason]
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    /// The ledger's file
    file: PathBuf,
    /// The run's id
    #[arg(value_parser = usage::run_id)]
    run: RunId,
    /// Whose run it is; needed where several tenants have one of this id
    #[arg(long, value_name = "T", value_parser = usage::tenant)]
    tenant: Option<Tenant>,
}

pub(crate) fn run(command: Command, output: &mut Output) -> Result<ExitCode, Failure> {
    match command {
        Command::Pending(which) => pending(&which, output)?,
        Command::List(list) => listed(&list, output)?,
        Command::Show(show) => shown(&show, output)?,
        Command::Verify(which) => verified(&which, output)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn open(file: &Path, tenant: Option<&Tenant>) -> Result<(SqliteLedger, Vec<Tenant>), Failure> {
    let mut ledger = SqliteLedger::open_read_only(file)?;
    let tenants = match tenant {
        Some(tenant) => vec![tenant.clone()],
        None => ledger.tenants()?,
    };
    Ok((ledger, tenants))
}

fn pending(which: &Which, output: &mut Output) -> Result<(), Failure> {
    let (mut ledger, tenants) = open(&which.file, which.tenant.as_ref())?;
    let mut reports = Vec::new();
    for tenant in &tenants {
        for run_id in ledger.pending(tenant)? {
            // A decision in another process may have come in between.
            if let Some(trace) = Trace::read(&mut ledger, tenant, &run_id)?
                && trace.phase() == "REVIEW"
            {
                reports.push(RunReport::of_trace(&trace));
            }
        }
    }
    output.answer(&reports, |reports| match reports.len() {
        0 => Text::new().line("nothing waits for a decision"),
        _ => reports.iter().fold(Text::new(), |text, report| text.then(&report.text()).line("")),
    })
}

fn listed(list: &List, output: &mut Output) -> Result<(), Failure> {
    let (mut ledger, tenants) = open(&list.which.file, list.which.tenant.as_ref())?;
    let mut runs = Vec::new();
    for tenant in &tenants {
        for run_id in ledger.runs(tenant)? {
            let trace = Trace::read(&mut ledger, tenant, &run_id)?;
            runs.extend(trace.filter(|trace| !list.unfinished || !trace.is_finished()));
        }
    }
    let rows: Vec<Listed> = runs.iter().map(Listed::of).collect();
    output.answer(&rows, |rows| match rows.len() {
        0 if list.unfinished => Text::new().line("no run is on its way"),
        0 => Text::new().line("there is no run"),
        _ => Text::new()
            .table(&["tenant", "run", "phase", "revision", "reason"], rows.iter().map(Listed::row))
            .line("")
            .line(
                "`countersign ledger show` shows one; `countersign explain PHASE` says what to do.",
            ),
    })
}

fn shown(show: &Show, output: &mut Output) -> Result<(), Failure> {
    let (mut ledger, tenants) = open(&show.file, show.tenant.as_ref())?;
    let mut found = Vec::new();
    for tenant in &tenants {
        found.extend(Trace::read(&mut ledger, tenant, &show.run)?);
    }
    match found.as_slice() {
        [] => Err(unknown_run(&show.run)),
        [trace] => output.answer(trace, |trace| {
            let text = Text::new().quoted("", &trace.to_string());
            match trace.review_text() {
                Some(review) => text.line("").line("shown to the reviewer:").quoted("  ", review),
                None => text,
            }
        }),
        _ => {
            let detail = format!("{}: several tenants have such a run; name one", show.run);
            Err(Failure::new(Code::UNKNOWN_RUN, detail))
        }
    }
}

fn verified(which: &Which, output: &mut Output) -> Result<(), Failure> {
    let whole = check(which).map_err(|error| Failure::from(error).with("ok", false))?;
    let Verified { runs, events } = whole;
    output.answer(&json!({ "ok": true, "runs": runs, "events": events }), |_| {
        let text = Text::new().styled(GOOD, "whole");
        text.line(&format!(", every chain and every move checked; runs {runs}, events {events}"))
    })
}

fn check(which: &Which) -> Result<Verified, LedgerError> {
    let mut ledger = SqliteLedger::open_read_only(&which.file)?;
    let Some(tenant) = &which.tenant else { return ledger.check_whole() };
    ledger.check_integrity()?;
    verify(&mut ledger, tenant)
}
