//! The learner's scaffold: a reservation of stock, with holes. It compiles and runs, and believes
//! nearly everything that it is told.
//!
//! Each hole is marked with the name of the promise that it breaks. Fill them from top to bottom;
//! `check --module scaffold` says which are left, in this order. Delete a hole's comment with the hole.
//! The request, the facts and the draft are those of the [`stock`](crate::domains::stock), which is
//! also where to look when stuck.
//!
//! ```
//! use countersign::domain::Domain;
//! use countersign::domains::capstone::scaffold::Scaffold;
//! use countersign::domains::stock::ReserveRequest;
//!
//! let nothing = ReserveRequest { warehouse: "".into(), sku: "".into(), quantity: 0 };
//! println!("{:?}", Scaffold::check_request(&nothing)); // `Ok`, until the first hole is filled
//! ```

use countersign::domain::{Commit, Domain, Effectful, Facts, NoDraft, NoEffect};
use countersign::domains::stock::{ReserveRequest, ReserveStock, Says, StockFact, StockLookup};
use countersign::json::MAX_INTEGER;
use countersign::ledger::{LedgerError, Sqlite, SqliteHandle, SqliteLedger, Value};
use countersign::run::{CommitPermit, SimulationPermit};
use countersign::{Answer, Attempt, Code, Reviewer, SourceVersion};

/// A reservation of stock, with holes.
#[derive(Clone, Copy, Debug)]
pub struct Scaffold {
    #[expect(dead_code, reason = "until the hole source-moved is filled")]
    edition: u64,
}

impl Scaffold {
    /// The stock under an edition of its books.
    #[must_use]
    pub const fn of_edition(edition: u64) -> Scaffold {
        Scaffold { edition }
    }
}

#[diagnostic::do_not_recommend]
impl Domain for Scaffold {
    const NAME: &'static str = "scaffold";
    const ACTION: &'static str = "scaffold.reserve";
    const VERSION: u64 = 1;

    type Request = ReserveRequest;
    type Lookup = StockLookup;
    type Fact = StockFact;
    type Draft = ReserveStock;
    type Args = ReserveStock;

    fn check_request(_request: &ReserveRequest) -> Result<(), String> {
        // HOLE request-rules: warehouse and SKU are ids, as `countersign::id::is_id` knows them, and
        // the quantity is 1 to a million. Say what is wrong, for a person.
        Ok(())
    }

    fn check_fact(
        _request: &ReserveRequest,
        lookup: StockLookup,
        fact: &StockFact,
        _source_version: &SourceVersion,
    ) -> Result<(), String> {
        // HOLE foreign-facts: a fact about another warehouse or another SKU serves nobody here.
        let fits = match (lookup, fact.says) {
            (StockLookup::Stock, Says::Stock { available, version }) => {
                // The version that a reservation would make has to be a number that can be read.
                available <= MAX_INTEGER && version < MAX_INTEGER
            }
            (StockLookup::Rule, Says::Rule { largest }) => largest <= MAX_INTEGER,
            _ => return Err("the answer is to the other lookup".to_owned()),
        };
        if fits { Ok(()) } else { Err(format!("a number is beyond {MAX_INTEGER}")) }
    }

    fn draft(
        &self,
        request: &ReserveRequest,
        facts: &Facts<Scaffold>,
    ) -> Result<ReserveStock, NoDraft> {
        let no = |reason, detail: &str| NoDraft { reason, detail: detail.to_owned() };
        let says = |lookup| facts.get(lookup).map(|fact| fact.says);
        let (Some(Says::Stock { version, .. }), Some(Says::Rule { .. })) =
            (says(StockLookup::Stock), says(StockLookup::Rule))
        else {
            return Err(no(Code::NOT_FOUND, "one of the two was not read"));
        };
        // HOLE draft-rules: more than is there is insufficient_stock, and more than one reservation
        // may take is rule_exceeded.
        Ok(ReserveStock {
            warehouse: request.warehouse.clone(),
            sku: request.sku.clone(),
            quantity: request.quantity,
            observed_version: version,
        })
    }

    fn args(draft: &ReserveStock) -> ReserveStock {
        draft.clone()
    }

    fn may_decide(&self, _reviewer: &Reviewer) -> bool {
        // HOLE reviewers: only the depot-reviewer decides.
        true
    }

    fn source_version(&self) -> SourceVersion {
        // HOLE source-moved: the version has the edition in it, so that an approval does not
        // outlive the books that the draft rests on. The edition is read then: delete the
        // `#[expect(dead_code)]` above it, or the compiler warns of it.
        const { SourceVersion::from_static("scaffold-v1") }
    }

    fn would_change(&self, _: SimulationPermit<'_, Scaffold>) -> bool {
        true
    }
}

impl Scaffold {
    /// Answers a lookup.
    pub fn look_up(ledger: &mut SqliteLedger, attempt: Attempt<'_, Scaffold>) -> Answer<Scaffold> {
        // HOLE tenants-read: whose stock is it? `attempt.tenant()` knows. Hand it on to `read`, and
        // ask for it in both statements there.
        let asked = attempt.request();
        let (warehouse, sku) = (asked.warehouse.clone(), asked.sku.clone());
        match read(ledger, attempt.lookup(), &[warehouse.as_str().into(), sku.as_str().into()]) {
            Ok(Some(says)) => attempt.found(StockFact { warehouse, sku, says }),
            Ok(None) => attempt.barred(Code::NO_AUTHORIZED_RESOURCE, "there is no such stock"),
            Err(error) => attempt.temporary(error.detail()),
        }
    }
}

fn read(
    ledger: &mut SqliteLedger,
    lookup: StockLookup,
    values: &[Value],
) -> Result<Option<Says>, LedgerError> {
    let sql = match lookup {
        StockLookup::Stock => {
            "SELECT available, version FROM stock WHERE warehouse = ?1 AND sku = ?2"
        }
        StockLookup::Rule => "SELECT largest FROM stock_rules WHERE warehouse = ?1 AND sku = ?2",
    };
    let Some(row) = ledger.query_row(sql, values)? else { return Ok(None) };
    let number = |value: &Value| u64::try_from(value.as_integer()?).ok();
    let says = match row.as_slice() {
        [available, version] => number(available)
            .zip(number(version))
            .map(|(available, version)| Says::Stock { available, version }),
        [largest] => number(largest).map(|largest| Says::Rule { largest }),
        _ => None,
    };
    let broken = || LedgerError::new(Code::LEDGER_DAMAGED, "the stock holds what it can not");
    says.map(Some).ok_or_else(broken)
}

#[diagnostic::do_not_recommend]
impl Effectful for Scaffold {}

impl Commit<Sqlite> for Scaffold {
    fn effect(
        &self,
        permit: CommitPermit<'_, Scaffold>,
        tables: &mut SqliteHandle<'_>,
    ) -> Result<(), NoEffect> {
        let ReserveStock { warehouse, sku, quantity, .. } = permit.args();
        let quantity = i64::try_from(*quantity)
            .map_err(|_| NoEffect::state_changed("no stock has such a number"))?;
        // HOLE stale-facts: what was read may have changed since: its version has to be the one
        // that was agreed to.
        // HOLE tenants-effect: whose stock is it? `permit.tenant()` knows.
        let deduct = "UPDATE stock SET available = available - ?3, version = version + 1
                      WHERE warehouse = ?1 AND sku = ?2 AND available >= ?3";
        let values = [warehouse.as_str().into(), sku.as_str().into(), quantity.into()];
        match tables.execute(deduct, &values)? {
            0 => Err(NoEffect::state_changed("there is not enough any more")),
            _ => Ok(()),
        }
    }
}
