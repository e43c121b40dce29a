//! The seven scenarios: what goes wrong in each, and who makes it so.

use countersign::domains::Named;
use countersign::domains::teaching::{Change, Fault, Staging};
use countersign::json::Canonical;
use countersign::ledger::{Loss, SqliteLedger, Value};
use countersign::planner::{Baseline, Candidate, PREPARE_DRAFT, Planner, Scripted};
use countersign::{Code, Error};
use serde_json::json;

use super::Stock;
use super::exercise::{SKU, TENANT, WAREHOUSE};

/// Another warehouse of the same tenant, where there is more.
const OTHER_WAREHOUSE: &str = "WH-B";
const OTHER_AVAILABLE: i64 = 500;

const VERSION: i64 = 4;
const LARGEST: i64 = 5;

/// What is to go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// Nothing.
    Enough,
    /// Less is there than is asked for.
    Short,
    /// What was signed is not the quantity that the ledger holds.
    ChangedQty,
    /// Somebody has put more there since it was read: there is enough, of another version.
    Moved,
    /// The commit gets through, its answer is lost.
    AfterCommit,
    /// The operation is delivered twice.
    Redelivered,
    /// The planner offers facts that were read from another warehouse.
    OtherWarehouse,
}

impl Named for Scenario {
    const KIND: &'static str = "scenario";

    const ALL: &'static [Scenario] = &[
        Scenario::Enough,
        Scenario::Short,
        Scenario::ChangedQty,
        Scenario::Moved,
        Scenario::AfterCommit,
        Scenario::Redelivered,
        Scenario::OtherWarehouse,
    ];

    fn name(self) -> &'static str {
        match self {
            Scenario::Enough => "enough",
            Scenario::Short => "short",
            Scenario::ChangedQty => "changed-qty",
            Scenario::Moved => "moved",
            Scenario::AfterCommit => "after-commit",
            Scenario::Redelivered => "redelivered",
            Scenario::OtherWarehouse => "other-warehouse",
        }
    }
}

impl Scenario {
    /// How it is staged.
    ///
    /// # Errors
    /// None; [`Error`] is that of a value which can not be written as canonical JSON.
    pub fn staging(self) -> Result<Staging<Stock>, Error> {
        Ok(Staging {
            scenario: self.name(),
            filling: self.filling(),
            planner: self.planner()?,
            source: |file| {
                let mut ledger = SqliteLedger::open_read_only(file)?;
                Ok(Box::new(move |attempt| Stock::look_up(&mut ledger, attempt)))
            },
            fault: self.fault(),
        })
    }

    /// The stock of both warehouses and their rule, put there the first time. The request is the
    /// same in every scenario, as it has one operation id: it is the stock that is short.
    fn filling(self) -> Vec<Change> {
        let available = if self == Scenario::Short { 2 } else { 10 };
        let add = |sql, warehouse: &str, numbers: &[i64]| {
            let place = [TENANT.as_str(), warehouse, SKU].map(Value::from);
            let numbers = numbers.iter().map(|number| Value::from(*number));
            Change { sql, values: place.into_iter().chain(numbers).collect() }
        };
        let stock = "INSERT INTO stock (tenant, warehouse, sku, available, version)
                     VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
        let rule = "INSERT INTO stock_rules (tenant, warehouse, sku, largest)
                    VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
        vec![
            add(stock, WAREHOUSE, &[available, VERSION]),
            add(stock, OTHER_WAREHOUSE, &[OTHER_AVAILABLE, VERSION]),
            add(rule, WAREHOUSE, &[LARGEST]),
            add(rule, OTHER_WAREHOUSE, &[LARGEST]),
        ]
    }

    /// Who proposes the next operation.
    fn planner(self) -> Result<Box<dyn Planner>, Error> {
        if self != Scenario::OtherWarehouse {
            return Ok(Box::new(Baseline));
        }
        let read_elsewhere = json!({
            "warehouse": OTHER_WAREHOUSE,
            "sku": SKU,
            "says": { "stock": { "available": OTHER_AVAILABLE, "version": VERSION } },
        });
        let offer = Candidate::new(PREPARE_DRAFT, Canonical::of(&read_elsewhere)?);
        let plain = Candidate::plain;
        Ok(Box::new(Scripted::new(plain("get_stock"), vec![plain("get_rule"), offer])))
    }

    fn fault(self) -> Fault {
        match self {
            Scenario::Enough => Fault::Nothing,
            Scenario::Short => Fault::StopOnTheWay(Code::INSUFFICIENT_STOCK),
            Scenario::ChangedQty => Fault::OtherArgsSigned,
            Scenario::Moved => Fault::Meddling(Change {
                sql: "UPDATE stock SET available = 12, version = 5
                      WHERE tenant = ?1 AND warehouse = ?2 AND sku = ?3 AND version = 4",
                values: vec![TENANT.as_str().into(), WAREHOUSE.into(), SKU.into()],
            }),
            Scenario::AfterCommit => Fault::AnswerLost(Loss::AfterCommit),
            Scenario::Redelivered => Fault::DeliveredTwice,
            Scenario::OtherWarehouse => Fault::StopOnTheWay(Code::INVALID_ACTION),
        }
    }
}
