//! The twelve scenarios: what goes wrong in each, and who makes it so.

use crate::code::Code;
use crate::json::Canonical;
use crate::ledger::Loss;
use crate::planner::{Baseline, Candidate, Planner, Scripted};

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
    /// The selector brings an operation id and an approval of its own.
    Forged,
    /// The selector asks for the same again and again.
    Loop,
    /// The ticket is another tenant's.
    CrossTenant,
    /// One bit of the signature is wrong.
    BadSignature,
}

impl Scenario {
    /// All of them, in the order in which they are told.
    pub const ALL: [Scenario; 12] = [
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

    /// The name, as it is typed and printed.
    #[must_use]
    pub const fn name(self) -> &'static str {
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

    /// The scenario of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Scenario> {
        Scenario::ALL.into_iter().find(|scenario| scenario.name() == name)
    }

    /// Whose ticket it is.
    pub(super) fn owner(self) -> &'static str {
        if self == Scenario::CrossTenant { "south-desk" } else { super::exercise::TENANT }
    }

    /// Who proposes the next operation.
    pub(super) fn selector(self) -> Box<dyn Planner> {
        let plain = Candidate::plain;
        match self {
            Scenario::Forged => {
                let brought = [("approved", true.into()), ("operation_id", "op-forged-1".into())];
                let brought: serde_json::Map<_, _> = brought
                    .map(|(key, value): (&str, serde_json::Value)| (key.into(), value))
                    .into_iter()
                    .collect();
                let arguments =
                    Canonical::of(&brought).unwrap_or_else(|_| Canonical::empty_object());
                let forged = Candidate::new("close_ticket", arguments);
                Box::new(Scripted::new(plain("get_case"), vec![plain("get_registry"), forged]))
            }
            Scenario::Loop => Box::new(Scripted::new(plain("get_case"), Vec::new())),
            _ => Box::new(Baseline),
        }
    }

    /// What a run is stopped with before there is a draft.
    pub(super) fn stop_on_the_way(self) -> Option<Code> {
        match self {
            Scenario::Conflict => Some(Code::HANDOFF_CONFLICT),
            Scenario::Forged => Some(Code::INVALID_ACTION),
            Scenario::Loop => Some(Code::NO_PROGRESS),
            Scenario::CrossTenant => Some(Code::NO_AUTHORIZED_RESOURCE),
            _ => None,
        }
    }

    /// Which answer is lost.
    pub(super) fn loss(self) -> Option<Loss> {
        match self {
            Scenario::AfterCommit => Some(Loss::AfterCommit),
            Scenario::BeforeCommit => Some(Loss::BeforeCommit),
            _ => None,
        }
    }

    /// What somebody else does to the ticket between approval and commit.
    pub(super) fn meddling(self) -> Option<&'static str> {
        match self {
            Scenario::StaleState => Some(
                "UPDATE tickets SET version = 8, duplicate_of = 'CASE-0555'
                 WHERE tenant = ?1 AND resource = ?2 AND status = 'OPEN'",
            ),
            Scenario::HeldState => Some(
                "UPDATE tickets SET status = 'HELD'
                 WHERE tenant = ?1 AND resource = ?2 AND status = 'OPEN'",
            ),
            _ => None,
        }
    }
}
