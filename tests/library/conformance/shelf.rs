//! Shelves, from which items are taken; with a flaw, where it is told to have one.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use countersign::conformance::{EffectExample, Example};
use countersign::controller::NotDriven;
use countersign::decision::Keyring;
use countersign::delivery::Delivery;
use countersign::domain::{Commit, Domain, Effectful, Facts, Lookup, NoDraft, NoEffect};
use countersign::json::Loose;
use countersign::ledger::{Ledger, LedgerError, Memory, MemoryHandle, MemoryLedger};
use countersign::phase::Review;
use countersign::run::{CommitPermit, SimulationPermit};
use countersign::{
    Answer, AnyRun, Attempt, Budget, Code, Error, Opening, Policy, Reviewer, Run, RunId,
    SourceVersion, Tenant, Tick, resume, submit,
};
use serde::{Deserialize, Deserializer, Serialize};

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

thread_local! {
    pub(crate) static FLAW: Cell<Flaw> = const { Cell::new(Flaw::None) };
    static COUNT: Cell<u64> = const { Cell::new(0) };
    /// What was done outside of any ledger.
    static OUTSIDE: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

fn has(flaw: Flaw) -> bool {
    FLAW.get() == flaw
}

fn counted() -> u64 {
    COUNT.set(COUNT.get() + 1);
    COUNT.get()
}

#[derive(Default)]
pub(crate) struct Shelf {
    moved: bool,
    drafted: Cell<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GetShelf;

impl Lookup for GetShelf {
    fn all() -> &'static [GetShelf] {
        &[GetShelf]
    }

    fn name(self) -> &'static str {
        "get_shelf"
    }
}

#[derive(Serialize)]
pub(crate) struct Request {
    item: String,
    quantity: u64,
}

impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Request, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Strict {
            item: String,
            quantity: u64,
        }
        #[derive(Deserialize)]
        struct Lax {
            item: String,
            quantity: u64,
        }
        if has(Flaw::DropsUnknownFields) {
            return Lax::deserialize(from).map(|Lax { item, quantity }| Request { item, quantity });
        }
        Strict::deserialize(from).map(|Strict { item, quantity }| Request { item, quantity })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fact {
    item: String,
    available: u64,
    version: u64,
    reading: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draft {
    args: Args,
    left: u64,
    count: u64,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    item: String,
    quantity: u64,
    version: u64,
    reading: u64,
}

impl Domain for Shelf {
    const NAME: &'static str = "shelf";
    const ACTION: &'static str = "shelf.take";
    const VERSION: u64 = 1;
    type Request = Request;
    type Lookup = GetShelf;
    type Fact = Fact;
    type Draft = Draft;
    type Args = Args;

    fn source_version(&self) -> SourceVersion {
        SourceVersion::new(if self.moved { "shelves-2" } else { "shelves-1" }).unwrap()
    }

    fn may_decide(&self, reviewer: &Reviewer) -> bool {
        reviewer.as_str() == "keeper" || has(Flaw::LetsAnybodyDecide)
    }

    fn check_request(request: &Request) -> Result<(), String> {
        if has(Flaw::RefusesEverything) || request.quantity == 0 && !has(Flaw::TakesNone) {
            return Err("quantity: at least 1".to_owned());
        }
        Ok(())
    }

    fn check_fact(
        request: &Request,
        _: GetShelf,
        fact: &Fact,
        _: &SourceVersion,
    ) -> Result<(), String> {
        if fact.item == request.item || has(Flaw::UsesOtherShelves) {
            return Ok(());
        }
        Err("it is another shelf".to_owned())
    }

    fn draft(&self, request: &Request, facts: &Facts<Shelf>) -> Result<Draft, NoDraft> {
        let fact = facts.get(GetShelf).unwrap();
        let left = fact.available.checked_sub(request.quantity);
        if left.is_none() && !has(Flaw::TakesMoreThanThereIs) {
            let reason = Code::own("not_enough").unwrap();
            return Err(NoDraft { reason, detail: "there are fewer".to_owned() });
        }
        self.drafted.set(true);
        Ok(Draft {
            args: Args {
                item: fact.item.clone(),
                quantity: request.quantity,
                version: fact.version,
                reading: if has(Flaw::NamesTheReading) { fact.reading } else { 0 },
            },
            left: left.unwrap_or(0),
            count: if has(Flaw::CountsItsDrafts) { counted() } else { 0 },
        })
    }

    fn args(draft: &Draft) -> Args {
        draft.args.clone()
    }

    fn would_change(&self, _: SimulationPermit<'_, Shelf>) -> bool {
        !has(Flaw::RemembersInMemory) || self.drafted.get()
    }
}

impl Effectful for Shelf {}

impl Commit<Memory> for Shelf {
    fn effect(
        &self,
        permit: CommitPermit<'_, Shelf>,
        values: &mut MemoryHandle<'_>,
    ) -> Result<(), NoEffect> {
        let Args { item, quantity, version, .. } = permit.args();
        if has(Flaw::DoesNothing) || has(Flaw::ActsFromMemory) && !self.drafted.get() {
            return Ok(());
        }
        let everybody = [permit.tenant().as_str(), "conformance-south"];
        let tenants = if has(Flaw::TakesFromEverybody) { &everybody[..] } else { &everybody[..1] };
        for tenant in tenants {
            let Some((available, found)) = shelf(values.value(&name(tenant, item))) else {
                continue;
            };
            if found != *version && !has(Flaw::ForgetsTheVersion) || available < *quantity {
                return Err(NoEffect::state_changed("the shelf is not as it was"));
            }
            if has(Flaw::ActsOutside) {
                OUTSIDE.with_borrow_mut(|done| done.insert(permit.operation_id().to_string()));
                continue;
            }
            let left = format!("{} {}", available - quantity, found + 1);
            values.set_value(&name(tenant, item), &left);
        }
        Ok(())
    }
}

fn name(tenant: &str, item: &str) -> String {
    format!("{tenant}/{item}")
}

/// How many there are, and the version.
fn shelf(value: Option<&str>) -> Option<(u64, u64)> {
    let (available, version) = value?.split_once(' ')?;
    Some((available.parse().ok()?, version.parse().ok()?))
}

pub(crate) struct Shelves;

const ITEM: &str = "a cup, \u{202e}painted";

impl Example for Shelves {
    type Domain = Shelf;
    type Ledger = MemoryLedger;

    fn domain(&self) -> Shelf {
        Shelf::default()
    }

    fn ledger(&self, tenants: &[Tenant]) -> Result<MemoryLedger, LedgerError> {
        OUTSIDE.take();
        let mut ledger = MemoryLedger::new();
        for tenant in tenants {
            ledger.set_value(&name(tenant.as_str(), ITEM), "10 4");
        }
        Ok(ledger)
    }

    fn request(&self) -> String {
        serde_json::json!({"item": ITEM, "quantity": 3}).to_string()
    }

    fn invalid_requests(&self) -> Vec<String> {
        vec![self.request().replace('3', "0"), "[]".to_owned()]
    }

    fn undraftable_requests(&self) -> Vec<(String, Code)> {
        vec![(self.request().replace('3', "11"), Code::own("not_enough").unwrap())]
    }

    fn answer(&self, ledger: &mut MemoryLedger, attempt: Attempt<'_, Shelf>) -> Answer<Shelf> {
        let tenant = if has(Flaw::ReadsForEverybody) {
            "conformance-north"
        } else {
            attempt.tenant().as_str()
        };
        let item = attempt.request().item.clone();
        match shelf(ledger.value(&name(tenant, &item))) {
            Some((available, version)) => {
                attempt.found(Fact { item, available, version, reading: counted() })
            }
            None => attempt.barred(Code::NO_AUTHORIZED_RESOURCE, "no such shelf"),
        }
    }

    fn foreign_fact(&self, _: GetShelf) -> Fact {
        Fact { item: "a plate".to_owned(), available: 10, version: 4, reading: 0 }
    }

    fn reviewer(&self) -> Reviewer {
        Reviewer::new("keeper").unwrap()
    }

    fn moved_domain(&self) -> Option<Shelf> {
        Some(Shelf { moved: !has(Flaw::NeverMoves), ..Shelf::default() })
    }

    fn policy(&self) -> Policy {
        const EVER: u64 = 1 << 50;
        let normal = Budget::default();
        let budget = match FLAW.get() {
            Flaw::AsksForEver => Budget { steps: EVER, lookups: EVER, attempts: EVER, ..normal },
            Flaw::WritesForEver => Budget { steps: EVER, writes: EVER, ..normal },
            _ => normal,
        };
        Policy { review_ttl: 7, budget }
    }

    fn submit(
        &self,
        domain: &Shelf,
        opening: Opening,
        request: &Loose,
        ledger: &mut MemoryLedger,
    ) -> Result<AnyRun<Shelf>, Error> {
        let known = resume::<Shelf, _>(ledger, &opening.tenant, &opening.run_id)?;
        match known {
            Some(run) if has(Flaw::TakesAnyPayload) => Ok(run),
            Some(run) if has(Flaw::SendsAgainUnderAnotherId) && run.has_payload(request) => {
                let run_id = RunId::new(&format!("{}-again", opening.run_id))?;
                submit(domain, Opening { run_id, ..opening }, request, ledger)
            }
            _ => submit(domain, opening, request, ledger),
        }
    }

    fn shown(&self, review: &Run<Shelf, Review>) -> String {
        let text = review.review_text();
        if has(Flaw::ShortensTheCard) { text.replace("painted", "...") } else { text.to_owned() }
    }

    fn clock(&self, now: Tick) -> Tick {
        if has(Flaw::RoundsTheTime) { Tick::new(now.get() / 10 * 10).unwrap() } else { now }
    }
}

impl EffectExample for Shelves {
    fn times_carried_out(
        &self,
        ledger: &mut MemoryLedger,
        tenant: &Tenant,
    ) -> Result<u64, LedgerError> {
        if has(Flaw::ActsOutside) {
            let done = OUTSIDE.with_borrow(BTreeSet::len) as u64;
            return Ok(if tenant.as_str() == "conformance-north" { done } else { 0 });
        }
        Ok(shelf(ledger.value(&name(tenant.as_str(), ITEM))).map_or(0, |(left, _)| (10 - left) / 3))
    }

    fn change_what_was_read(
        &self,
        ledger: &mut MemoryLedger,
        tenant: &Tenant,
    ) -> Result<(), LedgerError> {
        ledger.set_value(&name(tenant.as_str(), ITEM), "10 5");
        Ok(())
    }

    fn deliver<L>(
        &self,
        domain: &Shelf,
        keyring: &Keyring,
        now: Tick,
        run: AnyRun<Shelf>,
        ledger: &mut L,
    ) -> Result<AnyRun<Shelf>, NotDriven<Shelf>>
    where
        L: Ledger<Db = Memory>,
    {
        let now = if has(Flaw::StopsItsClock) { Tick::new(1000).unwrap() } else { now };
        match run {
            AnyRun::AtUnconfirmed(run) if has(Flaw::GivesUpOnALostAnswer) => Ok(run.into()),
            run => Delivery { domain, keyring, clock: &|| now }.deliver(run, ledger),
        }
    }
}
