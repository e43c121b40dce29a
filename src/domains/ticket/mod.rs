//! The ticket: closed as a duplicate, once a person has agreed to exactly that. A real effect.
//!
//! Two lookups have to agree, `get_case` and `get_registry`, each read under the caller's tenant.
//! What is proposed names the version that was read, and closing has that version as its condition,
//! so that nobody's change in between is written over.
//!
//! ```
//! use countersign::domains::ticket::Tickets;
//! use countersign::{domain::Domain, ledger::SqliteLedger};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("ledger.sqlite3");
//! let mut ledger = SqliteLedger::open_with(&path, Tickets::TABLES)?;
//! ledger.change_tables(|tickets| {
//!     let add = "INSERT INTO tickets VALUES (?1, ?2, 'OPEN', 7, ?3, NULL, NULL)";
//!     let values = ["north-desk".into(), "CASE-1042".into(), "CASE-0977".into()];
//!     tickets.execute(add, &values)
//! })?;
//! assert_eq!(Tickets::ACTION, "ticket.close");
//! # Ok::<(), countersign::Error>(())
//! ```

#[cfg(feature = "exercises")]
mod exercise;
#[cfg(feature = "exercises")]
mod scenario;
mod source;

use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::domain::{Commit, Domain, Effectful, Facts, Lookup, NoDraft, NoEffect};
use crate::id::{InvalidId, Reviewer, SourceVersion, is_id};
use crate::json::MAX_INTEGER;
use crate::ledger::{Part, Sqlite, SqliteHandle};
use crate::run::{CommitPermit, SimulationPermit};

#[cfg(feature = "exercises")]
pub use exercise::{TENANT, exercise};
#[cfg(feature = "exercises")]
pub use scenario::Scenario;

/// Who may decide here, and nobody else.
pub const REVIEWER: Reviewer = Reviewer::from_static("desk-reviewer");

/// The longest note, in Unicode scalar values.
const MAX_NOTE: usize = 500;

/// The tickets of every tenant, as a domain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tickets;

/// Where a ticket can be looked up. Both are required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TicketLookup {
    /// `get_case`.
    Case,
    /// `get_registry`.
    Registry,
}

impl Lookup for TicketLookup {
    fn all() -> &'static [TicketLookup] {
        &[TicketLookup::Case, TicketLookup::Registry]
    }

    fn name(self) -> &'static str {
        match self {
            TicketLookup::Case => "get_case",
            TicketLookup::Registry => "get_registry",
        }
    }
}

/// What is asked for: tenant, operation id and requester are the caller's to set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloseRequest {
    /// Which ticket.
    pub resource: String,
    /// Why: kept with the ticket.
    pub note: String,
}

/// What one lookup says of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TicketFact {
    /// Which ticket.
    pub resource: String,
    /// `OPEN`, `HELD` or `CLOSED`.
    pub status: String,
    /// Its version: every change makes the next one.
    pub version: u64,
    /// The ticket that it duplicates.
    pub duplicate_of: Option<String>,
}

/// The proposal, which is carried out to the field. The operation id is bound beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloseTicket {
    /// Which ticket.
    pub resource: String,
    /// The version that was read: closing any other is not what was agreed to.
    pub observed_version: u64,
    /// The ticket that it duplicates.
    pub duplicate_of: String,
    /// Why.
    pub note: String,
}

impl Tickets {
    /// The tables that tickets are kept in.
    pub const TABLES: &'static [Part] = &[Part {
        name: "tickets",
        sql: "CREATE TABLE tickets (
            tenant TEXT NOT NULL,
            resource TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('OPEN', 'HELD', 'CLOSED')),
            version INTEGER NOT NULL,
            duplicate_of TEXT,
            operation_id TEXT,
            note TEXT,
            PRIMARY KEY (tenant, resource)
        ) STRICT, WITHOUT ROWID",
    }];
}

impl Domain for Tickets {
    const NAME: &'static str = "ticket";
    const ACTION: &'static str = "ticket.close";
    const VERSION: u64 = 1;

    type Request = CloseRequest;
    type Lookup = TicketLookup;
    type Fact = TicketFact;
    type Draft = CloseTicket;
    type Args = CloseTicket;

    fn source_version(&self) -> SourceVersion {
        const { SourceVersion::from_static("tickets-v1") }
    }

    fn may_decide(&self, reviewer: &Reviewer) -> bool {
        *reviewer == REVIEWER
    }

    fn check_request(request: &CloseRequest) -> Result<(), String> {
        if !is_id(&request.resource) {
            return Err(format!("resource: {InvalidId}"));
        }
        if request.note.chars().count() > MAX_NOTE {
            return Err(format!("note: more than {MAX_NOTE} characters"));
        }
        if request.note.contains('\0') {
            return Err("note: a NUL ends a text for some readers and not for others".to_owned());
        }
        Ok(())
    }

    fn check_fact(
        request: &CloseRequest,
        _: TicketLookup,
        fact: &TicketFact,
        _: &SourceVersion,
    ) -> Result<(), String> {
        if fact.resource != request.resource {
            return Err("the answer is about another ticket".to_owned());
        }
        if fact.duplicate_of.as_deref().is_some_and(|other| !is_id(other)) {
            return Err(format!("duplicate_of: {InvalidId}"));
        }
        if fact.version > MAX_INTEGER {
            return Err(format!("version: beyond {MAX_INTEGER}"));
        }
        Ok(())
    }

    fn draft(
        &self,
        request: &CloseRequest,
        facts: &Facts<Tickets>,
    ) -> Result<CloseTicket, NoDraft> {
        let no = |reason, detail: &str| NoDraft { reason, detail: detail.to_owned() };
        let read = |lookup| {
            facts.get(lookup).ok_or_else(|| no(Code::NOT_FOUND, "one of the two was not read"))
        };
        let (case, registry) = (read(TicketLookup::Case)?, read(TicketLookup::Registry)?);
        if case != registry {
            return Err(no(Code::HANDOFF_CONFLICT, "case and registry say different things"));
        }
        if case.status != "OPEN" {
            return Err(no(Code::NOT_OPEN, &format!("it is {}", case.status)));
        }
        let Some(duplicate_of) = case.duplicate_of.clone() else {
            return Err(no(Code::NOT_A_DUPLICATE, "it names no other ticket"));
        };
        Ok(CloseTicket {
            resource: case.resource.clone(),
            observed_version: case.version,
            duplicate_of,
            note: request.note.clone(),
        })
    }

    fn args(draft: &CloseTicket) -> CloseTicket {
        draft.clone()
    }

    fn would_change(&self, _: SimulationPermit<'_, Tickets>) -> bool {
        true
    }
}

impl Effectful for Tickets {}

impl Commit<Sqlite> for Tickets {
    /// Closes the ticket if it is still open, and of the version that was read.
    ///
    /// To try: leave `AND version = ?4` out of the statement. The scenario `stale-state` then closes
    /// a ticket that somebody has changed, and its test is red: that a ticket is `OPEN` does not say
    /// that it is the one that was read.
    fn effect(
        &self,
        permit: CommitPermit<'_, Tickets>,
        tickets: &mut SqliteHandle<'_>,
    ) -> Result<(), NoEffect> {
        let CloseTicket { resource, observed_version, note, .. } = permit.args();
        let observed_version = i64::try_from(*observed_version)
            .map_err(|_| NoEffect::state_changed("no ticket has such a version"))?;
        let close = "UPDATE tickets
                     SET status = 'CLOSED', version = version + 1, operation_id = ?3, note = ?5
                     WHERE tenant = ?1 AND resource = ?2 AND status = 'OPEN' AND version = ?4";
        let values = [
            permit.tenant().as_str().into(),
            resource.as_str().into(),
            permit.operation_id().as_str().into(),
            observed_version.into(),
            note.as_str().into(),
        ];
        match tickets.execute(close, &values)? {
            0 => Err(NoEffect::state_changed("it is not open any more, or of another version")),
            _ => Ok(()),
        }
    }
}
