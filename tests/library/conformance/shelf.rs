//! Shelves, from which items are taken; with a flaw, where it is told to have one.

use std::cell::Cell;
use std::collections::BTreeMap;

use countersign::domain::{Commit, Domain, Effectful, Facts, Lookup, NoDraft, NoEffect};
use countersign::ledger::{Memory, MemoryHandle};
use countersign::run::{CommitPermit, SimulationPermit};
use countersign::{Code, Reviewer, SourceVersion};
use serde::{Deserialize, Deserializer, Serialize};

use super::flaws::{COUNT, FLAW, Flaw, OUTSIDE, has};

/// Who has the row that comes first.
pub(crate) const FIRST_ROW: &str = "first row";

pub(crate) fn counted() -> u64 {
    COUNT.set(COUNT.get() + 1);
    COUNT.get()
}

#[derive(Default)]
pub(crate) struct Shelf {
    pub(crate) moved: bool,
    pub(crate) drafted: Cell<bool>,
}

/// Two that are to say the same: what is on the shelf, and what somebody else has counted there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Shelf,
    Recount,
}

impl Lookup for Look {
    fn all() -> &'static [Look] {
        &[Look::Shelf, Look::Recount]
    }

    fn name(self) -> &'static str {
        match self {
            Look::Shelf => "get_shelf",
            Look::Recount => "get_recount",
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Request {
    pub(crate) item: String,
    quantity: u64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    labels: BTreeMap<String, bool>,
}

impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Request, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Strict {
            item: String,
            quantity: u64,
            #[serde(default)]
            labels: BTreeMap<String, bool>,
        }
        #[derive(Deserialize)]
        struct Lax {
            item: String,
            quantity: u64,
        }
        if has(Flaw::DropsUnknownFields) {
            return Lax::deserialize(from).map(|Lax { item, quantity }| Request {
                item,
                quantity,
                labels: BTreeMap::new(),
            });
        }
        Strict::deserialize(from).map(|Strict { item, quantity, labels }| Request {
            item,
            quantity,
            labels,
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fact {
    pub(crate) item: String,
    pub(crate) available: u64,
    pub(crate) version: u64,
    pub(crate) reading: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draft {
    pub(crate) args: Args,
    pub(crate) left: u64,
    pub(crate) count: u64,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    pub(crate) item: String,
    pub(crate) quantity: u64,
    pub(crate) version: u64,
    pub(crate) reading: u64,
}

impl Domain for Shelf {
    const NAME: &'static str = "shelf";
    const ACTION: &'static str = "shelf.take";
    const VERSION: u64 = 1;
    type Request = Request;
    type Lookup = Look;
    type Fact = Fact;
    type Draft = Draft;
    type Args = Args;

    fn source_version(&self) -> SourceVersion {
        SourceVersion::new(if self.moved { "shelves-2" } else { "shelves-1" }).unwrap()
    }

    fn may_decide(&self, reviewer: &Reviewer) -> bool {
        match FLAW.get() {
            Flaw::LetsAnybodyDecide => true,
            Flaw::KnowsNoCase => reviewer.as_str().eq_ignore_ascii_case("keeper"),
            Flaw::KnowsTheStranger => {
                !["conformance-stranger", "KEEPER"].contains(&reviewer.as_str())
            }
            _ => reviewer.as_str() == "keeper",
        }
    }

    fn check_request(request: &Request) -> Result<(), String> {
        if has(Flaw::RefusesEverything) || request.quantity == 0 && !has(Flaw::TakesNone) {
            return Err("quantity: at least 1".to_owned());
        }
        Ok(())
    }

    fn check_fact(
        request: &Request,
        lookup: Look,
        fact: &Fact,
        _: &SourceVersion,
    ) -> Result<(), String> {
        let is_this_shelf = match FLAW.get() {
            Flaw::UsesOtherShelves => true,
            Flaw::UsesOtherRecounts if lookup == Look::Recount => true,
            Flaw::KnowsOnePlateApart => fact.item != "a plate",
            _ => fact.item == request.item,
        };
        if is_this_shelf { Ok(()) } else { Err("it is another shelf".to_owned()) }
    }

    fn draft(&self, request: &Request, facts: &Facts<Shelf>) -> Result<Draft, NoDraft> {
        let fact = facts.get(Look::Shelf).unwrap();
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
        let tenants = match FLAW.get() {
            Flaw::TakesFromEverybody => {
                vec![permit.tenant().to_string(), "conformance-south".into()]
            }
            Flaw::TakesTheFirstRow => {
                values.value(FIRST_ROW).map(str::to_owned).into_iter().collect()
            }
            _ => vec![permit.tenant().to_string()],
        };
        for tenant in &tenants {
            let Some((available, found)) = shelf(values.value(&name(tenant, item))) else {
                continue;
            };
            if found != *version && !has(Flaw::ForgetsTheVersion) || available < *quantity {
                return Err(NoEffect::state_changed("the shelf is not as it was"));
            }
            if has(Flaw::ActsOutside) {
                OUTSIDE.with_borrow_mut(|done| {
                    done.insert((tenant.clone(), permit.operation_id().to_string()))
                });
                continue;
            }
            let left = format!("{} {}", available - quantity, found + 1);
            values.set_value(&name(tenant, item), &left);
        }
        Ok(())
    }
}

pub(crate) fn name(tenant: &str, item: &str) -> String {
    format!("{tenant}/{item}")
}

/// How many there are, and the version.
pub(crate) fn shelf(value: Option<&str>) -> Option<(u64, u64)> {
    let (available, version) = value?.split_once(' ')?;
    Some((available.parse().ok()?, version.parse().ok()?))
}
