//! Traces: the events of a run, rendered for people and for snapshot tests.
//!
//! A trace has no clock and no random id in it: the same run always has the same trace. It needs
//! to know no domain, so that any run of any ledger can be shown.
//!
//! ```
//! use countersign::domains::museum;
//! use countersign::{ledger::MemoryLedger, Tick, Trace};
//!
//! let mut ledger = MemoryLedger::new();
//! let museum = museum::Museum::default();
//! let review = museum::example_in_review(&museum, &mut ledger, Tick::new(5)?)?;
//!
//! let trace = Trace::read(&mut ledger, &museum::tenant(), review.run_id())?.expect("it is there");
//! assert_eq!((trace.phase(), trace.revision()), ("REVIEW", 4));
//! assert_eq!(trace.events().len(), 4);
//! assert!(trace.to_string().contains("lookup_catalogue"));
//! # Ok::<(), countersign::Error>(())
//! ```

use serde::Serialize;

use crate::decision::Verdict;
use crate::digest::Digest;
use crate::error::Reason;
use crate::escape::{json_safe, visible};
use crate::event::{
    AuthorityKind, Event, Move, Outcome, Receipt, SavedDecision, SavedEvent, SimulationReceipt,
};
use crate::id::{RunId, Tenant};
use crate::ledger::{Ledger, LedgerError};
use crate::run::{State, replay};

/// A run, as far as it can be shown without its domain.
#[derive(Clone, Debug, Serialize)]
pub struct Trace {
    tenant: Tenant,
    run_id: RunId,
    domain: String,
    requester: String,
    source_version: String,
    phase: &'static str,
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

    fn of(state: &State, events: &[SavedEvent]) -> Trace {
        let opened = &state.opened;
        let budget = opened.policy.budget;
        let drafted = state.draft.as_ref();
        Trace {
            tenant: state.tenant.clone(),
            run_id: state.run_id.clone(),
            domain: format!("{}/{}", opened.domain, opened.domain_version),
            requester: opened.requester.to_string(),
            source_version: opened.source_version.to_string(),
            phase: state.phase.brought_back().as_str(),
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
            events: events.iter().filter_map(TraceEvent::of).collect(),
        }
    }

    /// The phase's name.
    #[must_use]
    pub fn phase(&self) -> &'static str {
        self.phase
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
    fn of(saved: &SavedEvent) -> Option<TraceEvent> {
        let event = Event::decode(&saved.body).ok()?;
        let (name, detail) = describe(&event.made);
        Some(TraceEvent {
            revision: saved.revision,
            event: name,
            phase: event.phase.as_str(),
            detail,
            reason: event.stop,
        })
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
    let verdict = match decided.verdict {
        Verdict::ApproveCommit => "approved for commit",
        Verdict::ApproveSimulation => "approved for simulation",
        Verdict::Reject => "rejected",
    };
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

/// A line or two an event; what is hidden in content is shown escaped.
impl std::fmt::Display for Trace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Trace {
            run_id, tenant, domain, requester, source_version, phase, revision, used, ..
        } = self;
        writeln!(f, "run {run_id} of tenant {tenant}: {phase} at revision {revision}")?;
        writeln!(
            f,
            "domain {}, requested by {requester}, source {source_version}",
            visible(domain)
        )?;
        let Spent { steps, max_steps, lookups, max_lookups, max_attempts, writes, max_writes } =
            used;
        write!(
            f,
            "used {steps} of {max_steps} steps, {lookups} of {max_lookups} lookups ({max_attempts} attempts at each)"
        )?;
        // A run that begins no commit has nothing to say of it.
        if *writes > 0 {
            write!(f, ", {writes} of {max_writes} writes")?;
        }
        writeln!(f)?;
        if let Some(digest) = self.draft_digest {
            writeln!(f, "draft {digest}")?;
        }
        for TraceEvent { revision, event, phase, detail, reason } in &self.events {
            writeln!(f, "{revision:>3}  {event:<9}  {phase}")?;
            if !detail.is_empty() {
                writeln!(f, "     {}", json_safe(detail).replace('\n', "\\n"))?;
            }
            if let Some(reason) = reason {
                writeln!(f, "     stopped: {reason}")?;
            }
        }
        Ok(())
    }
}
