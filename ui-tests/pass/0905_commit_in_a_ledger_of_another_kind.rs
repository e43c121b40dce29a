//! The legal twin: a ledger of the database that the tickets are in

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::{MemoryLedger, SqliteLedger};
use countersign::phase::Committing;
use countersign::{Run, Tick};

type Ledgers<'a> = (&'a mut MemoryLedger, &'a mut SqliteLedger);
type Given<'a> = (&'a Keyring, Tick);

fn lesson(run: Run<Tickets, Committing>, (keys, now): Given<'_>, ledgers: Ledgers<'_>) -> bool {
    let (memory, sqlite) = ledgers;
    run.commit(&Tickets, keys, || now, sqlite).is_ok() // <-- here
}

fn main() {}
