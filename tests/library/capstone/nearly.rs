//! A scaffold that is filled but for a gap within one of its holes.

use std::cell::Cell;

use countersign::domain::{Commit, Domain, Effectful, Facts, NoDraft, NoEffect};
use countersign::domains::stock::{
    ReserveRequest, ReserveStock, Says, Stock, StockFact, StockLookup,
};
use countersign::ledger::{Sqlite, SqliteHandle, SqliteLedger};
use countersign::run::{CommitPermit, SimulationPermit};
use countersign::{Answer, Attempt, Code, Reviewer, SourceVersion};

use super::example::Reserves;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    None,
    UsesAnotherWarehouse,
    UsesAnotherSku,
    UsesTheOtherAnswer,
    TakesAnyWarehouse,
    TakesAnySku,
    ReadsTheStockOfAll,
    ReadsTheRuleOfAll,
}

/// Each of them, and the hole that it leaves.
pub(crate) const GAPS: &[(Gap, &str)] = &[
    (Gap::UsesAnotherWarehouse, "foreign-facts"),
    (Gap::UsesAnotherSku, "foreign-facts"),
    (Gap::UsesTheOtherAnswer, "foreign-facts"),
    (Gap::TakesAnyWarehouse, "request-rules"),
    (Gap::TakesAnySku, "request-rules"),
    (Gap::ReadsTheStockOfAll, "tenants-read"),
    (Gap::ReadsTheRuleOfAll, "tenants-read"),
];

thread_local! {
    pub(crate) static GAP: Cell<Gap> = const { Cell::new(Gap::None) };
}

fn has(gap: Gap) -> bool {
    GAP.get() == gap
}

pub(crate) struct Nearly(Stock);

impl Domain for Nearly {
    const NAME: &'static str = "nearly";
    const ACTION: &'static str = "nearly.reserve";
    const VERSION: u64 = 1;
    type Request = ReserveRequest;
    type Lookup = StockLookup;
    type Fact = StockFact;
    type Draft = ReserveStock;
    type Args = ReserveStock;

    fn source_version(&self) -> SourceVersion {
        self.0.source_version()
    }

    fn may_decide(&self, reviewer: &Reviewer) -> bool {
        self.0.may_decide(reviewer)
    }

    fn check_request(request: &ReserveRequest) -> Result<(), String> {
        let mut request = request.clone();
        if has(Gap::TakesAnyWarehouse) {
            "WH-A".clone_into(&mut request.warehouse);
        }
        if has(Gap::TakesAnySku) {
            "SKU-7".clone_into(&mut request.sku);
        }
        Stock::check_request(&request)
    }

    fn check_fact(
        request: &ReserveRequest,
        lookup: StockLookup,
        fact: &StockFact,
        version: &SourceVersion,
    ) -> Result<(), String> {
        let mut fact = fact.clone();
        if has(Gap::UsesAnotherWarehouse) {
            fact.warehouse.clone_from(&request.warehouse);
        }
        if has(Gap::UsesAnotherSku) {
            fact.sku.clone_from(&request.sku);
        }
        let lookup = match fact.says {
            Says::Stock { .. } if has(Gap::UsesTheOtherAnswer) => StockLookup::Stock,
            Says::Rule { .. } if has(Gap::UsesTheOtherAnswer) => StockLookup::Rule,
            _ => lookup,
        };
        Stock::check_fact(request, lookup, &fact, version)
    }

    fn draft(
        &self,
        request: &ReserveRequest,
        facts: &Facts<Nearly>,
    ) -> Result<ReserveStock, NoDraft> {
        let no = |reason| NoDraft { reason, detail: String::new() };
        let says = |lookup| facts.get(lookup).unwrap().says;
        let (Says::Stock { available, version }, Says::Rule { largest }) =
            (says(StockLookup::Stock), says(StockLookup::Rule))
        else {
            return Err(no(Code::NOT_FOUND));
        };
        match request.quantity {
            quantity if quantity > available => Err(no(Code::INSUFFICIENT_STOCK)),
            quantity if quantity > largest => Err(no(Code::RULE_EXCEEDED)),
            quantity => Ok(ReserveStock {
                warehouse: request.warehouse.clone(),
                sku: request.sku.clone(),
                quantity,
                observed_version: version,
            }),
        }
    }

    fn args(draft: &ReserveStock) -> ReserveStock {
        draft.clone()
    }

    fn would_change(&self, _: SimulationPermit<'_, Nearly>) -> bool {
        true
    }
}

impl Effectful for Nearly {}

impl Commit<Sqlite> for Nearly {
    fn effect(
        &self,
        permit: CommitPermit<'_, Nearly>,
        tables: &mut SqliteHandle<'_>,
    ) -> Result<(), NoEffect> {
        let ReserveStock { warehouse, sku, quantity, observed_version } = permit.args();
        let deduct = "UPDATE stock SET available = available - ?5, version = version + 1
                      WHERE tenant = ?1 AND warehouse = ?2 AND sku = ?3
                      AND available >= ?5 AND version = ?4";
        let values = [
            permit.tenant().as_str().into(),
            warehouse.as_str().into(),
            sku.as_str().into(),
            i64::try_from(*observed_version).unwrap().into(),
            i64::try_from(*quantity).unwrap().into(),
        ];
        match tables.execute(deduct, &values)? {
            0 => Err(NoEffect::state_changed("it has changed")),
            _ => Ok(()),
        }
    }
}

impl Reserves for Nearly {
    fn of_edition(edition: u64) -> Nearly {
        Nearly(Stock::of_edition(edition))
    }

    fn look_up(ledger: &mut SqliteLedger, attempt: Attempt<'_, Nearly>) -> Answer<Nearly> {
        let (warehouse, sku) = (attempt.request().warehouse.clone(), attempt.request().sku.clone());
        let (sql, of_all) = match attempt.lookup() {
            StockLookup::Stock => {
                ("SELECT available, version FROM stock", has(Gap::ReadsTheStockOfAll))
            }
            StockLookup::Rule => ("SELECT largest FROM stock_rules", has(Gap::ReadsTheRuleOfAll)),
        };
        let whose = if of_all { "?1 = ?1" } else { "tenant = ?1" };
        let sql = format!("{sql} WHERE {whose} AND warehouse = ?2 AND sku = ?3");
        let place = [attempt.tenant().as_str(), &warehouse, &sku].map(Into::into);
        let row = ledger.query_row(&sql, &place).unwrap().unwrap_or_default();
        let numbers: Vec<u64> =
            row.iter().map(|value| value.as_integer().unwrap().try_into().unwrap()).collect();
        let says = match numbers[..] {
            [available, version] => Says::Stock { available, version },
            [largest] => Says::Rule { largest },
            _ => return attempt.not_found("the tenant has none"),
        };
        attempt.found(StockFact { warehouse, sku, says })
    }
}
