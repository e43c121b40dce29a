//! What a domain, or the service around it, can do wrong: each of them breaks one promise.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    None,
    RefusesEverything,
    TakesNone,
    DropsUnknownFields,
    UsesOtherShelves,
    TakesMoreThanThereIs,
    CountsItsDrafts,
    LetsAnybodyDecide,
    ReadsForEverybody,
    TakesAnyPayload,
    AsksForEver,
    ShortensTheCard,
    RoundsTheTime,
    NeverMoves,
    NamesTheReading,
    RemembersInMemory,
    DoesNothing,
    ForgetsTheVersion,
    TakesFromEverybody,
    ActsOutside,
    ActsFromMemory,
    SendsAgainUnderAnotherId,
    GivesUpOnALostAnswer,
    StopsItsClock,
    WritesForEver,
    AsksForItself,
    KnowsTheStranger,
    LeavesLinesOut,
    TellsOfTheFirst,
    KnowsInvalidConflictsOnly,
    PanicsOnALostAnswer,
    TakesTheFirstRow,
    RemembersForEverybody,
    RecountsForEverybody,
    UsesOtherRecounts,
    KnowsOnePlateApart,
    NamesNoOtherRecount,
    RoundsToEight,
    KnowsNoCase,
    MayWriteOnce,
    MayWriteSixtyTimes,
    HasStepsForOneCommit,
    WaitsForEver,
    HasAMap,
    CountsOnceForAll,
    RefusesForAnyReason,
}

/// In the order of the promises.
pub(crate) const FLAWS: &[(Flaw, &str)] = &[
    (Flaw::RefusesEverything, "comes-to-review"),
    (Flaw::TakesNone, "request-rules"),
    (Flaw::DropsUnknownFields, "unknown-fields"),
    (Flaw::UsesOtherShelves, "foreign-facts"),
    (Flaw::TakesMoreThanThereIs, "draft-rules"),
    (Flaw::CountsItsDrafts, "same-draft"),
    (Flaw::LetsAnybodyDecide, "reviewers"),
    (Flaw::NeverMoves, "source-moved"),
    (Flaw::ReadsForEverybody, "tenants-read"),
    (Flaw::TakesAnyPayload, "request-conflict"),
    (Flaw::AsksForEver, "read-budget"),
    (Flaw::ShortensTheCard, "whole-card"),
    (Flaw::RoundsTheTime, "deadline"),
    (Flaw::NamesTheReading, "rejection-final"),
    (Flaw::RemembersInMemory, "resumed"),
    (Flaw::DoesNothing, "carried-out"),
    (Flaw::ForgetsTheVersion, "stale-facts"),
    (Flaw::TakesFromEverybody, "tenants-effect"),
    (Flaw::ActsOutside, "undone"),
    (Flaw::ActsFromMemory, "resumed-commit"),
    (Flaw::SendsAgainUnderAnotherId, "redelivery"),
    (Flaw::GivesUpOnALostAnswer, "lost-answer"),
    (Flaw::StopsItsClock, "valid-through"),
    (Flaw::WritesForEver, "write-budget"),
];

/// Narrower flaws, and the promise that each breaks.
pub(crate) const NARROW: &[(Flaw, &str)] = &[
    (Flaw::UsesOtherRecounts, "foreign-facts"),
    (Flaw::KnowsOnePlateApart, "foreign-facts"),
    (Flaw::AsksForItself, "reviewers"),
    (Flaw::KnowsNoCase, "reviewers"),
    (Flaw::KnowsTheStranger, "reviewers"),
    (Flaw::RemembersForEverybody, "tenants-read"),
    (Flaw::RecountsForEverybody, "tenants-read"),
    (Flaw::TellsOfTheFirst, "request-conflict"),
    (Flaw::RefusesForAnyReason, "request-conflict"),
    (Flaw::KnowsInvalidConflictsOnly, "request-conflict"),
    (Flaw::LeavesLinesOut, "whole-card"),
    (Flaw::RoundsToEight, "deadline"),
    (Flaw::TakesTheFirstRow, "tenants-effect"),
    (Flaw::PanicsOnALostAnswer, "lost-answer"),
];

/// What is no flaw, though it is near to one.
pub(crate) const HONEST: &[Flaw] = &[
    Flaw::MayWriteOnce,
    Flaw::MayWriteSixtyTimes,
    Flaw::HasStepsForOneCommit,
    Flaw::WaitsForEver,
    Flaw::HasAMap,
    Flaw::CountsOnceForAll,
];

thread_local! {
    pub(crate) static FLAW: Cell<Flaw> = const { Cell::new(Flaw::None) };
    pub(crate) static COUNT: Cell<u64> = const { Cell::new(0) };
    /// What was done outside of any ledger.
    pub(crate) static OUTSIDE: RefCell<BTreeSet<(String, String)>> = const { RefCell::new(BTreeSet::new()) };
}

pub(crate) fn has(flaw: Flaw) -> bool {
    FLAW.get() == flaw
}
