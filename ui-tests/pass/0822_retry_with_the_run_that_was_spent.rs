//! The legal twin: commit what the error handed back

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::SqliteLedger;
use countersign::phase::Committing;
use countersign::{Run, Tick};

type Given<'a> = (&'a Keyring, Tick);

fn lesson(run: Run<Tickets, Committing>, (keys, now): Given<'_>, to: &mut SqliteLedger) -> bool {
    match run.commit(&Tickets, keys, || now, to) {
        Ok(_) => true,
        Err(failed) => failed.run.commit(&Tickets, keys, || now, to).is_ok(), // <-- here
    }
}

fn main() {}
