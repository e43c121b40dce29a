//! What is said of a run: the same for every command that has one.

use countersign::domains::museum::{Finding, Museum};
use countersign::event::SimulationReceipt;
use countersign::ledger::Ledger;
use countersign::{AnyRun, Code, Digest, RunId, Trace};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{BAD, GOOD, Text, WAITS};

/// A run, as a reviewer or an operator needs it.
#[derive(Debug, Serialize)]
pub(crate) struct RunReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u64>,
    pub(crate) tenant: String,
    pub(crate) run_id: String,
    pub(crate) phase: &'static str,
    pub(crate) reason: Option<String>,
    pub(crate) detail: Option<String>,
    pub(crate) finding: Option<Finding>,
    pub(crate) revision: u64,
    pub(crate) deadline: Option<u64>,
    pub(crate) draft_digest: Option<Digest>,
    pub(crate) review_text: Option<String>,
    pub(crate) steps: u64,
    pub(crate) lookups: u64,
    pub(crate) real_writes: Option<u64>,
    pub(crate) would_change: Option<bool>,
    pub(crate) receipt: Option<SimulationReceipt>,
    pub(crate) replayed: bool,
}

impl RunReport {
    pub(crate) fn of<L: Ledger>(
        run: &AnyRun<Museum>,
        ledger: &mut L,
    ) -> Result<RunReport, Failure> {
        let run_id = run.run_id();
        let trace =
            Trace::read(ledger, run.tenant(), run_id)?.ok_or_else(|| unknown_run(run_id))?;
        let finding = run.draft_content().map(|draft| draft.finding);
        Ok(RunReport { finding, ..RunReport::of_trace(&trace) })
    }

    pub(crate) fn of_trace(trace: &Trace) -> RunReport {
        let receipt = trace.receipt();
        RunReport {
            line: None,
            tenant: trace.tenant().to_string(),
            run_id: trace.run_id().to_string(),
            phase: trace.phase(),
            reason: trace.reason().map(|reason| reason.code.to_string()),
            detail: trace.reason().map(|reason| reason.detail.clone()),
            finding: None,
            revision: trace.revision(),
            deadline: trace.deadline(),
            draft_digest: trace.draft_digest(),
            review_text: trace.review_text().map(str::to_owned),
            steps: trace.used().steps,
            lookups: trace.used().lookups,
            real_writes: receipt.map(|receipt| receipt.real_writes),
            would_change: receipt.map(|receipt| receipt.would_change),
            receipt: receipt.cloned(),
            replayed: false,
        }
    }

    /// A block of lines.
    pub(crate) fn text(&self) -> Text {
        let replayed = if self.replayed { " (replayed)" } else { "" };
        let text = Text::new()
            .heading(&self.run_id)
            .field("phase", format!("{}, revision {}{replayed}", self.phase, self.revision))
            .field_if("reason", self.reason.as_ref())
            .field_if("because", self.detail.as_ref())
            .field_if("finding", self.finding.map(Finding::as_str))
            .field_if("receipt", self.would_change.map(said))
            .field_if("digest", self.draft_digest);
        match &self.review_text {
            Some(review) if self.phase == "REVIEW" => text.line("").quoted("  ", review),
            _ => text,
        }
    }

    /// One line, where there are many.
    pub(crate) fn short_text(&self) -> Text {
        let style = match self.phase {
            "REVIEW" => WAITS,
            "STOPPED" => BAD,
            _ => GOOD,
        };
        let text = Text::new().plain(&format!("{:<40} ", self.run_id));
        let text = text.styled(style, &format!("{:<9}", self.phase)).plain(" ");
        match (&self.reason, &self.draft_digest) {
            (Some(reason), _) => text.plain(reason),
            (None, Some(digest)) => text.plain(&format!("{} {digest}", self.revision)),
            (None, None) => text,
        }
    }
}

fn said(would_change: bool) -> &'static str {
    if would_change {
        "simulated: carrying it out would change something; nothing real was written"
    } else {
        "simulated: carrying it out would change nothing; nothing real was written"
    }
}

pub(crate) fn unknown_run(run_id: &RunId) -> Failure {
    Failure::new(Code::UNKNOWN_RUN, format!("{run_id}: there is no such run"))
        .with("run_id", run_id.as_str())
}
