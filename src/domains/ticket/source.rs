//! Where the tickets are read from: the ledger's own file, on a connection that can not write.

use std::path::Path;

use crate::code::Code;
use crate::domains::ticket::{TicketFact, Tickets};
use crate::id::Tenant;
use crate::ledger::{LedgerError, SqliteLedger, Value};
use crate::run::{Answer, Attempt};

/// The tickets, to be read. Both lookups read the same table here; in service each has a source of
/// its own.
#[derive(Debug)]
pub struct TicketSource {
    file: SqliteLedger,
}

impl TicketSource {
    /// Reads the tickets in a ledger's file.
    ///
    /// # Errors
    /// As [`SqliteLedger::open_read_only`].
    pub fn open(path: &Path) -> Result<TicketSource, LedgerError> {
        Ok(TicketSource { file: SqliteLedger::open_read_only(path)? })
    }

    /// Answers a lookup, under the tenant of its run. Of another tenant's ticket nothing is said,
    /// not even that there is one.
    pub fn look_up(&mut self, attempt: Attempt<'_, Tickets>) -> Answer<Tickets> {
        match self.read(attempt.tenant(), &attempt.request().resource) {
            Ok(Some(fact)) => attempt.found(fact),
            Ok(None) => attempt
                .barred(Code::NO_AUTHORIZED_RESOURCE, "the tenant has no ticket of this name"),
            Err(error) => attempt.temporary(error.detail()),
        }
    }

    fn read(&mut self, tenant: &Tenant, resource: &str) -> Result<Option<TicketFact>, LedgerError> {
        let sql = "SELECT status, version, duplicate_of FROM tickets
                   WHERE tenant = ?1 AND resource = ?2";
        let row = self.file.query_row(sql, &[tenant.as_str().into(), resource.into()])?;
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
}
