//! The stock: a quantity of an SKU is reserved in a warehouse, once a person has agreed to exactly
//! that. A real effect, and written against the public interface alone, as a domain of yours would
//! be: a test compiles these files from outside. To begin with a domain of your own, copy `mod.rs` and
//! `source.rs`, and leave `exercise.rs` and `scenario.rs`: they rest on a key that everybody knows, and
//! that verifies for the tenants of the exercises alone.
//!
//! Two lookups are needed, and they say different things: `get_stock` how much there is, and of
//! which version; `get_rule` how much one reservation may take, which is asked for the draft alone.
//! Reserving has two things as its condition, that enough is there and that it is of the version that
//! was read.
//!
//! ```
//! use countersign::domains::stock::Stock;
//! use countersign::{domain::Domain, ledger::SqliteLedger};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("ledger.sqlite3");
//! let mut ledger = SqliteLedger::open_with(&path, Stock::TABLES)?;
//! ledger.change_tables(|tables| {
//!     let add = "INSERT INTO stock VALUES (?1, ?2, ?3, 10, 4)";
//!     tables.execute(add, &["north-depot".into(), "WH-A".into(), "SKU-7".into()])
//! })?;
//! assert_eq!(Stock::ACTION, "stock.reserve");
//! # Ok::<(), countersign::Error>(())
//! ```

#[cfg(feature = "exercises")]
mod exercise;
#[cfg(feature = "exercises")]
mod scenario;
mod source;

use countersign::domain::{Commit, Domain, Effectful, Facts, Lookup, NoDraft, NoEffect};
use countersign::id::is_id;
use countersign::json::MAX_INTEGER;
use countersign::ledger::{Part, Sqlite, SqliteHandle};
use countersign::run::{CommitPermit, SimulationPermit};
use countersign::{Code, InvalidId, Reviewer, SourceVersion};
use serde::{Deserialize, Serialize};

#[cfg(feature = "exercises")]
pub use exercise::{TENANT, exercise};
#[cfg(feature = "exercises")]
pub use scenario::Scenario;

/// Who may decide here, and nobody else.
pub const REVIEWER: Reviewer = Reviewer::from_static("depot-reviewer");

/// The largest quantity that can be asked for at all, whatever the rule says.
pub const MAX_QUANTITY: u64 = 1_000_000;

/// The stock of every tenant, as a domain.
#[derive(Clone, Copy, Debug)]
pub struct Stock {
    edition: u64,
}

impl Default for Stock {
    fn default() -> Stock {
        Stock::of_edition(1)
    }
}

/// What can be looked up. Both are required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockLookup {
    /// `get_stock`.
    Stock,
    /// `get_rule`.
    Rule,
}

impl Lookup for StockLookup {
    fn all() -> &'static [StockLookup] {
        &[StockLookup::Stock, StockLookup::Rule]
    }

    fn name(self) -> &'static str {
        match self {
            StockLookup::Stock => "get_stock",
            StockLookup::Rule => "get_rule",
        }
    }
}

/// What is asked for: tenant, operation id and requester are the caller's to set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReserveRequest {
    /// In which warehouse.
    pub warehouse: String,
    /// Of what.
    pub sku: String,
    /// How much: 1 to [`MAX_QUANTITY`].
    pub quantity: u64,
}

/// What one lookup says. Each fact carries what it is about: those of one warehouse never serve
/// another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StockFact {
    /// In which warehouse.
    pub warehouse: String,
    /// Of what.
    pub sku: String,
    /// What is said of it.
    pub says: Says,
}

/// The answers to the two lookups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Says {
    /// To `get_stock`: how much there is, and of which version. Every change makes the next one.
    Stock {
        /// How much there is.
        available: u64,
        /// Of which version.
        version: u64,
    },
    /// To `get_rule`.
    Rule {
        /// The largest quantity that one reservation may take.
        largest: u64,
    },
}

/// The proposal, which is carried out to the field. The operation id is bound beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReserveStock {
    /// In which warehouse.
    pub warehouse: String,
    /// Of what.
    pub sku: String,
    /// How much.
    pub quantity: u64,
    /// The version that was read: taking from any other is not what was agreed to.
    pub observed_version: u64,
}

impl Stock {
    /// The stock under another edition of its books: what was read under an earlier one is not
    /// decided on any more.
    #[must_use]
    pub const fn of_edition(edition: u64) -> Stock {
        Stock { edition }
    }

    /// The tables that the stock and its rules are kept in.
    pub const TABLES: &'static [Part] = &[
        Part {
            name: "stock",
            sql: "CREATE TABLE stock (
            tenant TEXT NOT NULL,
            warehouse TEXT NOT NULL,
            sku TEXT NOT NULL,
            available INTEGER NOT NULL CHECK (available >= 0),
            version INTEGER NOT NULL,
            PRIMARY KEY (tenant, warehouse, sku)
        ) STRICT, WITHOUT ROWID",
        },
        Part {
            name: "stock_rules",
            sql: "CREATE TABLE stock_rules (
            tenant TEXT NOT NULL,
            warehouse TEXT NOT NULL,
            sku TEXT NOT NULL,
            largest INTEGER NOT NULL,
            PRIMARY KEY (tenant, warehouse, sku)
        ) STRICT, WITHOUT ROWID",
        },
    ];
}

impl Domain for Stock {
    const NAME: &'static str = "stock";
    const ACTION: &'static str = "stock.reserve";
    const VERSION: u64 = 1;

    type Request = ReserveRequest;
    type Lookup = StockLookup;
    type Fact = StockFact;
    type Draft = ReserveStock;
    type Args = ReserveStock;

    #[allow(clippy::expect_used, reason = "it is short, and of letters, digits and a hyphen")]
    fn source_version(&self) -> SourceVersion {
        SourceVersion::new(&format!("stock-v{}", self.edition))
            .expect("a word and a number are an id")
    }

    fn may_decide(&self, reviewer: &Reviewer) -> bool {
        *reviewer == REVIEWER
    }

    fn check_request(request: &ReserveRequest) -> Result<(), String> {
        for (name, text) in [("warehouse", &request.warehouse), ("sku", &request.sku)] {
            if !is_id(text) {
                return Err(format!("{name}: {InvalidId}"));
            }
        }
        if !(1..=MAX_QUANTITY).contains(&request.quantity) {
            return Err(format!("quantity: not from 1 to {MAX_QUANTITY}"));
        }
        Ok(())
    }

    fn check_fact(
        request: &ReserveRequest,
        lookup: StockLookup,
        fact: &StockFact,
        _: &SourceVersion,
    ) -> Result<(), String> {
        if fact.warehouse != request.warehouse {
            return Err("the answer is about another warehouse".to_owned());
        }
        if fact.sku != request.sku {
            return Err("the answer is about another SKU".to_owned());
        }
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
        facts: &Facts<Stock>,
    ) -> Result<ReserveStock, NoDraft> {
        let no = |reason, detail: String| NoDraft { reason, detail };
        let says = |lookup| facts.get(lookup).map(|fact| fact.says);
        let (Some(Says::Stock { available, version }), Some(Says::Rule { largest })) =
            (says(StockLookup::Stock), says(StockLookup::Rule))
        else {
            return Err(no(Code::NOT_FOUND, "one of the two was not read".to_owned()));
        };
        let quantity = request.quantity;
        if quantity > available {
            let detail = format!("{quantity} are asked for, {available} are there");
            return Err(no(Code::INSUFFICIENT_STOCK, detail));
        }
        if quantity > largest {
            let detail = format!("{quantity} are asked for, one reservation may take {largest}");
            return Err(no(Code::RULE_EXCEEDED, detail));
        }
        Ok(ReserveStock {
            warehouse: request.warehouse.clone(),
            sku: request.sku.clone(),
            quantity,
            observed_version: version,
        })
    }

    fn args(draft: &ReserveStock) -> ReserveStock {
        draft.clone()
    }

    fn would_change(&self, _: SimulationPermit<'_, Stock>) -> bool {
        true
    }
}

impl Effectful for Stock {}

impl Commit<Sqlite> for Stock {
    /// Deducts the quantity if so much is there, and of the version that was read. The largest quantity
    /// is a rule for drafts: one that is lowered after the approval stops nothing here.
    ///
    /// To try: leave `AND version = ?4` out of the statement. The scenario `moved` then takes from a
    /// stock that somebody has changed, and its test is red: that there is enough does not say that
    /// it is the stock which was read.
    fn effect(
        &self,
        permit: CommitPermit<'_, Stock>,
        tables: &mut SqliteHandle<'_>,
    ) -> Result<(), NoEffect> {
        let ReserveStock { warehouse, sku, quantity, observed_version } = permit.args();
        let number = |number: u64| {
            i64::try_from(number).map_err(|_| NoEffect::state_changed("no stock has such a number"))
        };
        let deduct = "UPDATE stock SET available = available - ?5, version = version + 1
                      WHERE tenant = ?1 AND warehouse = ?2 AND sku = ?3
                      AND available >= ?5 AND version = ?4";
        let values = [
            permit.tenant().as_str().into(),
            warehouse.as_str().into(),
            sku.as_str().into(),
            number(*observed_version)?.into(),
            number(*quantity)?.into(),
        ];
        match tables.execute(deduct, &values)? {
            0 => Err(NoEffect::state_changed("there is not enough any more, or another version")),
            _ => Ok(()),
        }
    }
}
