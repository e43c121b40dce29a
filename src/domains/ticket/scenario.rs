//! The twelve scenarios: what goes wrong in each, and who makes it so.

use crate::code::Code;
use crate::domains::Named;
use crate::domains::teaching::{Change, Fault, OpenSource, Staging};
use crate::domains::ticket::exercise::{DUPLICATE_OF, RESOURCE, TENANT};
use crate::domains::ticket::{TicketFact, TicketLookup, Tickets};
use crate::error::Error;
use crate::id::Tenant;
use crate::json::Canonical;
use crate::ledger::{Loss, SqliteLedger};
use crate::planner::{Baseline, Candidate, Planner, Scripted};

/// Whose ticket it is in the scenario that is about tenants.
const OTHER_TENANT: Tenant = Tenant::from_static("south-desk");

/// What is to go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// Nobody has approved yet.
    Missing,
    /// The commit gets through, its answer is lost.
    AfterCommit,
    /// The commit does not get through, and its answer is lost.
    BeforeCommit,
    /// What was signed is not what the ledger holds.
    ChangedArgs,
    /// Somebody has changed the ticket since it was read; it is still open.
    StaleState,
    /// Somebody has put the ticket on hold since it was read.
    HeldState,
    /// The approval is presented one tick too late.
    Expired,
    /// Case and registry say different things.
    Conflict,
    /// The planner brings an operation id and an approval of its own.
    Forged,
    /// The planner asks for the same again and again.
    Loop,
    /// The ticket is another tenant's.
    CrossTenant,
    /// One bit of the signature is wrong.
    BadSignature,
}

impl Named for Scenario {
    const KIND: &'static str = "scenario";

    const ALL: &'static [Scenario] = &[
        Scenario::Missing,
        Scenario::AfterCommit,
        Scenario::BeforeCommit,
        Scenario::ChangedArgs,
        Scenario::StaleState,
        Scenario::HeldState,
        Scenario::Expired,
        Scenario::Conflict,
        Scenario::Forged,
        Scenario::Loop,
        Scenario::CrossTenant,
        Scenario::BadSignature,
    ];

    fn name(self) -> &'static str {
        match self {
            Scenario::Missing => "missing",
            Scenario::AfterCommit => "after-commit",
            Scenario::BeforeCommit => "before-commit",
            Scenario::ChangedArgs => "changed-args",
            Scenario::StaleState => "stale-state",
            Scenario::HeldState => "held-state",
            Scenario::Expired => "expired",
            Scenario::Conflict => "conflict",
            Scenario::Forged => "forged",
            Scenario::Loop => "loop",
            Scenario::CrossTenant => "cross-tenant",
            Scenario::BadSignature => "bad-signature",
        }
    }
}

impl Scenario {
    /// How it is staged.
    ///
    /// # Errors
    /// None; [`Error`] is that of a value which can not be written as canonical JSON.
    pub fn staging(self) -> Result<Staging<Tickets>, Error> {
        Ok(Staging {
            scenario: self.name(),
            filling: vec![self.ticket()],
            planner: self.planner()?,
            source: self.source(),
            fault: self.fault(),
        })
    }

    /// Puts the ticket there, the first time; in one scenario it is another tenant's.
    fn ticket(self) -> Change {
        let owner = if self == Scenario::CrossTenant { OTHER_TENANT } else { TENANT };
        Change {
            sql: "INSERT INTO tickets (tenant, resource, status, version, duplicate_of)
                 SELECT ?1, ?2, 'OPEN', 7, ?3 WHERE NOT EXISTS (SELECT 1 FROM tickets)",
            values: vec![owner.as_str().into(), RESOURCE.into(), DUPLICATE_OF.into()],
        }
    }

    /// Who proposes the next operation.
    fn planner(self) -> Result<Box<dyn Planner>, Error> {
        let plain = Candidate::plain;
        Ok(match self {
            Scenario::Forged => {
                let brought = [("approved", true.into()), ("operation_id", "op-forged-1".into())];
                let brought: serde_json::Map<_, _> = brought
                    .map(|(key, value): (&str, serde_json::Value)| (key.into(), value))
                    .into_iter()
                    .collect();
                let forged = Candidate::new("close_ticket", Canonical::of(&brought)?);
                Box::new(Scripted::new(plain("get_case"), vec![plain("get_registry"), forged]))
            }
            Scenario::Loop => Box::new(Scripted::new(plain("get_case"), Vec::new())),
            _ => Box::new(Baseline),
        })
    }

    /// Who answers; in one scenario the registry is behind.
    fn source(self) -> OpenSource<Tickets> {
        if self != Scenario::Conflict {
            return |file| {
                let mut ledger = SqliteLedger::open_read_only(file)?;
                Ok(Box::new(move |attempt| Tickets::look_up(&mut ledger, attempt)))
            };
        }
        |file| {
            let mut ledger = SqliteLedger::open_read_only(file)?;
            Ok(Box::new(move |attempt| {
                if attempt.lookup() != TicketLookup::Registry {
                    return Tickets::look_up(&mut ledger, attempt);
                }
                let resource = attempt.request().resource.clone();
                let status = "OPEN".to_owned();
                attempt.found(TicketFact { resource, status, version: 6, duplicate_of: None })
            }))
        }
    }

    fn fault(self) -> Fault {
        match self {
            Scenario::Missing => Fault::NobodyApproves,
            Scenario::AfterCommit => Fault::AnswerLost(Loss::AfterCommit),
            Scenario::BeforeCommit => Fault::AnswerLost(Loss::BeforeCommit),
            Scenario::ChangedArgs => Fault::OtherArgsSigned,
            Scenario::StaleState => meddling(
                "UPDATE tickets SET version = 8, duplicate_of = 'CASE-0555'
                 WHERE tenant = ?1 AND resource = ?2 AND status = 'OPEN'",
            ),
            Scenario::HeldState => meddling(
                "UPDATE tickets SET status = 'HELD'
                 WHERE tenant = ?1 AND resource = ?2 AND status = 'OPEN'",
            ),
            Scenario::Expired => Fault::PresentedLate,
            Scenario::Conflict => Fault::StopOnTheWay(Code::HANDOFF_CONFLICT),
            Scenario::Forged => Fault::StopOnTheWay(Code::INVALID_ACTION),
            Scenario::Loop => Fault::StopOnTheWay(Code::NO_PROGRESS),
            Scenario::CrossTenant => Fault::StopOnTheWay(Code::NO_AUTHORIZED_RESOURCE),
            Scenario::BadSignature => Fault::WrongBit,
        }
    }
}

/// What somebody else does to the ticket.
fn meddling(sql: &'static str) -> Fault {
    Fault::Meddling(Change { sql, values: vec![TENANT.as_str().into(), RESOURCE.into()] })
}
