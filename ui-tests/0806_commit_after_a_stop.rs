//! rule: a commit that stopped the run is not tried again
//! expect: E0599
//! tried: committing once more with a run that its commit has stopped
//! why: The inner `Err` of `commit` is a `Run<D, Stopped>`: the stop is saved as the run's last event, and has no `commit`.
//! instead: read why it stopped; what is still wanted is a new run

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Committing;
use countersign::{Error, Run, Tick};

type Begun = Run<Tickets, Committing>;
type Given<'a> = (&'a Keyring, Tick, &'a mut SqliteLedger);

fn lesson(run: Begun, (keys, now, ledger): Given<'_>) -> Result<(), Error> {
    if let Err(stopped) = run.commit(&Tickets, keys, || now, ledger)? {
        let _done = stopped.commit(&Tickets, keys, || now, ledger)??; // <-- here
    }
    Ok(())
}

fn main() {}
