//! One request to a shelf, and the service around it.

use std::collections::BTreeSet;

use countersign::conformance::{EffectExample, Example};
use countersign::controller::NotDriven;
use countersign::decision::Keyring;
use countersign::delivery::Delivery;
use countersign::domain::Domain;
use countersign::json::Loose;
use countersign::ledger::{Ledger, LedgerError, Memory, MemoryLedger};
use countersign::phase::Review;
use countersign::{
    Answer, AnyRun, Attempt, Budget, Code, Delivered, Error, Opening, Policy, Reason, Requester,
    Reviewer, Run, RunId, Tenant, Tick, resume, submit,
};

use super::flaws::{FLAW, Flaw, OUTSIDE, has};
use super::shelf::{FIRST_ROW, Fact, Look, Request, Shelf, counted, name, shelf};

pub(crate) struct Shelves;

/// What was read first, for whomever.
const REMEMBERED: &str = "remembered";

fn refusal(code: Code, detail: String) -> Error {
    Error::Refusal(Reason { code, detail })
}

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
        if let Some(first) = tenants.first() {
            ledger.set_value(FIRST_ROW, first.as_str());
        }
        Ok(ledger)
    }

    fn request(&self) -> String {
        let mut request = serde_json::json!({"item": ITEM, "quantity": 3});
        if has(Flaw::HasAMap) {
            request["labels"] = serde_json::json!({"fragile": true});
        }
        request.to_string()
    }

    fn invalid_requests(&self) -> Vec<String> {
        vec![self.request().replace('3', "0"), "[]".to_owned()]
    }

    fn undraftable_requests(&self) -> Vec<(String, Code)> {
        vec![(self.request().replace('3', "11"), Code::own("not_enough").unwrap())]
    }

    fn answer(&self, ledger: &mut MemoryLedger, attempt: Attempt<'_, Shelf>) -> Answer<Shelf> {
        let item = attempt.request().item.clone();
        let place = match FLAW.get() {
            Flaw::ReadsForEverybody => name("conformance-north", &item),
            Flaw::RecountsForEverybody | Flaw::CountsOnceForAll
                if attempt.lookup() == Look::Recount =>
            {
                name("conformance-north", &item)
            }
            Flaw::RemembersForEverybody if ledger.value(REMEMBERED).is_some() => {
                REMEMBERED.to_owned()
            }
            _ => name(attempt.tenant().as_str(), &item),
        };
        let Some(found) = ledger.value(&place).map(str::to_owned) else {
            return attempt.barred(Code::NO_AUTHORIZED_RESOURCE, "no such shelf");
        };
        ledger.set_value(REMEMBERED, &found);
        let (available, version) = shelf(Some(&found)).unwrap();
        attempt.found(Fact { item, available, version, reading: counted() })
    }

    fn foreign_facts(&self, lookup: Look) -> Vec<Fact> {
        if has(Flaw::NamesNoOtherRecount) && lookup == Look::Recount {
            return Vec::new();
        }
        let about =
            |item: &str| Fact { item: item.to_owned(), available: 10, version: 4, reading: 0 };
        vec![about("a plate"), about("a cup")]
    }

    fn reviewer(&self) -> Reviewer {
        Reviewer::new("keeper").unwrap()
    }

    fn is_read_by_all(&self, lookup: Look) -> bool {
        has(Flaw::CountsOnceForAll) && lookup == Look::Recount
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
            Flaw::MayWriteOnce => Budget { writes: 1, ..normal },
            Flaw::MayWriteSixtyTimes => Budget { steps: 500, writes: 60, ..normal },
            Flaw::HasStepsForOneCommit => Budget { steps: 7, ..normal },
            _ => normal,
        };
        Policy {
            review_ttl: if has(Flaw::WaitsForEver) { (1 << 53) - 1 - 1000 } else { 7 },
            budget,
        }
    }

    fn submit(
        &self,
        domain: &Shelf,
        opening: Opening,
        request: &Loose,
        ledger: &mut MemoryLedger,
    ) -> Result<AnyRun<Shelf>, Error> {
        let requester = match FLAW.get() {
            Flaw::AsksForItself => Requester::new("service").unwrap(),
            _ => opening.requester.clone(),
        };
        let opening = Opening { requester, ..opening };
        let known = resume::<Shelf, _>(ledger, &opening.tenant, &opening.run_id)?;
        if let Some(run) = &known
            && !run.has_payload(request)
        {
            let args = run.draft_content().map(|draft| draft.args.quantity);
            match FLAW.get() {
                Flaw::TellsOfTheFirst => {
                    return Err(refusal(Code::OPERATION_CONFLICT, format!("it is for {args:?}")));
                }
                Flaw::RefusesForAnyReason => {
                    return Err(refusal(Code::own("no_such_file").unwrap(), String::new()));
                }
                _ => {}
            }
        }
        match known {
            Some(run) if has(Flaw::KnowsInvalidConflictsOnly) => {
                let asked = request.identity()?.decode::<Request>();
                if asked.is_ok_and(|asked| Shelf::check_request(&asked).is_ok()) {
                    return Ok(run);
                }
                Err(refusal(Code::OPERATION_CONFLICT, String::new()))
            }
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
        match FLAW.get() {
            Flaw::LeavesLinesOut => {
                let lines = text.lines().filter(|line| !line.contains("quantity"));
                lines.collect::<Vec<_>>().join("\n")
            }
            Flaw::ShortensTheCard => text.replace("painted", "..."),
            _ => text.to_owned(),
        }
    }

    fn clock(&self, now: Tick) -> Tick {
        let to = match FLAW.get() {
            Flaw::RoundsToEight => 8,
            Flaw::RoundsTheTime => 10,
            _ => 1,
        };
        Tick::new(now.get() / to * to).unwrap()
    }
}

impl EffectExample for Shelves {
    fn times_carried_out(
        &self,
        ledger: &mut MemoryLedger,
        tenant: &Tenant,
    ) -> Result<u64, LedgerError> {
        if has(Flaw::ActsOutside) {
            let theirs = |done: &BTreeSet<(String, String)>| {
                done.iter().filter(|(of, _)| of == tenant.as_str()).count() as u64
            };
            return Ok(OUTSIDE.with_borrow(theirs));
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
            AnyRun::AtApprovedForCommit(run) if has(Flaw::PanicsOnALostAnswer) => {
                let begun = run.begin_commit(domain, now)?.save_any(ledger)?;
                let AnyRun::AtCommitting(begun) = begun else { return Ok(begun) };
                match begun.commit(domain, keyring, || now, ledger) {
                    Ok(Ok(Delivered::Confirmed(run))) => Ok(run.into()),
                    Ok(Err(stopped)) => Ok(stopped.into()),
                    other => panic!("that never happens: {other:?}"),
                }
            }
            AnyRun::AtUnconfirmed(run) if has(Flaw::GivesUpOnALostAnswer) => Ok(run.into()),
            run => Delivery { domain, keyring, clock: &|| now }.deliver(run, ledger),
        }
    }
}
