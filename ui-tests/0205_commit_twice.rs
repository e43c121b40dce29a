//! rule: a commit uses the run up
//! expect: E0382
//! tried: committing once more, to be on the safe side
//! why: `commit` takes the run by value: whoever still held it could send again without knowing what became of the first try.
//! instead: the first answer holds the run: match on it

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Committing;
use countersign::{Delivered, Error, Run, Tick};

type Begun = Run<Tickets, Committing>;
type Given<'a> = (&'a Keyring, Tick, &'a mut SqliteLedger);

fn lesson(run: Begun, (keys, now, ledger): Given<'_>) -> Result<Delivered<Tickets>, Error> {
    let outcome = run.commit(&Tickets, keys, || now, ledger)??;
    println!("{outcome:?}");
    Ok(run.commit(&Tickets, keys, || now, ledger)??) // <-- here
}

fn main() {}
