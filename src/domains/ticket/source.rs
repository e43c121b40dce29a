//! Where the tickets are read from: the table in a ledger's file.

use crate::code::Code;
use crate::domains::ticket::{TicketFact, TicketLookup, Tickets};
use crate::id::Tenant;
use crate::ledger::{LedgerError, SqliteLedger, Value};
use crate::run::{Answer, Attempt};

impl Tickets {
    /// Answers a lookup, under the tenant of its run. Of another tenant's ticket nothing is said,
    /// not even that there is one. A ledger that is open for reading alone will do.
    ///
    /// Both lookups read the same table here; in service each has a source of its own. A third lookup
    /// has to say what it reads.
    pub fn look_up(ledger: &mut SqliteLedger, attempt: Attempt<'_, Tickets>) -> Answer<Tickets> {
        let read = match attempt.lookup() {
            TicketLookup::Case | TicketLookup::Registry => {
                read(ledger, attempt.tenant(), &attempt.request().resource)
            }
        };
        match read {
            Ok(Some(fact)) => attempt.found(fact),
            Ok(None) => attempt
                .barred(Code::NO_AUTHORIZED_RESOURCE, "the tenant has no ticket of this name"),
            Err(error) => attempt.temporary(error.detail()),
        }
    }
}

fn read(
    ledger: &mut SqliteLedger,
    tenant: &Tenant,
    resource: &str,
) -> Result<Option<TicketFact>, LedgerError> {
    let sql = "SELECT status, version, duplicate_of FROM tickets
               WHERE tenant = ?1 AND resource = ?2";
    let row = ledger.query_row(sql, &[tenant.as_str().into(), resource.into()])?;
    let Some([status, version, duplicate_of]) = row.as_deref() else { return Ok(None) };
    let fact = || {
        Some(TicketFact {
            resource: resource.to_owned(),
            status: status.as_text()?.to_owned(),
            version: u64::try_from(version.as_integer()?).ok()?,
            duplicate_of: duplicate_of.as_text().map(str::to_owned),
        })
    };
    let known = matches!(duplicate_of, Value::Null | Value::Text(_));
    let broken = || LedgerError::new(Code::LEDGER_DAMAGED, "a ticket holds what it can not");
    fact().filter(|_| known).map(Some).ok_or_else(broken)
}
