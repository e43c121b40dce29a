//! What the kit is told of a reservation: the same for the reference and for the scaffold.

use std::cell::RefCell;
use std::fmt::Display;
use std::marker::PhantomData;

use tempfile::TempDir;

use countersign::conformance::{EffectExample, Example};
use countersign::domain::{Commit, Domain};
use countersign::domains::capstone::scaffold::Scaffold;
use countersign::domains::stock::{
    REVIEWER, ReserveRequest, ReserveStock, Says, Stock, StockFact, StockLookup,
};
use countersign::ledger::{LedgerError, Sqlite, SqliteLedger, Value};
use countersign::{Answer, Attempt, Code, Reviewer, Tenant};

/// A domain that reserves stock, whoever has written it.
pub(super) trait Reserves:
    Commit<Sqlite>
    + Domain<
        Request = ReserveRequest,
        Lookup = StockLookup,
        Fact = StockFact,
        Draft = ReserveStock,
        Args = ReserveStock,
    >
{
    fn of_edition(edition: u64) -> Self;
    fn look_up(ledger: &mut SqliteLedger, attempt: Attempt<'_, Self>) -> Answer<Self>;
}

impl Reserves for Stock {
    fn of_edition(edition: u64) -> Stock {
        Stock::of_edition(edition)
    }

    fn look_up(ledger: &mut SqliteLedger, attempt: Attempt<'_, Stock>) -> Answer<Stock> {
        Stock::look_up(ledger, attempt)
    }
}

impl Reserves for Scaffold {
    fn of_edition(edition: u64) -> Scaffold {
        Scaffold::of_edition(edition)
    }

    fn look_up(ledger: &mut SqliteLedger, attempt: Attempt<'_, Scaffold>) -> Answer<Scaffold> {
        Scaffold::look_up(ledger, attempt)
    }
}

/// Ledgers in temporary folders, with ten of one SKU in one warehouse.
pub(super) struct Reservations<D> {
    folders: RefCell<Vec<TempDir>>,
    domain: PhantomData<fn() -> D>,
}

impl<D> Default for Reservations<D> {
    fn default() -> Reservations<D> {
        Reservations { folders: RefCell::default(), domain: PhantomData }
    }
}

const PLACE: [&str; 2] = ["WH-A", "SKU-7"];
const AVAILABLE: i64 = 10;
const QUANTITY: i64 = 3;
const LARGEST: i64 = 5;

fn request([warehouse, sku]: [&str; 2], quantity: impl Display) -> String {
    format!(r#"{{"warehouse":"{warehouse}","sku":"{sku}","quantity":{quantity}}}"#)
}

fn place_of(tenant: &Tenant) -> Vec<Value> {
    [tenant.as_str()].into_iter().chain(PLACE).map(Value::from).collect()
}

impl<D: Reserves> Example for Reservations<D> {
    type Domain = D;
    type Ledger = SqliteLedger;

    fn domain(&self) -> D {
        D::of_edition(1)
    }

    fn moved_domain(&self) -> Option<D> {
        Some(D::of_edition(2))
    }

    fn ledger(&self, tenants: &[Tenant]) -> Result<SqliteLedger, LedgerError> {
        let failed = |error: std::io::Error| LedgerError::new(Code::FILE_FAILED, error.to_string());
        let folder = tempfile::tempdir().map_err(failed)?;
        let path = folder.path().join("stock.ledger");
        let mut ledger = SqliteLedger::open_with(path, Stock::TABLES)?;
        self.folders.borrow_mut().push(folder);
        for tenant in tenants {
            ledger.change_tables(|tables| {
                let stock = "INSERT INTO stock VALUES (?1, ?2, ?3, ?4, 4)";
                let rule = "INSERT INTO stock_rules VALUES (?1, ?2, ?3, ?4)";
                let with = |number: i64| [place_of(tenant), vec![number.into()]].concat();
                tables.execute(stock, &with(AVAILABLE))?;
                tables.execute(rule, &with(LARGEST))
            })?;
        }
        Ok(ledger)
    }

    fn request(&self) -> String {
        request(PLACE, QUANTITY)
    }

    fn invalid_requests(&self) -> Vec<String> {
        ["0", "1000001", "-3", "3.5", "\"3\"", "null"]
            .map(|quantity| request(PLACE, quantity))
            .into_iter()
            .chain(
                [["two words", "SKU-7"], ["WH-A", "two words"]]
                    .map(|place| request(place, QUANTITY)),
            )
            .collect()
    }

    fn undraftable_requests(&self) -> Vec<(String, Code)> {
        vec![
            (request(PLACE, AVAILABLE + 1), Code::INSUFFICIENT_STOCK),
            (request(PLACE, LARGEST + 1), Code::RULE_EXCEEDED),
        ]
    }

    fn answer(&self, ledger: &mut SqliteLedger, attempt: Attempt<'_, D>) -> Answer<D> {
        D::look_up(ledger, attempt)
    }

    fn foreign_facts(&self, lookup: StockLookup) -> Vec<StockFact> {
        let (stock, rule) =
            (Says::Stock { available: 500, version: 4 }, Says::Rule { largest: 500 });
        let (says, says_the_other) = match lookup {
            StockLookup::Stock => (stock, rule),
            StockLookup::Rule => (rule, stock),
        };
        let [warehouse, sku] = PLACE;
        [("WH-B", sku, says), (warehouse, "SKU-8", says), (warehouse, sku, says_the_other)]
            .map(|(warehouse, sku, says)| StockFact {
                warehouse: warehouse.to_owned(),
                sku: sku.to_owned(),
                says,
            })
            .into()
    }

    fn reviewer(&self) -> Reviewer {
        REVIEWER
    }
}

impl<D: Reserves> EffectExample for Reservations<D> {
    fn times_carried_out(
        &self,
        ledger: &mut SqliteLedger,
        tenant: &Tenant,
    ) -> Result<u64, LedgerError> {
        let sql = "SELECT available FROM stock WHERE tenant = ?1 AND warehouse = ?2 AND sku = ?3";
        let row = ledger.query_row(sql, &place_of(tenant))?;
        let available = row.as_deref().and_then(|row| row.first()?.as_integer());
        let taken = AVAILABLE.saturating_sub(available.unwrap_or(AVAILABLE));
        Ok(u64::try_from(taken / QUANTITY).unwrap_or(0))
    }

    fn change_what_was_read(
        &self,
        ledger: &mut SqliteLedger,
        tenant: &Tenant,
    ) -> Result<(), LedgerError> {
        ledger.change_tables(|tables| {
            let change = "UPDATE stock SET version = version + 1
                          WHERE tenant = ?1 AND warehouse = ?2 AND sku = ?3";
            tables.execute(change, &place_of(tenant))
        })?;
        Ok(())
    }
}
