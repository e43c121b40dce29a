//! Where the stock and its rules are read from: the tables in a ledger's file.

use countersign::ledger::{LedgerError, SqliteLedger, Value};
use countersign::{Answer, Attempt, Code};

use super::{Says, Stock, StockFact, StockLookup};

impl Stock {
    /// Answers a lookup, under the tenant of its run. Of another tenant's stock nothing is said, not
    /// even that there is any. A ledger that is open for reading alone will do.
    pub fn look_up(ledger: &mut SqliteLedger, attempt: Attempt<'_, Stock>) -> Answer<Stock> {
        let asked = attempt.request();
        let values = [
            attempt.tenant().as_str().into(),
            asked.warehouse.as_str().into(),
            asked.sku.as_str().into(),
        ];
        let (warehouse, sku) = (asked.warehouse.clone(), asked.sku.clone());
        match read(ledger, attempt.lookup(), &values) {
            Ok(Some(says)) => attempt.found(StockFact { warehouse, sku, says }),
            Ok(None) => attempt.barred(
                Code::NO_AUTHORIZED_RESOURCE,
                "the tenant has no such SKU in the warehouse",
            ),
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
            "SELECT available, version FROM stock
             WHERE tenant = ?1 AND warehouse = ?2 AND sku = ?3"
        }
        StockLookup::Rule => {
            "SELECT largest FROM stock_rules
             WHERE tenant = ?1 AND warehouse = ?2 AND sku = ?3"
        }
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
