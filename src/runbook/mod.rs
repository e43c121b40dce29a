//! The runbook: what an operator sees, what it means, and what to do.
//!
//! | what you see | what it means | what you do |
//! | --- | --- | --- |
//! | refused | nothing has changed, the run is where it was | mend what was handed in, and do it again |
//! | `STOPPED` | the run has ended, and no action was carried out | read the reason; a new attempt is a new run |
//! | `REJECTED` | a person said no | nothing; asking the same again stops by itself |
//! | `UNCONFIRMED` | an answer was lost: it was carried out, or it was not | look up, with the same id; or fence, if it must not happen any more |
//! | `COMMITTED` | it was carried out once, and here is the receipt | nothing |
//! | an error | the ledger or a file has failed | mend that, resume the run, and do the same again |
//!
//! # A code
//!
//! Whatever goes wrong has one code, and every code has [its row in the
//! catalogue](crate::code::Entry::all): what it means, whether anything changed, what to do.
//! `countersign explain CODE` prints that row. How a code is seen depends on its kind:
//!
//! | kind | on the command line | in a program |
//! | --- | --- | --- |
//! | refused | `refused: CODE`, exit 1; 2 where the command itself was wrong | a [`Refused`](crate::Refused) that hands the run back |
//! | stopped | phase `STOPPED`, and the code as its reason: the answer that was asked for, exit 0 | a saved `Run<D, Stopped>` |
//! | error | `error: CODE`, exit 1 | a [`LedgerError`](crate::ledger::LedgerError), with the move that was not saved |
//!
//! The exercises tell how a scenario ended as `state`: the same code in capitals, exit 0. `explain`
//! takes it in capitals, too.
//!
//! # A run that a crash left on its way
//!
//! A run is in the phase of its last saved event, whatever the program did after it. `countersign
//! ledger list FILE --unfinished` says which runs are on their way, and in which phase; `countersign
//! explain PHASE` prints that phase's row of this table. Keep the ledger's `-wal` and `-claim` files
//! where they are. Mostly the command that was cut off is run again: a finished run replays, and does
//! nothing twice. Where the action is no longer wanted, that is the wrong thing to do.
//!
#![doc = include_str!("phases.md")]
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
//! assert!(recovery.operator.starts_with("Look up"));
//! ```

use serde::Serialize;

/// The table above: what is shown and what is printed are the same words.
const TABLE: &str = include_str!("phases.md");

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
    pub operator: &'static str,
    /// What a program does next.
    pub program: &'static str,
}

impl Recovery {
    /// Every phase, in the order of a run.
    #[must_use]
    pub fn all() -> Vec<Recovery> {
        TABLE.lines().skip(2).filter_map(Recovery::read).collect()
    }

    /// What to do in the phase of this name, `IN_FLIGHT` say.
    #[must_use]
    pub fn find(phase: &str) -> Option<Recovery> {
        Recovery::all().into_iter().find(|recovery| recovery.phase == phase)
    }

    fn read(row: &'static str) -> Option<Recovery> {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let phase = cells.next()?.trim_matches('`');
        let mut next = || cells.next();
        Some(Recovery { phase, means: next()?, lost: next()?, operator: next()?, program: next()? })
    }
}
