//! `Committing`: a write is charged and saved; effect, receipt, spent approval and event are one
//! transaction.

use crate::code::Code;
use crate::decision::{Envelope, Keyring, is_still_good};
use crate::domain::{Commit, Domain, NoEffect};
use crate::error::Reason;
use crate::event::{Move, Receipt};
use crate::id::{RunId, Tenant};
use crate::json::Canonical;
use crate::ledger::{Database, Ledger, LedgerError, LedgerTx, Mark, TxError};
use crate::phase::{Committed, Committing, PhaseName, Stopped, Unconfirmed};
use crate::run::unsaved::new_token;
use crate::run::{Core, Run, State, held, is_engines};
use crate::tick::Tick;

/// The right to carry approved args out, once. Lent inside the transaction of one commit, for the
/// length of one call.
pub struct CommitPermit<'run, D: Domain> {
    state: &'run State,
    args: &'run D::Args,
}

impl<D: Domain> CommitPermit<'_, D> {
    /// What to carry out: read from the very bytes that were decided on.
    #[must_use]
    pub fn args(&self) -> &D::Args {
        self.args
    }

    /// Whose it is.
    #[must_use]
    pub fn tenant(&self) -> &Tenant {
        &self.state.tenant
    }

    /// Under which id: the run's.
    #[must_use]
    pub fn operation_id(&self) -> &RunId {
        &self.state.run_id
    }
}

impl<D: Domain> std::fmt::Debug for CommitPermit<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let operation_id = self.state.run_id.as_str();
        f.debug_struct("CommitPermit").field("operation_id", &operation_id).finish_non_exhaustive()
    }
}

/// Where a commit leads, when it does not stop the run. Name both where you match: an answer that
/// was lost is neither a yes nor a no.
#[must_use = "the answer may have been lost: match, and look it up where it was; `let _ =` would forget a write in doubt"]
pub enum Delivered<D: Domain> {
    /// It is done, and there is a receipt.
    Confirmed(Run<D, Committed>),
    /// It is done or it is not: the answer to the transaction's own commit was lost or an error.
    AnswerLost(Run<D, Unconfirmed>),
}

/// A commit that for sure saved nothing. The run is in here: it can be tried again, unless the
/// error is `revision_conflict`: then another process has moved the run, and it is to be resumed.
/// [`commit`](Run::commit) says what else it can be.
#[must_use = "nothing was carried out: take `run` and commit again, or resume the run"]
pub struct NotCommitted<D: Domain> {
    /// Why.
    pub error: LedgerError,
    /// The run as it was.
    pub run: Box<Run<D, Committing>>,
}

impl<D: Domain> Run<D, Committing> {
    /// Carries out what was agreed to, in one transaction: receipt, key, time and approval are
    /// checked once more, then effect, receipt, spent approval and event are saved together or not
    /// at all. `clock` is asked inside the transaction, as waiting for it may have taken long.
    ///
    /// The inner `Err` is the run that stopped: that, too, is saved.
    ///
    /// # Errors
    /// [`NotCommitted`] where nothing was saved for sure: with the ledger's error;
    /// `revision_conflict` where another process has moved the run; `operation_conflict` where the
    /// receipt that is there is another operation's; `domain_fault` where the domain's own code
    /// broke a rule; `random_failed`. As in a save, `domain_fault` comes again however often it is
    /// tried.
    #[must_use = "the outcome comes out of here: use `??`, or match; `let _ =` would forget a write in doubt"]
    pub fn commit<L: Ledger>(
        mut self,
        domain: &D,
        keyring: &Keyring,
        clock: impl FnOnce() -> Tick,
        ledger: &mut L,
    ) -> Result<Result<Delivered<D>, Run<D, Stopped>>, NotCommitted<D>>
    where
        D: Commit<L::Db>,
    {
        let sent = ledger.transact(|tx| self.core.deliver(domain, keyring, clock, tx));
        match sent {
            Ok(Sent::Saved(state)) => {
                self.core.state = *state;
                Ok(self.hand_out())
            }
            Ok(Sent::ThereAlready) => self.replay(ledger),
            Err(TxError::AtCommit(error)) => {
                self.core.answer_lost = Some(error);
                Ok(Ok(Delivered::AnswerLost(Run::from_core(self.core))))
            }
            Err(TxError::Before(error)) => Err(NotCommitted { error, run: Box::new(self) }),
        }
    }

    fn hand_out(self) -> Result<Delivered<D>, Run<D, Stopped>> {
        if self.core.state.phase == PhaseName::Stopped {
            return Err(Run::from_core(self.core));
        }
        Ok(Delivered::Confirmed(Run::from_core(self.core)))
    }

    /// Another process was first: what it left is the answer.
    fn replay<L: Ledger>(
        self,
        ledger: &mut L,
    ) -> Result<Result<Delivered<D>, Run<D, Stopped>>, NotCommitted<D>> {
        match self.core.committed_by_another(ledger) {
            Ok(run) => Ok(Ok(Delivered::Confirmed(run))),
            Err(error) => Err(NotCommitted { error, run: Box::new(self) }),
        }
    }
}

/// What a transaction came to.
enum Sent {
    /// The event that follows from it, already taken in.
    Saved(Box<State>),
    /// The receipt was there.
    ThereAlready,
}

impl<D: Domain> Core<D> {
    fn deliver<Tx: LedgerTx>(
        &self,
        domain: &D,
        keyring: &Keyring,
        clock: impl FnOnce() -> Tick,
        tx: &mut Tx,
    ) -> Result<Sent, LedgerError>
    where
        D: Commit<Tx::Db>,
    {
        let state = &self.state;
        if self.receipt_is_there(tx)? {
            return Ok(Sent::ThereAlready);
        }
        self.expect_head(tx)?;
        let now = clock().max(state.latest); // ticks of a run never go back
        let made = match self.carry_out(domain, keyring, now, tx) {
            Ok(receipt) => (Move::Committed(receipt), None),
            Err(NoEffect::Because(reason)) => {
                (Move::Stopped { candidate: None, tick: Some(now) }, Some(reason))
            }
            Err(NoEffect::DatabaseFailed(error)) => return Err(error),
        };
        let (state, saved) = self.after(made)?;
        tx.append(&state.tenant, &state.run_id, &saved, new_token()?)?;
        Ok(Sent::Saved(Box::new(state)))
    }

    fn carry_out<Tx: LedgerTx>(
        &self,
        domain: &D,
        keyring: &Keyring,
        now: Tick,
        tx: &mut Tx,
    ) -> Result<Receipt, NoEffect>
    where
        D: Commit<Tx::Db>,
    {
        let state = &self.state;
        let stop = |code, detail: &str| NoEffect::Because(Reason::new(code, detail));
        let changed = || stop(Code::CONTENT_CHANGED, "what is stored is not what was decided on");
        let envelope: &Envelope = state.envelope.as_ref().ok_or_else(changed)?;
        let signed = state.decision.as_ref().and_then(|decided| decided.signed());
        if !signed.is_some_and(|text| is_still_good(text, keyring, &state.tenant)) {
            return Err(stop(Code::APPROVAL_REVOKED, "its key is no longer good"));
        }
        if !domain.may_decide(&envelope.reviewer) {
            return Err(stop(Code::APPROVAL_REVOKED, "its reviewer may no longer decide"));
        }
        if let Some(expired) = self.approval_expired(now, Code::APPROVAL_EXPIRED) {
            return Err(NoEffect::Because(expired));
        }
        let spent = Mark::SpentApproval(&envelope.approval_id);
        if tx.marked(&state.tenant, spent)?.is_some() {
            return Err(stop(Code::APPROVAL_SPENT, "it led to an action before"));
        }
        let receipt = state.receipt_at(now).ok_or_else(changed)?;
        let args: D::Args =
            held(state.draft.as_ref()).drafted.args.decode().map_err(domain_fault)?;
        tx.effect(|handle: &mut <Tx::Db as Database>::Handle<'_>| {
            let permit = CommitPermit { state, args: &args };
            domain.effect(permit, handle).map_err(not_the_engines)
        })?;
        let text = Canonical::of(&receipt).map_err(domain_fault)?;
        // To try: take the next line out. The ticket's scenario `after-commit` is then red: it has
        // been closed, and nobody can show that it was agreed to.
        tx.keep_receipt(&state.tenant, &state.run_id, text.as_str())?;
        tx.set_mark(&state.tenant, spent, &state.run_id)?;
        Ok(receipt)
    }

    /// That nobody has moved the run since it was read.
    fn expect_head<Tx: LedgerTx>(&self, tx: &mut Tx) -> Result<(), LedgerError> {
        let state = &self.state;
        let head = tx.head(&state.tenant, &state.run_id)?;
        if head.is_some_and(|head| head.digest == state.head) {
            return Ok(());
        }
        let revision = head.map_or(0, |head| head.revision);
        let next = state.revision.saturating_add(1);
        Err(LedgerError::revision_conflict(&state.run_id, next, revision))
    }
}

/// A domain stops a run for reasons of its own: what the engine's codes say did not happen here.
fn not_the_engines(no_effect: NoEffect) -> NoEffect {
    match no_effect {
        NoEffect::Because(Reason { code, .. }) if is_engines(&code) => {
            domain_fault(format!("an effect does not stop a run with {code}")).into()
        }
        other => other,
    }
}

fn domain_fault(error: impl std::fmt::Display) -> LedgerError {
    LedgerError::new(Code::DOMAIN_FAULT, error.to_string())
}

impl<D: Domain> std::fmt::Debug for Delivered<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Delivered::Confirmed(run) => f.debug_tuple("Confirmed").field(run).finish(),
            Delivered::AnswerLost(run) => f.debug_tuple("AnswerLost").field(run).finish(),
        }
    }
}

impl<D: Domain> std::fmt::Debug for NotCommitted<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NotCommitted").field("error", &self.error).field("run", &self.run).finish()
    }
}

impl<D: Domain> std::fmt::Display for NotCommitted<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.error.fmt(f)
    }
}

impl<D: Domain> std::error::Error for NotCommitted<D> {}
