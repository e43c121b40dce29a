//! A domain written from outside, and what happens where it breaks the rules.

use std::cell::Cell;

use countersign::code::{Entry, StoppedBy};
use countersign::domain::{Domain, Facts, Lookup, NoDraft};
use countersign::json::Loose;
use countersign::ledger::{Ledger, MemoryLedger};
use countersign::run::SimulationPermit;
use countersign::{
    Code, Observed, Opening, Policy, Requester, Reviewer, Run, SourceVersion, Tenant, resume,
};
use serde::{Deserialize, Deserializer, Serialize};

use crate::support::{run_id, tick};

/// Neither `Debug` nor anything else: a domain needs no derives.
struct Garden;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    Weather,
    Soil,
}
use Ask::Weather;

thread_local! {
    /// What the domain does wrong.
    static WRONG: Cell<&'static str> = const { Cell::new("") };

    /// The code that it stops a draft with, where it is told to.
    static STOPS_WITH: Cell<&'static str> = const { Cell::new("no_progress") };
}

impl Lookup for Ask {
    fn all() -> &'static [Ask] {
        match WRONG.get() {
            "no lookup" => &[],
            "nothing, and asks for more" => &[Weather, Ask::Soil],
            _ => &[Weather],
        }
    }

    fn name(self) -> &'static str {
        match WRONG.get() {
            "a lookup named as the draft" => "prepare_draft",
            "a lookup with a bad name" => "Get Weather",
            _ if self == Ask::Soil => "get_soil",
            _ => "get_weather",
        }
    }
}

#[derive(Serialize)]
struct Watering {
    litres: u64,
}

/// Reads back less than it wrote, where it is told to.
impl<'de> Deserialize<'de> for Watering {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Watering, D::Error> {
        #[derive(Deserialize)]
        struct Saved {
            litres: u64,
        }
        if WRONG.get() == "a draft that can not be read" {
            return Err(serde::de::Error::custom("on purpose"));
        }
        Saved::deserialize(from).map(|saved| Watering { litres: saved.litres })
    }
}

impl Domain for Garden {
    const NAME: &'static str = "garden";
    const ACTION: &'static str = "garden.act";
    const VERSION: u64 = 1;
    type Request = String;
    type Lookup = Ask;
    type Fact = u64;
    type Draft = Watering;
    type Args = u64;

    fn source_version(&self) -> SourceVersion {
        SourceVersion::new("almanac-1").unwrap()
    }

    fn may_decide(&self, _: &Reviewer) -> bool {
        true
    }

    fn check_request(_: &String) -> Result<(), String> {
        Ok(())
    }

    fn check_fact(_: &String, _: Ask, _: &u64, _: &SourceVersion) -> Result<(), String> {
        Ok(())
    }

    fn draft(&self, _: &String, facts: &Facts<Garden>) -> Result<Watering, NoDraft> {
        match WRONG.get() {
            "a reason that is the engine's" => {
                let reason = STOPS_WITH.get().to_owned().try_into().unwrap();
                Err(NoDraft { reason, detail: String::new() })
            }
            "a reason of its own" => {
                let reason = Code::own("it_rains").unwrap();
                Err(NoDraft { reason, detail: "no need to water".to_owned() })
            }
            _ => Ok(Watering { litres: *facts.get(Weather).unwrap() }),
        }
    }

    fn args(draft: &Watering) -> u64 {
        draft.litres
    }

    fn would_change(&self, permit: SimulationPermit<'_, Garden>) -> bool {
        permit.draft().litres > 0
    }
}

fn tenant() -> Tenant {
    Tenant::new("kitchen").unwrap()
}

fn opening() -> Opening {
    let requester = Requester::new("watering-agent").unwrap();
    Opening {
        tenant: tenant(),
        run_id: run_id("W-1"),
        requester,
        policy: Policy::default(),
        overrides: None,
    }
}

fn request() -> Loose {
    Loose::parse(r#""water the beans""#).unwrap()
}

fn looked_up(ledger: &mut MemoryLedger) -> Run<Garden, countersign::phase::LookedUp> {
    let opened = Run::open(&Garden, opening(), &request()).unwrap();
    let mut in_flight = opened.then_reserve(Weather).save(ledger).unwrap().unwrap();
    let answer = in_flight.attempt().unwrap().found(3);
    let observed = in_flight.observe(answer).unwrap().save(ledger).unwrap().unwrap();
    let Observed::Complete(looked_up) = observed else { panic!("the fact is there") };
    looked_up
}

#[test]
fn a_domain_from_outside_gets_to_its_review() {
    let mut ledger = MemoryLedger::new();
    let drafted = looked_up(&mut ledger).draft(&Garden, tick(5)).unwrap();
    let review = drafted.save(&mut ledger).unwrap().unwrap();
    assert!(review.review_text().contains("litres: 3"));
    assert!(format!("{review:?}").contains("W-1"));
}

#[test]
fn a_draft_waits_for_every_fact() {
    WRONG.set("nothing, and asks for more");
    let mut ledger = MemoryLedger::new();
    let opened = Run::open(&Garden, opening(), &request()).unwrap();
    let mut in_flight = opened.then_reserve(Weather).save(&mut ledger).unwrap().unwrap();
    let answer = in_flight.attempt().unwrap().found(3);
    let observed = in_flight.observe(answer).unwrap().save(&mut ledger).unwrap().unwrap();
    let Observed::MoreToRead(validated) = observed else { panic!("the soil is not known") };
    let mut in_flight = validated.reserve(Ask::Soil).save(&mut ledger).unwrap().unwrap();
    let answer = in_flight.attempt().unwrap().found(7);
    let observed = in_flight.observe(answer).unwrap().save(&mut ledger).unwrap().unwrap();
    let Observed::Complete(looked_up) = observed else { panic!("every fact is there") };
    let facts = looked_up.facts().unwrap();
    assert_eq!((facts.get(Weather), facts.get(Ask::Soil)), (Some(&3), Some(&7)));
}

#[test]
fn a_domain_stops_a_run_for_a_reason_of_its_own() {
    let mut ledger = MemoryLedger::new();
    let looked_up = looked_up(&mut ledger);
    WRONG.set("a reason of its own");
    let drafted = looked_up.draft(&Garden, tick(5)).unwrap();
    let stopped = drafted.save(&mut ledger).unwrap().unwrap_err();
    assert_eq!(stopped.stop_reason().code.as_str(), "it_rains");
    let again = resume::<Garden, _>(&mut ledger, &tenant(), &run_id("W-1")).unwrap().unwrap();
    assert_eq!(again.phase(), "STOPPED");
}

#[test]
fn a_move_that_the_domain_spoilt_is_never_handed_out() {
    for wrong in ["a draft that can not be read", "a reason that is the engine's"] {
        let mut ledger = MemoryLedger::new();
        WRONG.set("");
        let looked_up = looked_up(&mut ledger);
        WRONG.set(wrong);
        let mut unsaved = looked_up.draft(&Garden, tick(5)).unwrap();
        // However often it is tried.
        for _ in 0..3 {
            let not_saved = unsaved.save(&mut ledger).unwrap_err();
            assert_eq!(not_saved.error.code(), &Code::DOMAIN_FAULT, "{wrong}");
            unsaved = *not_saved.unsaved;
        }
        assert_eq!(ledger.events(&tenant(), &run_id("W-1")).unwrap().len(), 3, "{wrong}");
    }
}

#[test]
fn a_draft_stops_a_run_with_no_code_that_is_not_a_domains_to_give() {
    for Entry { code, stopped_by, .. } in Entry::all() {
        let mut ledger = MemoryLedger::new();
        WRONG.set("");
        let looked_up = looked_up(&mut ledger);
        WRONG.set("a reason that is the engine's");
        STOPS_WITH.set(code);
        let saved = looked_up.draft(&Garden, tick(5)).unwrap().save(&mut ledger);
        if *stopped_by == Some(StoppedBy::DomainToo) {
            assert_eq!(saved.unwrap().unwrap_err().stop_reason().code.as_str(), *code);
        } else {
            assert_eq!(saved.unwrap_err().error.code(), &Code::DOMAIN_FAULT, "{code}");
        }
    }
}

#[test]
fn what_the_domain_can_no_longer_read_is_no_damage() {
    let mut ledger = MemoryLedger::new();
    let drafted = looked_up(&mut ledger).draft(&Garden, tick(5)).unwrap();
    drop(drafted.save(&mut ledger).unwrap().unwrap());
    WRONG.set("a draft that can not be read");
    let error = resume::<Garden, _>(&mut ledger, &tenant(), &run_id("W-1")).unwrap_err();
    assert_eq!(error.code(), &Code::DOMAIN_FAULT);
    assert!(error.to_string().contains("run W-1, revision 4"), "{error}");
}

#[test]
fn lookups_that_break_the_rules_are_refused_before_anything_is_opened() {
    for wrong in ["no lookup", "a lookup named as the draft", "a lookup with a bad name"] {
        WRONG.set(wrong);
        let refused = Run::open(&Garden, opening(), &request()).unwrap_err();
        assert_eq!(refused.code(), &Code::DOMAIN_FAULT, "{wrong}");
    }
}
