//! A ledger in memory: for tests, rehearsals and examples. It ends with its value.

use std::collections::BTreeMap;

use crate::event::SavedEvent;
use crate::id::{RunId, Tenant};
use crate::ledger::{Database, Head, Ledger, LedgerError, LedgerTx, Token, TxError};
use crate::phase::{Phase as _, Review};

/// Events in memory.
#[derive(Debug, Default)]
pub struct MemoryLedger {
    runs: BTreeMap<(Tenant, RunId), Vec<(SavedEvent, Token)>>,
    /// The keys of `runs`, in the order in which they came.
    opened: Vec<(Tenant, RunId)>,
}

impl MemoryLedger {
    /// An empty ledger.
    #[must_use]
    pub fn new() -> MemoryLedger {
        MemoryLedger::default()
    }
}

/// The database of a [`MemoryLedger`].
#[derive(Debug)]
pub enum Memory {}

impl Database for Memory {
    type Tx<'t> = MemoryTx<'t>;
}

/// A transaction of a [`MemoryLedger`]: what is written stays aside until the end.
#[derive(Debug)]
pub struct MemoryTx<'t> {
    ledger: &'t mut MemoryLedger,
    written: Vec<(Tenant, RunId, SavedEvent, Token)>,
}

impl MemoryTx<'_> {
    fn commit(self) {
        for (tenant, run_id, event, token) in self.written {
            let key = (tenant, run_id);
            if !self.ledger.runs.contains_key(&key) {
                self.ledger.opened.push(key.clone());
            }
            self.ledger.runs.entry(key).or_default().push((event, token));
        }
    }
}

impl LedgerTx for MemoryTx<'_> {
    fn head(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Option<Head>, LedgerError> {
        let written = self.written.iter().rev().find(|(t, r, ..)| t == tenant && r == run_id);
        let last = match written {
            Some((.., event, token)) => Some((event, token)),
            None => self.ledger.saved(tenant, run_id).last().map(|(event, token)| (event, token)),
        };
        Ok(last.map(|(event, token)| Head {
            revision: event.revision,
            digest: event.digest,
            token: *token,
        }))
    }

    fn append(
        &mut self,
        tenant: &Tenant,
        run_id: &RunId,
        event: &SavedEvent,
        token: Token,
    ) -> Result<(), LedgerError> {
        let head = self.head(tenant, run_id)?;
        Head::check_next(head.as_ref(), run_id, event)?;
        self.written.push((tenant.clone(), run_id.clone(), event.clone(), token));
        Ok(())
    }
}

impl MemoryLedger {
    fn saved(&self, tenant: &Tenant, run_id: &RunId) -> &[(SavedEvent, Token)] {
        self.runs.get(&(tenant.clone(), run_id.clone())).map_or(&[], Vec::as_slice)
    }

    fn waits_for_a_decision(&self, key: &(Tenant, RunId)) -> bool {
        let last = self.runs.get(key).and_then(|events| events.last());
        last.is_some_and(|(event, _)| event.phase() == Ok(Review::NAME))
    }
}

#[diagnostic::do_not_recommend]
impl Ledger for MemoryLedger {
    type Db = Memory;

    fn transact<R>(
        &mut self,
        body: impl FnOnce(&mut MemoryTx<'_>) -> Result<R, LedgerError>,
    ) -> Result<R, TxError> {
        let mut tx = MemoryTx { ledger: self, written: Vec::new() };
        let result = body(&mut tx).map_err(TxError::Before)?;
        tx.commit();
        Ok(result)
    }

    fn events(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Vec<SavedEvent>, LedgerError> {
        Ok(self.saved(tenant, run_id).iter().map(|(event, _)| event.clone()).collect())
    }

    fn runs(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        let theirs = self.opened.iter().filter(|(t, _)| t == tenant);
        Ok(theirs.map(|(_, run_id)| run_id.clone()).collect())
    }

    fn pending(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        let theirs = self.opened.iter().filter(|(t, _)| t == tenant);
        let waiting = theirs.filter(|key| self.waits_for_a_decision(key));
        Ok(waiting.map(|(_, run_id)| run_id.clone()).collect())
    }

    fn tenants(&mut self) -> Result<Vec<Tenant>, LedgerError> {
        let mut tenants: Vec<Tenant> = self.runs.keys().map(|(tenant, _)| tenant.clone()).collect();
        tenants.dedup();
        Ok(tenants)
    }
}
