//! rule: after a lost answer nothing is sent again without looking
//! expect: E0599
//! tried: committing again a run whose outcome nobody knows
//! why: `Unconfirmed` has no `commit`: its last one may still come through, so nobody may act as if it had not.
//! instead: look it up: the commit may have got through

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Unconfirmed;
use countersign::{Error, Run, Tick};

type Doubtful = Run<Tickets, Unconfirmed>;
type Given<'a> = (&'a Keyring, Tick, &'a mut SqliteLedger);

fn lesson(run: Doubtful, (keys, now, ledger): Given<'_>) -> Result<(), Error> {
    let outcome = run.commit(&Tickets, keys, || now, ledger)??; // <-- here
    println!("{outcome:?}");
    Ok(())
}

fn main() {}
