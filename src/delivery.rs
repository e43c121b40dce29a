//! Delivery: from an approval to a receipt, through lost answers.
//!
//! One commit is begun, delivered, and, where its answer is lost, looked up; proved absent, it is
//! begun again under the same id. The write budget of the run bounds how often.
//!
//! ```
//! use countersign::delivery::Delivery;
//! # use countersign::controller::NotDriven;
//! # use countersign::decision::Keyring;
//! # use countersign::domain::Commit;
//! # use countersign::{AnyRun, Tick, ledger::Ledger};
//!
//! /// What a service does with a run that it found: whatever is left to do.
//! fn carry_on<D, L: Ledger>(
//!     domain: &D,
//!     keyring: &Keyring,
//!     run: AnyRun<D>,
//!     ledger: &mut L,
//! ) -> Result<AnyRun<D>, NotDriven<D>>
//! where
//!     D: Commit<L::Db>,
//! {
//!     let clock = || Tick::new(1000).expect("a small number"); // in service: the time
//!     Delivery { domain, keyring, clock: &clock }.deliver(run, ledger)
//! }
//! ```

use crate::controller::NotDriven;
use crate::decision::Keyring;
use crate::domain::{Commit, Domain};
use crate::ledger::Ledger;
use crate::run::{AnyRun, NotCommitted, NotSettled};
use crate::tick::Tick;

/// What carrying out takes.
pub struct Delivery<'a, D: Domain> {
    /// The domain whose effect it is.
    pub domain: &'a D,
    /// The keys that the approval is checked with once more.
    pub keyring: &'a Keyring,
    /// The time; asked for each move, and inside the transaction of the commit.
    pub clock: &'a dyn Fn() -> Tick,
}

impl<D: Domain> std::fmt::Debug for Delivery<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Delivery").field("keyring", &self.keyring).finish_non_exhaustive()
    }
}

impl<D: Domain> Delivery<'_, D> {
    /// Carries a run out that was approved for it, or settles one whose answer was lost, to its
    /// end. A run in any other phase comes back as it was.
    ///
    /// # Errors
    /// [`NotDriven`]: a refusal, or the ledger's failure. Resume the run and deliver again: what
    /// is done is not done twice.
    pub fn deliver<L: Ledger>(
        &self,
        mut run: AnyRun<D>,
        ledger: &mut L,
    ) -> Result<AnyRun<D>, NotDriven<D>>
    where
        D: Commit<L::Db>,
    {
        loop {
            run = match run {
                AnyRun::AtApprovedForCommit(run) => {
                    run.begin_commit(self.domain, (self.clock)())?.save_any(ledger)?
                }
                AnyRun::AtCommitting(run) => {
                    match run.commit(self.domain, self.keyring, self.clock, ledger) {
                        Ok(Ok(delivered)) => delivered.into(),
                        Ok(Err(stopped)) => stopped.into(),
                        Err(NotCommitted { error, .. }) => {
                            return Err(NotDriven::LedgerFailed(error));
                        }
                    }
                }
                AnyRun::AtUnconfirmed(run) => match run.look_up(ledger) {
                    Ok(Ok(found)) => found.into(),
                    Ok(Err(stopped)) => stopped.into(),
                    Err(NotSettled { error, .. }) => return Err(NotDriven::LedgerFailed(error)),
                },
                ended_or_waiting => return Ok(ended_or_waiting),
            };
        }
    }
}
