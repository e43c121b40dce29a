//! What is saved: one event a move, chained by digests.
//!
//! An event's body is canonical JSON. The payloads in it (request, facts, draft) are held as the
//! text that was hashed, not as JSON within JSON, so that the saved bytes are those bytes.
//!
//! ```
//! use countersign::ledger::{Ledger, MemoryLedger};
//! use countersign::{domains::museum, RunId};
//!
//! let mut ledger = MemoryLedger::new();
//! let museum = museum::Museum::default();
//! let card = museum::Card::read(
//!     r#"{"request_id":"R-1","exhibit_id":"EX-101","observed_year":1904,"note":""}"#,
//! )?;
//! let _validated = museum.open(&card, Default::default())?.save(&mut ledger)??;
//!
//! let events = ledger.events(&museum::TENANT, card.run_id())?;
//! assert_eq!(events[0].revision, 1);
//! assert!(events[0].body.contains("VALIDATED"));
//! # Ok::<(), countersign::Error>(())
//! ```

use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::decision::{ApprovalId, Verdict};
use crate::digest::{Digest, Piece};
use crate::error::Reason;
use crate::id::{Requester, Reviewer, RunId, SourceVersion, Tenant};
use crate::json::{Canonical, JsonError};
use crate::ledger::LedgerError;
use crate::phase::PhaseName;
use crate::planner::Candidate;
use crate::policy::Policy;
use crate::tick::Tick;

/// The version of the events' form. Another one is refused, never guessed at.
const EVENT_VERSION: u64 = 1;

/// One saved event of a run: the n-th makes revision n. `Debug` shows nothing of the body: it holds
/// what was read, drafted and signed.
#[derive(Clone, PartialEq, Eq)]
pub struct SavedEvent {
    /// The revision it made, from 1.
    pub revision: u64,
    /// The digest of the event before it, zero for the first.
    pub previous: Digest,
    /// SHA-256 over `countersign.event/v1`, tenant, run id, revision, previous digest and body.
    pub digest: Digest,
    /// The event, as canonical JSON.
    pub body: String,
}

impl std::fmt::Debug for SavedEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SavedEvent")
            .field("revision", &self.revision)
            .field("digest", &self.digest)
            .finish_non_exhaustive()
    }
}

impl SavedEvent {
    pub(crate) fn chain(
        tenant: &Tenant,
        run_id: &RunId,
        revision: u64,
        previous: Digest,
        body: String,
    ) -> SavedEvent {
        let digest = event_digest(tenant, run_id, revision, &previous, &body);
        SavedEvent { revision, previous, digest, body }
    }

    /// The name of the phase that the event led to: a ledger lists what is in `REVIEW`.
    ///
    /// # Errors
    /// [`LedgerError`] with `ledger_damaged` where the body is no event's.
    pub fn phase(&self) -> Result<&'static str, LedgerError> {
        #[derive(Deserialize)]
        struct Led {
            phase: PhaseName,
        }
        let led: Result<Led, _> = serde_json::from_str(&self.body);
        led.map(|led| led.phase.as_str()).map_err(|error| {
            let detail = format!("revision {}: {error}", self.revision);
            LedgerError::new(Code::LEDGER_DAMAGED, detail)
        })
    }

    /// Whether the digest is that of the content, under this tenant and run.
    #[must_use]
    pub fn digest_fits(&self, tenant: &Tenant, run_id: &RunId) -> bool {
        event_digest(tenant, run_id, self.revision, &self.previous, &self.body) == self.digest
    }
}

fn event_digest(
    tenant: &Tenant,
    run_id: &RunId,
    revision: u64,
    previous: &Digest,
    body: &str,
) -> Digest {
    Digest::of(
        "countersign.event/v1",
        &[
            Piece::Text(tenant.as_str()),
            Piece::Text(run_id.as_str()),
            Piece::Number(revision),
            Piece::Digest(previous),
            Piece::Text(body),
        ],
    )
}

/// The body of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Event {
    pub(crate) v: u64,
    /// The phase that the event led to.
    pub(crate) phase: PhaseName,
    #[serde(rename = "move")]
    pub(crate) made: Move,
    /// Where the move ended the run: why.
    pub(crate) stop: Option<Reason>,
}

/// The move that an event records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Move {
    Opened(Opened),
    Reserved {
        candidate: Candidate,
        lookup: String,
        attempt: u64,
    },
    Observed {
        outcome: Outcome,
    },
    Abandoned {},
    Drafted(Drafted),
    Decided(SavedDecision),
    Simulated(SimulationReceipt),
    /// Charged and saved, alone, before anything is delivered.
    CommitBegun {
        tick: Tick,
        /// Which of the run's commits this is, from 1.
        write: u64,
    },
    Committed(Receipt),
    /// The commit that was begun is proved absent: this event has the revision it would have had.
    ReceiptAbsent {},
    /// As `ReceiptAbsent`, and nothing may be delivered any more.
    Fenced {},
    /// A no to a draft that was approved and not yet carried out.
    Revoked(SavedDecision),
    /// A move that was not made: what was proposed, and when, where these are known.
    Stopped {
        candidate: Option<Candidate>,
        tick: Option<Tick>,
    },
}

impl Move {
    /// Whether the event of this move may end the run with a stop. The others were made, or they
    /// were not, and then the event is [`Move::Stopped`].
    pub(crate) fn may_carry_a_stop(&self) -> bool {
        match self {
            Move::Opened(_)
            | Move::Observed { .. }
            | Move::Abandoned {}
            | Move::Decided(_)
            | Move::Fenced {}
            | Move::Revoked(_)
            | Move::Stopped { .. } => true,
            Move::Reserved { .. }
            | Move::Drafted(_)
            | Move::Simulated(_)
            | Move::CommitBegun { .. }
            | Move::Committed(_)
            | Move::ReceiptAbsent {} => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opened {
    pub(crate) domain: String,
    pub(crate) domain_version: u64,
    pub(crate) requester: Requester,
    pub(crate) request: Canonical,
    pub(crate) source_version: SourceVersion,
    /// The lookups whose facts a draft needs.
    pub(crate) required: Vec<String>,
    pub(crate) policy: Policy,
    /// What is decided on, with its version: `ticket.close/1`. Runs that were opened before events
    /// said so have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) action: Option<String>,
    /// The rejected run whose no this one was opened against, in full knowledge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) overrides: Option<RunId>,
}

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Outcome {
    Fact(Canonical),
    Temporary {
        detail: String,
    },
    NotFound {
        detail: String,
    },
    Invalid {
        detail: String,
    },
    /// Ends the run for a reason of the domain's own, which stands in the event's stop.
    Barred {},
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Drafted {
    pub(crate) candidate: Candidate,
    pub(crate) draft: Canonical,
    pub(crate) args: Canonical,
    pub(crate) review_text: String,
    pub(crate) created_at: Tick,
    pub(crate) deadline: Tick,
    /// How the text is written: replay writes it again. Drafts of before it was said have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) card: Option<CardForm>,
}

/// The forms of the reviewer's card after the first, in which no event says its form. A text that
/// was shown has to stay as it was: a change to it is a new form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CardForm {
    /// Ends with the digests, the count of the content, and cautions.
    V2,
}

/// A reviewer's decision, as it was admitted. `authority` says where it came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedDecision {
    pub(crate) authority: AuthorityKind,
    pub(crate) verdict: Verdict,
    pub(crate) reviewer: Reviewer,
    pub(crate) draft_digest: Digest,
    pub(crate) revision: u64,
    pub(crate) decided_at: Tick,
}

impl SavedDecision {
    /// When the decision was handed to the run: a signed one may have been on its way.
    pub(crate) fn presented_at(&self) -> Tick {
        match &self.authority {
            AuthorityKind::Fixture => self.decided_at,
            AuthorityKind::Signed { presented_at, .. } => *presented_at,
        }
    }

    /// The envelope, where there is one.
    pub(crate) fn signed(&self) -> Option<&str> {
        match &self.authority {
            AuthorityKind::Fixture => None,
            AuthorityKind::Signed { envelope, .. } => Some(envelope),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum AuthorityKind {
    /// A typed name.
    Fixture,
    /// An envelope that was verified, and the tick at which it was presented.
    Signed { envelope: String, presented_at: Tick },
}

/// What a committed run leaves: saved in the transaction of its effect, returned for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// Whose.
    pub tenant: Tenant,
    /// The run id, under which the effect was delivered.
    pub operation_id: RunId,
    /// What was done, with its version.
    pub action: String,
    /// What was asked for.
    pub request_digest: Digest,
    /// The args that were carried out.
    pub args_digest: Digest,
    /// The draft that was decided on.
    pub draft_digest: Digest,
    /// Who agreed.
    pub reviewer: Reviewer,
    /// The approval that was spent on it.
    pub approval_id: ApprovalId,
    /// When.
    pub committed_at: Tick,
    /// Which of the run's commits got through, from 1.
    pub write: u64,
}

/// What a simulated run leaves. Nothing real was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimulationReceipt {
    /// The draft that was decided on and simulated.
    pub draft_digest: Digest,
    /// When.
    pub simulated_at: Tick,
    /// Whether carrying the draft out would change anything.
    pub would_change: bool,
    /// Always 0.
    pub real_writes: u64,
}

impl Event {
    pub(crate) fn new(phase: PhaseName, made: Move, stop: Option<Reason>) -> Event {
        Event { v: EVENT_VERSION, phase, made, stop }
    }

    pub(crate) fn encode(&self) -> Result<String, JsonError> {
        Ok(Canonical::of(self)?.as_str().to_owned())
    }

    /// Reads a saved body strictly: unknown fields, other versions and other spellings of the same
    /// JSON are refused.
    pub(crate) fn decode(body: &str) -> Result<Event, String> {
        let event: Event = serde_json::from_str(body).map_err(|error| error.to_string())?;
        if event.v != EVENT_VERSION {
            return Err(format!("event version {}, this program reads {EVENT_VERSION}", event.v));
        }
        match event.encode() {
            Ok(again) if again == body => Ok(event),
            Ok(_) => Err("the body is not in canonical form".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}
