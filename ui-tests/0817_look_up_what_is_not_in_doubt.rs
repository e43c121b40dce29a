//! rule: only a commit in doubt is looked up
//! expect: E0599
//! tried: looking up a commit that was begun and not yet sent
//! why: `look_up` is a method of `Unconfirmed`: a `Committing` run has no commit whose outcome nobody knows.
//! instead: commit: that gives an answer, or a run to look up

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Committing;
use countersign::{Error, Run, Tick};

type Begun = Run<Tickets, Committing>;
type Given<'a> = (&'a Keyring, Tick, &'a mut SqliteLedger);

fn lesson(run: Begun, (keys, now, ledger): Given<'_>) -> Result<(), Error> {
    let outcome = run.look_up(ledger)??; // <-- here
    println!("{outcome:?}");
    Ok(())
}

fn main() {}
