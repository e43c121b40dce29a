//! The runbook: what an operator sees, what it means, and what to do.
//!
//! # A code
//!
//! Whatever goes wrong has one code, and every code has a row at
//! [`Entry::all`](crate::code::Entry::all): what it means, whether anything changed, what to do.
//! `countersign explain CODE` prints that row. How a code is seen depends on its kind
//! ([`Kind::seen`](crate::code::Kind::seen)):
//!
//! | kind | on the command line | in a program |
//! | --- | --- | --- |
//! | refused | `refused: CODE`, exit 1; 2 where the command itself was wrong | a [`Refused`](crate::Refused) that hands the run back |
//! | stopped | phase `STOPPED`, and the code as its reason: the answer that was asked for, exit 0 | a saved `Run<D, Stopped>` |
//! | error | `error: CODE`, exit 1 | a [`LedgerError`](crate::ledger::LedgerError), with the move that was not saved |
//!
//! The exercises tell how a scenario ended as `state`: the same code in capitals, exit 0.
//!
//! # A run that a crash left on its way
//!
//! A run is in the phase of its last saved event, whatever the program did after it. `countersign
//! ledger show FILE RUN` says which, [`Recovery::all`] says what to do from there, and `countersign
//! explain PHASE` prints it. In every phase: keep the ledger's `-wal` and `-claim` files where they
//! are, and begin with the very command, or the very request, that was cut off. A finished run
//! replays and does nothing twice.
//!
//! # A ledger that does not open, or says that it is damaged
//!
//! Stop the programs that write to it, copy the file with its `-wal` file, and run `countersign
//! ledger verify` on the copy: it names the first run that does not fit. Nothing here repairs a
//! ledger; go back to a backup, and find out who wrote to the file.
//!
//! ```
//! use countersign::runbook::Recovery;
//!
//! let recovery = Recovery::find("UNCONFIRMED").expect("a phase");
//! assert!(recovery.next.contains("Look up"));
//! ```

use serde::Serialize;

use crate::phase::{self, Phase};

/// What to do with a run that a crash left in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Recovery {
    /// The phase, as it is saved and printed.
    pub phase: &'static str,
    /// What is known of a run that is there.
    pub means: &'static str,
    /// What the crash lost, and what it left in doubt.
    pub lost: &'static str,
    /// What the operator does next.
    pub next: &'static str,
}

impl Recovery {
    /// What to do in the phase of this name, `IN_FLIGHT` say.
    #[must_use]
    pub fn find(phase: &str) -> Option<&'static Recovery> {
        Recovery::all().iter().find(|recovery| recovery.phase == phase)
    }
}

macro_rules! recovery {
    ($($phase:ident $means:literal $lost:literal $next:literal)*) => {
        impl Recovery {
            /// Every phase, in the order of a run.
            ///
            /// | phase | what is known | what the crash lost | what to do |
            /// | --- | --- | --- | --- |
            $(#[doc = concat!(
                "| [`", stringify!($phase), "`](crate::phase::", stringify!($phase), ") | ",
                $means, " | ", $lost, " | ", $next, " |"
            )])*
            #[must_use]
            pub const fn all() -> &'static [Recovery] {
                &[$(Recovery {
                    phase: <phase::$phase as Phase>::NAME,
                    means: $means,
                    lost: $lost,
                    next: $next,
                }),*]
            }
        }
    };
}

recovery! {
    Validated
        "The request is saved; nothing is being read."
        "Nothing that counts: a lookup that was not reserved was never made."
        "Run the same command again; a program resumes the run and calls `reserve`."
    InFlight
        "One attempt at a lookup is charged and saved; its answer is not."
        "The answer. Whether the source was asked is not known, and does not matter: it is only read."
        "Run the same command again; a program resumes the run and calls `abandon`, which leaves the attempt charged, then `reserve` where budget is left. No answer that comes late is taken."
    LookedUp
        "Every fact that is needed is saved."
        "At most a draft that nobody was shown."
        "Run the same command again; a program resumes the run and calls `draft`."
    Review
        "The draft waits for a person's decision, and its text is saved as it was shown."
        "At most a decision that was not saved: it binds nobody."
        "Hand in the same decision again, or have the draft decided on, by its deadline: `approve` or `reject`. The deadline is not moved by a crash."
    ApprovedForSimulation
        "The yes is saved; nothing was simulated."
        "At most a receipt that nobody was given."
        "Finalize it again; a program resumes the run and calls `simulate`."
    ApprovedForCommit
        "The yes is saved; no write is under way."
        "Nothing: what is carried out is begun in an event of its own first."
        "Run the same command again; a program resumes the run and calls `begin_commit`, or `revoke` where the action is no longer wanted. The approval may run out first."
    Committing
        "A write is charged and is being delivered. Whoever finds the run so reads it as UNCONFIRMED."
        "Whether the write got through."
        "See UNCONFIRMED."
    Unconfirmed
        "A commit was begun, and its answer is lost: it got through whole, or not at all."
        "Whether the write got through: until it is settled, both are possible."
        "Look up under the same operation id (`look_up`): the receipt is found, or that write is proved absent and can be begun again. Where the action is no longer wanted, close it (`fence`). Never open another run for the same intent before that."
    Simulated
        "Finished, with a receipt of the simulation."
        "At most the answer to whoever asked."
        "Ask again: the saved receipt is replayed. A run is never moved again."
    Committed
        "Finished: carried out once, with a receipt."
        "At most the answer to whoever asked."
        "Ask again: the saved receipt is replayed, and nothing is written."
    Rejected
        "Finished: a person said no."
        "At most the answer to whoever asked."
        "Ask again: the no is replayed. Where there is a reason to, a new run names the one that it overrides."
    Stopped
        "Finished: a rule ended it, and the reason is saved."
        "At most the answer to whoever asked."
        "Read its reason's own row (`countersign explain CODE`). A new attempt needs a new id."
}
