//! Traces: the events of a run, rendered for people and for snapshot tests.
//!
//! A trace has no clock in it, and of what is drawn at random only the id of an approval that was
//! spent, which [`for_snapshot`] leaves out. It needs to know no domain, so that any run of any ledger
//! can be shown. [The guide](crate::guide::traces) says how its text is read.
//!
//! ```
//! use countersign::domains::museum;
//! use countersign::{ledger::MemoryLedger, Tick, Trace};
//!
//! let mut ledger = MemoryLedger::new();
//! let museum = museum::Museum::default();
//! let review = museum::example_in_review(&museum, &mut ledger, Tick::new(5)?)?;
//!
//! let trace = Trace::read(&mut ledger, &museum::TENANT, review.run_id())?.expect("it is there");
//! assert_eq!((trace.phase(), trace.revision()), ("REVIEW", 4));
//! assert_eq!(trace.events().len(), 4);
//! assert!(trace.to_string().contains("lookup_catalogue"));
//! # Ok::<(), countersign::Error>(())
//! ```

mod glance;
mod snapshot;

use serde::Serialize;

pub use snapshot::for_snapshot;

use glance::{Glance, not_made, verdict};

use crate::digest::Digest;
use crate::error::Reason;
use crate::escape::visible;
use crate::event::{
    AuthorityKind, Event, Move, Outcome, Receipt, SavedDecision, SavedEvent, SimulationReceipt,
};
use crate::id::{RunId, Tenant};
use crate::ledger::{Ledger, LedgerError};
use crate::phase::PhaseName;
use crate::run::{State, replay};

/// A run, as far as it can be shown without its domain.
#[derive(Clone, Debug, Serialize)]
pub struct Trace {
    tenant: Tenant,
    run_id: RunId,
    domain: String,
    requester: String,
    source_version: String,
    phase: PhaseName,
    revision: u64,
    reason: Option<Reason>,
    used: Spent,
    draft_digest: Option<Digest>,
    deadline: Option<u64>,
    review_text: Option<String>,
    receipt: Option<SimulationReceipt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commit_receipt: Option<Receipt>,
    events: Vec<TraceEvent>,
    /// For the text alone: JSON has it in its own fields.
    #[serde(skip)]
    glance: Glance,
}

/// What a run has used, of what it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Spent {
    /// Steps used.
    pub steps: u64,
    /// Steps it was opened with.
    pub max_steps: u64,
    /// Lookups used.
    pub lookups: u64,
    /// Lookups it was opened with.
    pub max_lookups: u64,
    /// Attempts at one and the same lookup that it was opened with.
    pub max_attempts: u64,
    /// Commits begun.
    pub writes: u64,
    /// Commits it was opened with.
    pub max_writes: u64,
}

/// One event of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceEvent {
    /// The revision it made.
    pub revision: u64,
    /// The move, `observed` say.
    pub event: &'static str,
    /// The phase it led to.
    pub phase: &'static str,
    /// What there is to say of it. It may quote input: escape it before printing.
    pub detail: String,
    /// Why the run ended, where it did.
    pub reason: Option<Reason>,
    /// What the text says of it below the top, which has the rest.
    #[serde(skip)]
    brief: String,
}

impl Trace {
    /// Reads a run from a ledger and checks it; `None` where the tenant has no such run.
    ///
    /// # Errors
    /// [`LedgerError`] where the run can not be read, or was damaged.
    pub fn read<L: Ledger>(
        ledger: &mut L,
        tenant: &Tenant,
        run_id: &RunId,
    ) -> Result<Option<Trace>, LedgerError> {
        let events = ledger.events(tenant, run_id)?;
        let Some(state) = replay(tenant, run_id, &events)? else { return Ok(None) };
        Ok(Some(Trace::of(&state, &events)))
    }

    /// Reads and checks every run of every tenant, as an operator may, or a test of a whole service.
    ///
    /// # Errors
    /// [`LedgerError`] where a run can not be read, or was damaged.
    pub fn read_all<L: Ledger>(ledger: &mut L) -> Result<Vec<Trace>, LedgerError> {
        let mut traces = Vec::new();
        for tenant in ledger.tenants()? {
            for run_id in ledger.runs(&tenant)? {
                traces.extend(Trace::read(ledger, &tenant, &run_id)?);
            }
        }
        Ok(traces)
    }

    fn of(state: &State, saved: &[SavedEvent]) -> Trace {
        // They are events: they were replayed.
        let decoded = |saved: &SavedEvent| Event::decode(&saved.body).ok();
        let events: Vec<Event> = saved.iter().filter_map(decoded).collect();
        let opened = &state.opened;
        let budget = opened.policy.budget;
        let drafted = state.draft.as_ref();
        Trace {
            tenant: state.tenant.clone(),
            run_id: state.run_id.clone(),
            domain: format!("{}/{}", opened.domain, opened.domain_version),
            requester: opened.requester.to_string(),
            source_version: opened.source_version.to_string(),
            phase: state.phase.brought_back(),
            revision: state.revision,
            reason: state.stop.clone(),
            used: Spent {
                steps: state.used.steps,
                max_steps: budget.steps,
                lookups: state.used.lookups,
                max_lookups: budget.lookups,
                max_attempts: budget.attempts,
                writes: state.used.writes,
                max_writes: budget.writes,
            },
            draft_digest: drafted.map(|draft| draft.digest),
            deadline: drafted.map(|draft| draft.drafted.deadline.get()),
            review_text: drafted.map(|draft| draft.drafted.review_text.clone()),
            receipt: state.receipt.clone(),
            commit_receipt: state.committed.clone(),
            events: saved.iter().zip(&events).map(|(s, event)| TraceEvent::of(s, event)).collect(),
            glance: Glance::of(state, &events),
        }
    }

    /// Whose run it is.
    #[must_use]
    pub fn tenant(&self) -> &Tenant {
        &self.tenant
    }

    /// The run's id.
    #[must_use]
    pub fn run_id(&self) -> &RunId {
        &self.run_id
    }

    /// Whether the run has come to its end: no move leads on from its phase.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.phase.is_terminal()
    }

    /// The phase's name.
    #[must_use]
    pub fn phase(&self) -> &'static str {
        self.phase.as_str()
    }

    /// How many events were saved.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Why the run ended, where a rule ended it.
    #[must_use]
    pub fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// What was used of the budget.
    #[must_use]
    pub fn used(&self) -> Spent {
        self.used
    }

    /// What a decision has to name, from the draft on.
    #[must_use]
    pub fn draft_digest(&self) -> Option<Digest> {
        self.draft_digest
    }

    /// The last tick at which a decision is in time, from the draft on.
    #[must_use]
    pub fn deadline(&self) -> Option<u64> {
        self.deadline
    }

    /// The exact text that the reviewer is shown, from the draft on.
    #[must_use]
    pub fn review_text(&self) -> Option<&str> {
        self.review_text.as_deref()
    }

    /// The receipt of a simulation.
    #[must_use]
    pub fn receipt(&self) -> Option<&SimulationReceipt> {
        self.receipt.as_ref()
    }

    /// The receipt of a commit.
    #[must_use]
    pub fn commit_receipt(&self) -> Option<&Receipt> {
        self.commit_receipt.as_ref()
    }

    /// The events.
    #[must_use]
    pub fn events(&self) -> &[TraceEvent] {
        &self.events
    }
}

impl TraceEvent {
    fn of(saved: &SavedEvent, event: &Event) -> TraceEvent {
        let (name, detail) = describe(&event.made);
        TraceEvent {
            revision: saved.revision,
            event: name,
            phase: event.phase.as_str(),
            detail,
            reason: event.stop.clone(),
            brief: brief(&event.made),
        }
    }
}

fn describe(made: &Move) -> (&'static str, String) {
    match made {
        Move::Opened(opened) => ("opened", format!("request {}", opened.request.as_str())),
        Move::Reserved { lookup, attempt, .. } => {
            ("reserved", format!("{lookup}, attempt {attempt}"))
        }
        Move::Observed { outcome } => ("observed", observed(outcome)),
        Move::Abandoned {} => {
            ("abandoned", "the answer never came; the attempt stays charged".into())
        }
        Move::Drafted(drafted) => ("drafted", {
            let (made, until) = (drafted.created_at, drafted.deadline);
            format!("at tick {made}, to be decided by tick {until}: {}", drafted.draft.as_str())
        }),
        Move::Decided(decided) => ("decided", describe_decision(decided)),
        Move::CommitBegun { tick, write } => ("begun", format!("write {write}, at tick {tick}")),
        Move::Committed(receipt) => ("committed", {
            let Receipt { write, committed_at, approval_id, .. } = receipt;
            format!("write {write}, at tick {committed_at}, approval {approval_id} spent")
        }),
        Move::ReceiptAbsent {} => {
            ("absent", "looked up: no receipt, and there never will be of that write".into())
        }
        Move::Fenced {} => ("fenced", "looked up: no receipt, and there never will be".into()),
        Move::Revoked(decided) => ("revoked", describe_decision(decided)),
        Move::Simulated(receipt) => ("simulated", {
            let SimulationReceipt { simulated_at, would_change, real_writes, .. } = receipt;
            format!(
                "at tick {simulated_at}, would_change {would_change}, real_writes {real_writes}"
            )
        }),
        Move::Stopped { candidate, tick } => ("stopped", {
            let proposed =
                candidate.as_ref().map(|candidate| format!("before {}", candidate.operation()));
            let at = tick.map(|tick| format!("at tick {tick}"));
            [proposed, at].into_iter().flatten().collect::<Vec<_>>().join(", ")
        }),
    }
}

fn describe_decision(decided: &SavedDecision) -> String {
    let verdict = verdict(decided);
    let by = match &decided.authority {
        AuthorityKind::Fixture => " (a fixture, not authenticated)".to_owned(),
        AuthorityKind::Signed { presented_at, .. } => {
            format!(" (signed, presented at tick {presented_at})")
        }
    };
    let SavedDecision { reviewer, decided_at, revision, draft_digest, .. } = decided;
    format!(
        "{verdict} by {reviewer}{by} at tick {decided_at}, on revision {revision}, draft {draft_digest}"
    )
}

fn observed(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Fact(fact) => format!("fact {}", fact.as_str()),
        Outcome::Temporary { detail } => format!("temporary failure: {detail}"),
        Outcome::NotFound { detail } => format!("not found: {detail}"),
        Outcome::Invalid { detail } => format!("invalid: {detail}"),
        Outcome::Barred {} => "barred: the answer ended the run".to_owned(),
    }
}

/// What the top of the text does not say already.
fn brief(made: &Move) -> String {
    match made {
        Move::Reserved { lookup, attempt, .. } => format!("{}, attempt {attempt}", visible(lookup)),
        Move::Observed { outcome } => match outcome {
            Outcome::Fact(_) => "fact",
            Outcome::Temporary { .. } => "temporary failure",
            Outcome::NotFound { .. } => "not found",
            Outcome::Invalid { .. } => "invalid",
            Outcome::Barred {} => "barred",
        }
        .to_owned(),
        Move::Drafted(drafted) => format!("at tick {}", drafted.created_at),
        Move::Decided(decided) | Move::Revoked(decided) => {
            format!("{}, at tick {}", verdict(decided), decided.decided_at)
        }
        Move::Simulated(receipt) => format!("at tick {}", receipt.simulated_at),
        Move::CommitBegun { tick, write } => format!("write {write}, at tick {tick}"),
        Move::Committed(receipt) => {
            format!("write {}, at tick {}", receipt.write, receipt.committed_at)
        }
        Move::ReceiptAbsent {} | Move::Fenced {} => "no receipt, and never will be".to_owned(),
        Move::Stopped { .. } => not_made(made),
        Move::Opened(_) | Move::Abandoned {} => String::new(),
    }
}

impl Trace {
    /// Writes the text, with `approval_id` for the id of an approval that was spent.
    fn write(
        &self,
        f: &mut std::fmt::Formatter<'_>,
        approval_id: impl std::fmt::Display,
    ) -> std::fmt::Result {
        let Trace { run_id, tenant, revision, glance, events, .. } = self;
        let phase = self.phase();
        writeln!(f, "run {run_id} of tenant {tenant}: {phase} at revision {revision}")?;
        let done = match &self.commit_receipt {
            None => vec![glance.done.clone()],
            Some(Receipt { write, committed_at, .. }) => vec![
                format!("committed by write {write} at tick {committed_at}"),
                format!("approval {approval_id} spent"),
            ],
        };
        glance.write(f, done)?;
        writeln!(f, "events")?;
        for TraceEvent { revision, event, phase, brief, reason, .. } in events {
            let stop = reason.as_ref().map(|reason| format!("with {}", reason.code));
            let brief = Some(brief.clone()).filter(|brief| !brief.is_empty());
            let more = [brief, stop].into_iter().flatten().collect::<Vec<_>>().join(", ");
            // In no column: a line stays as it is whatever the others are.
            let more = if more.is_empty() { more } else { format!(": {more}") };
            writeln!(f, "{revision:>3}  {event:<9}  {phase}{more}")?;
        }
        Ok(())
    }
}

/// At the top what was asked, read, drafted, decided and done, and what is left of each budget; then
/// a line an event. What is hidden in content is shown escaped, and no content makes a line of its own.
impl std::fmt::Display for Trace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.commit_receipt {
            Some(receipt) => self.write(f, receipt.approval_id),
            None => self.write(f, ""),
        }
    }
}
