//! A ledger written from outside, for pages in memory; torn, where it is told to be.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use countersign::conformance::LedgerExample;
use countersign::domain::NoEffect;
use countersign::event::SavedEvent;
use countersign::ledger::{Database, Head, Ledger, LedgerError, LedgerTx, Mark, Token, TxError};
use countersign::{Code, RunId, Tenant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Torn {
    Nowhere,
    HasATenant,
    DropsMarksOfByteOrder,
    EndsAfterAHundred,
    LooksAtRevisionsAlone,
    KeepsEventsOfWhatWasGivenUp,
    PassesOverRefusals,
    ReceiptOutside,
    MarkOutside,
    EffectOutside,
    EffectStays,
    SecondReceipt,
    SpendsTwice,
    KeepsTheFirstNo,
    ReceiptsOfAll,
    JoinsIds,
    ListsAllAsWaiting,
    SortsRuns,
    ListsTenantsByRun,
    ForgetsTokens,
    ForgetsAtClosing,
    ActsOnWhatItRead,
    ReadsFromMemory,
    AppendsNothingAfterAnEffect,
    ListsWhatEverWaited,
    JoinsIdsByAColon,
    OneReceiptForAllTenants,
    KeepsTheFirstToken,
    EndsAfterFiveHundred,
    ListsByLatestMove,
    JoinsIdsOfReceipts,
    ReceiptsWithoutCase,
    OneMarkATenant,
    ForgetsMarksAtClosing,
    ForgetsReceiptsAtClosing,
}

/// In the order of the promises.
pub(crate) const FLAWS: &[(Torn, &str)] = &[
    (Torn::HasATenant, "starts-empty"),
    (Torn::DropsMarksOfByteOrder, "kept-as-given"),
    (Torn::EndsAfterAHundred, "long-run"),
    (Torn::LooksAtRevisionsAlone, "revision-conflict"),
    (Torn::KeepsEventsOfWhatWasGivenUp, "events-together"),
    (Torn::PassesOverRefusals, "no-half-transaction"),
    (Torn::ReceiptOutside, "receipt-inside"),
    (Torn::MarkOutside, "marks-inside"),
    (Torn::EffectOutside, "effect-inside"),
    (Torn::EffectStays, "effect-undone"),
    (Torn::SecondReceipt, "one-receipt"),
    (Torn::SpendsTwice, "spent-once"),
    (Torn::KeepsTheFirstNo, "latest-no"),
    (Torn::ReceiptsOfAll, "tenants-apart"),
    (Torn::JoinsIds, "ids-as-bytes"),
    (Torn::ListsAllAsWaiting, "waiting-runs"),
    (Torn::SortsRuns, "order-of-runs"),
    (Torn::ListsTenantsByRun, "all-tenants"),
    (Torn::ForgetsTokens, "saved-again"),
    (Torn::ForgetsAtClosing, "opened-again"),
    (Torn::ActsOnWhatItRead, "rivals"),
    (Torn::ReadsFromMemory, "damage"),
    (Torn::AppendsNothingAfterAnEffect, "whole-runs"),
];

/// Narrower tears, and the promise that each breaks; some break another as well.
pub(crate) const NARROW: &[(Torn, &str)] = &[
    (Torn::EndsAfterFiveHundred, "long-run"),
    (Torn::OneMarkATenant, "latest-no"),
    (Torn::OneReceiptForAllTenants, "tenants-apart"),
    (Torn::JoinsIdsByAColon, "ids-as-bytes"),
    (Torn::JoinsIdsOfReceipts, "ids-as-bytes"),
    (Torn::ReceiptsWithoutCase, "ids-as-bytes"),
    (Torn::ListsWhatEverWaited, "waiting-runs"),
    (Torn::ListsByLatestMove, "order-of-runs"),
    (Torn::KeepsTheFirstToken, "saved-again"),
    (Torn::ForgetsMarksAtClosing, "opened-again"),
    (Torn::ForgetsReceiptsAtClosing, "opened-again"),
];

#[derive(Clone, Default)]
struct Written {
    runs: Vec<(Tenant, RunId, Vec<(SavedEvent, Token)>)>,
    receipts: BTreeMap<(String, RunId), String>,
    spent: BTreeMap<(Tenant, String), RunId>,
    rejected: BTreeMap<(Tenant, String), RunId>,
    effects: u64,
}

pub(crate) struct Pages {
    torn: Torn,
    written: Rc<RefCell<Written>>,
    /// As this ledger last saw them.
    remembered: Written,
}

pub(crate) enum PagesDb {}

impl Database for PagesDb {
    type Tx<'t> = PagesTx;
    type Handle<'t> = u64;
}

pub(crate) struct PagesTx {
    torn: Torn,
    shared: Rc<RefCell<Written>>,
    written: Written,
    failed: Option<LedgerError>,
    had_an_effect: bool,
}

impl Written {
    fn run(&self, torn: Torn, tenant: &Tenant, run_id: &RunId) -> &[(SavedEvent, Token)] {
        let joined = |tenant: &Tenant, run_id: &RunId| format!("{tenant}/{run_id}");
        let is_it = |(t, r, _): &&(Tenant, RunId, Vec<(SavedEvent, Token)>)| match torn {
            Torn::JoinsIds => joined(t, r) == joined(tenant, run_id),
            Torn::JoinsIdsByAColon => format!("{t}:{r}") == format!("{tenant}:{run_id}"),
            _ => t == tenant && r == run_id,
        };
        self.runs.iter().find(is_it).map_or(&[], |(.., events)| events)
    }

    fn events(&self) -> usize {
        self.runs.iter().map(|(.., events)| events.len()).sum()
    }

    fn append(
        &mut self,
        torn: Torn,
        tenant: &Tenant,
        run_id: &RunId,
        event: SavedEvent,
        token: Token,
    ) {
        let place = self.runs.iter().position(|(t, r, _)| t == tenant && r == run_id);
        if let Some(place) = place.filter(|_| torn == Torn::ListsByLatestMove) {
            let run = self.runs.remove(place);
            self.runs.push(run);
        }
        match self.runs.iter_mut().find(|(t, r, _)| t == tenant && r == run_id) {
            Some((.., events)) => events.push((event, token)),
            None => self.runs.push((tenant.clone(), run_id.clone(), vec![(event, token)])),
        }
    }

    fn receipt(&self, torn: Torn, tenant: &Tenant, run_id: &RunId) -> Option<String> {
        let own = self.receipts.get(&receipt_key(torn, tenant, run_id));
        let of_any =
            || self.receipts.iter().find(|((_, id), _)| id == run_id).map(|(_, text)| text);
        own.or_else(|| if torn == Torn::ReceiptsOfAll { of_any() } else { None }).cloned()
    }

    fn marked(&self, tenant: &Tenant, mark: Mark<'_>) -> Option<RunId> {
        match mark {
            Mark::SpentApproval(id) => self.spent.get(&(tenant.clone(), id.to_string())).cloned(),
            Mark::RejectedArgs(args) => {
                self.rejected.get(&(tenant.clone(), args.to_string())).cloned()
            }
        }
    }

    /// `None` where an approval was spent before.
    fn mark(&mut self, torn: Torn, tenant: &Tenant, mark: Mark<'_>, run_id: &RunId) -> Option<()> {
        let run_id = run_id.clone();
        match mark {
            Mark::SpentApproval(id) => {
                let key = (tenant.clone(), id.to_string());
                if self.spent.contains_key(&key) && torn != Torn::SpendsTwice {
                    return None;
                }
                if torn == Torn::OneMarkATenant {
                    self.spent.retain(|(t, _), _| *t != key.0);
                }
                self.spent.insert(key, run_id);
            }
            Mark::RejectedArgs(args) => {
                let key = (tenant.clone(), args.to_string());
                if torn == Torn::OneMarkATenant {
                    self.rejected.retain(|(t, _), _| *t != key.0);
                }
                if !(self.rejected.contains_key(&key) && torn == Torn::KeepsTheFirstNo) {
                    self.rejected.insert(key, run_id);
                }
            }
        }
        Some(())
    }
}

fn receipt_key(torn: Torn, tenant: &Tenant, run_id: &RunId) -> (String, RunId) {
    if torn == Torn::JoinsIdsOfReceipts {
        return (String::new(), RunId::new(&format!("{tenant}/{run_id}")).unwrap());
    }
    if torn == Torn::ReceiptsWithoutCase {
        return (
            tenant.as_str().to_lowercase(),
            RunId::new(&run_id.as_str().to_lowercase()).unwrap(),
        );
    }
    (tenant.to_string(), run_id.clone())
}

impl PagesTx {
    fn fail<T>(&mut self, error: LedgerError) -> Result<T, LedgerError> {
        if self.torn != Torn::PassesOverRefusals {
            self.failed = Some(error.clone());
        }
        Err(error)
    }
}

impl LedgerTx for PagesTx {
    type Db = PagesDb;

    fn head(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Option<Head>, LedgerError> {
        Ok(self.written.run(self.torn, tenant, run_id).last().map(|(event, token)| Head {
            revision: event.revision,
            digest: event.digest,
            token: if self.torn == Torn::ForgetsTokens {
                [0; 16]
            } else if self.torn == Torn::KeepsTheFirstToken {
                self.written.run(self.torn, tenant, run_id)[0].1
            } else {
                *token
            },
        }))
    }

    fn append(
        &mut self,
        tenant: &Tenant,
        run_id: &RunId,
        event: &SavedEvent,
        token: Token,
    ) -> Result<(), LedgerError> {
        if self.torn == Torn::AppendsNothingAfterAnEffect && self.had_an_effect {
            return self.fail(LedgerError::new(Code::LEDGER_FAILED, "the effect was the last"));
        }
        let head = self.head(tenant, run_id)?;
        let revision = head.map_or(0, |head| head.revision);
        let checked = match self.torn {
            Torn::LooksAtRevisionsAlone if event.revision == revision + 1 => Ok(()),
            _ => Head::check_next(head.as_ref(), run_id, event),
        };
        if let Err(error) = checked {
            return self.fail(error);
        }
        let mut event = event.clone();
        if self.torn == Torn::DropsMarksOfByteOrder {
            event.body = event.body.replace('\u{feff}', "");
        }
        self.written.append(self.torn, tenant, run_id, event, token);
        Ok(())
    }

    fn receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
    ) -> Result<Option<String>, LedgerError> {
        Ok(self.written.receipt(self.torn, tenant, operation_id))
    }

    fn keep_receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
        receipt: &str,
    ) -> Result<(), LedgerError> {
        let key = receipt_key(self.torn, tenant, operation_id);
        if self.torn == Torn::OneReceiptForAllTenants
            && self.written.receipts.keys().any(|(_, r)| r == operation_id)
        {
            return self.fail(LedgerError::new(Code::LEDGER_DAMAGED, "a second receipt"));
        }
        if self.written.receipts.contains_key(&key) && self.torn != Torn::SecondReceipt {
            return self.fail(LedgerError::new(Code::LEDGER_DAMAGED, "a second receipt"));
        }
        if self.torn == Torn::ReceiptOutside {
            self.shared.borrow_mut().receipts.insert(key.clone(), receipt.to_owned());
        }
        self.written.receipts.insert(key, receipt.to_owned());
        Ok(())
    }

    fn marked(&mut self, tenant: &Tenant, mark: Mark<'_>) -> Result<Option<RunId>, LedgerError> {
        Ok(self.written.marked(tenant, mark))
    }

    fn set_mark(
        &mut self,
        tenant: &Tenant,
        mark: Mark<'_>,
        run_id: &RunId,
    ) -> Result<(), LedgerError> {
        if self.torn == Torn::MarkOutside {
            self.shared.borrow_mut().mark(self.torn, tenant, mark, run_id);
        }
        match self.written.mark(self.torn, tenant, mark, run_id) {
            Some(()) => Ok(()),
            None => self.fail(LedgerError::new(Code::LEDGER_DAMAGED, "spent twice")),
        }
    }

    fn effect(
        &mut self,
        effect: impl FnOnce(&mut u64) -> Result<(), NoEffect>,
    ) -> Result<(), NoEffect> {
        let before = self.written.effects;
        self.had_an_effect = true;
        let done = effect(&mut self.written.effects);
        if done.is_err() && self.torn != Torn::EffectStays {
            self.written.effects = before;
        }
        if self.torn == Torn::EffectOutside {
            self.shared.borrow_mut().effects = self.written.effects;
        }
        done
    }
}

impl Pages {
    fn seen(&self) -> Written {
        let written = self.written.borrow();
        match self.torn {
            // It looks whether there are more, and not whether they are the same.
            Torn::ReadsFromMemory if written.events() == self.remembered.events() => {
                self.remembered.clone()
            }
            _ => written.clone(),
        }
    }
}

impl Ledger for Pages {
    type Db = PagesDb;

    fn transact<R>(
        &mut self,
        body: impl FnOnce(&mut PagesTx) -> Result<R, LedgerError>,
    ) -> Result<R, TxError> {
        let mut tx = PagesTx {
            torn: self.torn,
            shared: Rc::clone(&self.written),
            written: match self.torn {
                Torn::ActsOnWhatItRead => self.remembered.clone(),
                _ => self.seen(),
            },
            failed: None,
            had_an_effect: false,
        };
        let done = body(&mut tx);
        if done.is_err() && tx.failed.is_none() && self.torn == Torn::KeepsEventsOfWhatWasGivenUp {
            self.written.borrow_mut().runs.clone_from(&tx.written.runs);
        }
        let done = done.map_err(TxError::Before)?;
        if let Some(error) = tx.failed {
            return Err(TxError::Before(error));
        }
        self.remembered = tx.written.clone();
        *self.written.borrow_mut() = tx.written;
        Ok(done)
    }

    fn events(&mut self, tenant: &Tenant, run_id: &RunId) -> Result<Vec<SavedEvent>, LedgerError> {
        let most = if self.torn == Torn::EndsAfterAHundred {
            100
        } else if self.torn == Torn::EndsAfterFiveHundred {
            500
        } else {
            usize::MAX
        };
        let seen = self.seen();
        self.remembered = seen.clone();
        let events = seen.run(self.torn, tenant, run_id).iter().take(most);
        Ok(events.map(|(event, _)| event.clone()).collect())
    }

    fn receipt(
        &mut self,
        tenant: &Tenant,
        operation_id: &RunId,
    ) -> Result<Option<String>, LedgerError> {
        Ok(self.seen().receipt(self.torn, tenant, operation_id))
    }

    fn marked(&mut self, tenant: &Tenant, mark: Mark<'_>) -> Result<Option<RunId>, LedgerError> {
        Ok(self.seen().marked(tenant, mark))
    }

    fn reconnect(&mut self) {}

    fn runs(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        let seen = self.seen();
        let theirs = seen.runs.iter().filter(|(t, ..)| t == tenant);
        let mut runs: Vec<RunId> = theirs.map(|(_, run_id, _)| run_id.clone()).collect();
        if self.torn == Torn::SortsRuns {
            runs.sort();
        }
        Ok(runs)
    }

    fn pending(&mut self, tenant: &Tenant) -> Result<Vec<RunId>, LedgerError> {
        let all = self.torn == Torn::ListsAllAsWaiting;
        let waits = |events: &[(SavedEvent, Token)]| {
            all || self.torn == Torn::ListsWhatEverWaited
                && events.iter().any(|(e, _)| e.phase() == Ok("REVIEW"))
                || events.last().is_some_and(|(event, _)| event.phase() == Ok("REVIEW"))
        };
        let seen = self.seen();
        let theirs = seen.runs.iter().filter(|(t, _, events)| t == tenant && waits(events));
        Ok(theirs.map(|(_, run_id, _)| run_id.clone()).collect())
    }

    fn tenants(&mut self) -> Result<Vec<Tenant>, LedgerError> {
        let mut tenants: Vec<Tenant> = self.seen().runs.iter().map(|(t, ..)| t.clone()).collect();
        if self.torn == Torn::HasATenant {
            tenants.push(Tenant::new("somebody").unwrap());
        }
        tenants.sort();
        if self.torn != Torn::ListsTenantsByRun {
            tenants.dedup();
        }
        Ok(tenants)
    }
}

pub(crate) struct Book(pub(crate) Torn);

impl Book {
    fn pages(&self, written: Rc<RefCell<Written>>) -> Pages {
        let remembered = written.borrow().clone();
        Pages { torn: self.0, written, remembered }
    }
}

impl LedgerExample for Book {
    type Ledger = Pages;

    fn name(&self) -> String {
        "pages".to_owned()
    }

    fn ledger(&self) -> Result<Pages, LedgerError> {
        Ok(self.pages(Rc::default()))
    }

    fn write(&self, handle: &mut u64) -> Result<(), NoEffect> {
        *handle += 1;
        Ok(())
    }

    fn times_written(&self, ledger: &mut Pages) -> Result<u64, LedgerError> {
        Ok(ledger.written.borrow().effects)
    }

    fn open_again(&self, ledger: Pages) -> Result<Pages, LedgerError> {
        match self.0 {
            Torn::ForgetsAtClosing => self.ledger(),
            Torn::ForgetsMarksAtClosing => {
                {
                    let mut w = ledger.written.borrow_mut();
                    w.spent.clear();
                    w.rejected.clear();
                }
                Ok(self.pages(ledger.written))
            }
            Torn::ForgetsReceiptsAtClosing => {
                ledger.written.borrow_mut().receipts.clear();
                Ok(self.pages(ledger.written))
            }
            _ => Ok(self.pages(ledger.written)),
        }
    }

    fn connect_again(&self, ledger: &Pages) -> Result<Option<Pages>, LedgerError> {
        Ok(Some(self.pages(Rc::clone(&ledger.written))))
    }

    fn damage(
        &self,
        ledger: &mut Pages,
        tenant: &Tenant,
        run_id: &RunId,
    ) -> Result<bool, LedgerError> {
        let mut written = ledger.written.borrow_mut();
        let run = written.runs.iter_mut().find(|(t, r, _)| t == tenant && r == run_id);
        let (event, _) = run.unwrap().2.last_mut().unwrap();
        event.body = event.body.replace("a text", "another");
        Ok(true)
    }
}
