//! A ledger in memory: for tests, rehearsals and examples. It ends with its value.

use std::collections::BTreeMap;

use crate::domain::NoEffect;
use crate::event::SavedEvent;
use crate::id::{RunId, Tenant};
use crate::ledger::{Database, Head, Ledger, LedgerError, LedgerTx, Mark, Token, TxError};
use crate::phase::{Phase as _, Review};

/// Events in memory, and named values for domains that have an effect.
///
/// ```
/// use countersign::ledger::MemoryLedger;
///
/// let mut ledger = MemoryLedger::new();
/// ledger.set_value("stock/SKU-7", "10");
/// assert_eq!(ledger.value("stock/SKU-7"), Some("10"));
/// ```
#[derive(Default)]
pub struct MemoryLedger {
    runs: BTreeMap<(Tenant, RunId), Vec<(SavedEvent, Token)>>,
    /// The keys of `runs`, in the order in which they came.
    opened: Vec<(Tenant, RunId)>,
    aside: Aside,
}

/// What is kept beside the events.
#[derive(Clone, Default)]
struct Aside {
    receipts: BTreeMap<(Tenant, RunId), String>,
    spent: BTreeMap<(Tenant, [u8; 16]), RunId>,
    rejected: BTreeMap<(Tenant, [u8; 32]), RunId>,
    values: BTreeMap<String, String>,
}

impl Aside {
    fn marked(&self, tenant: &Tenant, mark: Mark<'_>) -> Option<RunId> {
        let tenant = tenant.clone();
        match mark {
            Mark::SpentApproval(id) => self.spent.get(&(tenant, *id.as_bytes())).cloned(),
            Mark::RejectedArgs(args) => self.rejected.get(&(tenant, *args.as_bytes())).cloned(),
        }
    }
}

impl MemoryLedger {
    /// An empty ledger.
    #[must_use]
    pub fn new() -> MemoryLedger {
        MemoryLedger::default()
    }

    /// A domain's value, as its effects left it.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.aside.values.get(name).map(String::as_str)
    }

    /// Sets a domain's value outside of any run, as its source would.
    pub fn set_value(&mut self, name: &str, value: &str) {
        self.aside.values.insert(name.to_owned(), value.to_owned());
    }
}

/// What an effect works with in a [`MemoryLedger`]: named values.
pub struct MemoryHandle<'t>(&'t mut BTreeMap<String, String>);

impl std::fmt::Debug for MemoryHandle<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryHandle").finish_non_exhaustive()
    }
}

impl MemoryHandle<'_> {
    /// A value.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets a value.
    pub fn set_value(&mut self, name: &str, value: &str) {
        self.0.insert(name.to_owned(), value.to_owned());
    }
}

/// How much there is in it, and nothing of what.
impl std::fmt::Debug for MemoryLedger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryLedger").field("runs", &self.runs.len()).finish_non_exhaustive()
    }
}

/// The database of a [`MemoryLedger`].
#[derive(Debug)]
pub enum Memory {}

impl Database for Memory {
    type Tx<'t> = MemoryTx<'t>;
    type Handle<'t> = MemoryHandle<'t>;
}

/// A transaction of a [`MemoryLedger`]: what is written stays aside until the end.
pub struct MemoryTx<'t> {
    ledger: &'t mut MemoryLedger,
    written: Vec<(Tenant, RunId, SavedEvent, Token)>,
    /// A copy, from the first time that it is written to.
    aside: Option<Aside>,
    /// The first error: after it nothing is committed, also where `body` passes over it.
    failed: Option<LedgerError>,
}

impl std::fmt::Debug for MemoryTx<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryTx").field("written", &self.written.len()).finish_non_exhaustive()
    }
}

impl MemoryTx<'_> {
    fn fail(&mut self, error: LedgerError) -> LedgerError {
        self.failed.get_or_insert(error).clone()
    }

    fn aside(&self) -> &Aside {
        self.aside.as_ref().unwrap_or(&self.ledger.aside)
    }

    fn aside_mut(&mut self) -> &mut Aside {
        self.aside.get_or_insert_with(|| self.ledger.aside.clone())
    }

    fn commit(self) {
        if let Some(aside) = self.aside {
            self.ledger.aside = aside;
        }
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
    type Db = Memory;

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
        Head::check_next(head.as_ref(), run_id, event).map_err(|error| self.fail(error))?;
        self.written.push((tenant.clone(), run_id.clone(), event.clone(), token));
        Ok(())
    }

    fn receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
    ) -> Result<Option<String>, LedgerError> {
        Ok(self.aside().receipts.get(&(tenant.clone(), operation_id.clone())).cloned())
    }

    fn keep_receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
        receipt: &str,
    ) -> Result<(), LedgerError> {
        let key = (tenant.clone(), operation_id.clone());
        match self.aside_mut().receipts.insert(key, receipt.to_owned()) {
            None => Ok(()),
            Some(_) => {
                Err(self.fail(LedgerError::damaged(tenant, operation_id, "a second receipt")))
            }
        }
    }

    fn marked(&mut self, tenant: &Tenant, mark: Mark<'_>) -> Result<Option<RunId>, LedgerError> {
        Ok(self.aside().marked(tenant, mark))
    }

    fn set_mark(
        &mut self,
        tenant: &Tenant,
        mark: Mark<'_>,
        run_id: &RunId,
    ) -> Result<(), LedgerError> {
        let aside = self.aside_mut();
        let (key, run) = (tenant.clone(), run_id.clone());
        let before = match mark {
            Mark::SpentApproval(id) => aside.spent.insert((key, *id.as_bytes()), run),
            Mark::RejectedArgs(args) => {
                aside.rejected.insert((key, *args.as_bytes()), run);
                None
            }
        };
        match before {
            None => Ok(()),
            Some(_) => {
                Err(self.fail(LedgerError::damaged(tenant, run_id, "an approval is spent twice")))
            }
        }
    }

    fn effect(
        &mut self,
        effect: impl FnOnce(&mut MemoryHandle<'_>) -> Result<(), NoEffect>,
    ) -> Result<(), NoEffect> {
        let values = &mut self.aside_mut().values;
        let before = values.clone();
        let done = effect(&mut MemoryHandle(values));
        if done.is_err() {
            *values = before;
        }
        done
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
        let mut tx = MemoryTx { ledger: self, written: Vec::new(), aside: None, failed: None };
        let result = body(&mut tx).map_err(TxError::Before)?;
        if let Some(error) = tx.failed {
            return Err(TxError::Before(error));
        }
        tx.commit();
        Ok(result)
    }

    fn events(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Vec<SavedEvent>, LedgerError> {
        Ok(self.saved(tenant, run_id).iter().map(|(event, _)| event.clone()).collect())
    }

    fn receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
    ) -> Result<Option<String>, LedgerError> {
        Ok(self.aside.receipts.get(&(tenant.clone(), operation_id.clone())).cloned())
    }

    fn marked(&mut self, tenant: &Tenant, mark: Mark<'_>) -> Result<Option<RunId>, LedgerError> {
        Ok(self.aside.marked(tenant, mark))
    }

    fn reconnect(&mut self) {}

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
