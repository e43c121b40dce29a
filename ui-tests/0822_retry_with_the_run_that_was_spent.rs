//! rule: a commit uses up the run, and hands it back where nothing was saved
//! expect: E0382
//! tried: committing the old run again after a commit that failed
//! why: `commit` takes the run by value; the one in the error is the only one that may be sent again.
//! instead: commit what the error handed back

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Committing;
use countersign::{Run, Tick};

type Given<'a> = (&'a Keyring, Tick);

fn lesson(run: Run<Tickets, Committing>, (keys, now): Given<'_>, to: &mut SqliteLedger) -> bool {
    match run.commit(&Tickets, keys, || now, to) {
        Ok(_) => true,
        Err(_) => run.commit(&Tickets, keys, || now, to).is_ok(), // <-- here
    }
}

fn main() {}
