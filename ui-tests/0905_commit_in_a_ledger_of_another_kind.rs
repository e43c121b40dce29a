//! rule: an effect is carried out in the database it is written for
//! expect: E0271
//! tried: closing a ticket in a ledger in memory
//! why: `commit` asks for `D: Commit<L::Db>`: `Tickets` has it for `Sqlite` alone, and a `MemoryLedger` has `Memory` there.
//! instead: a ledger of the database that the tickets are in

use countersign::decision::Keyring;
use countersign::domains::ticket::Tickets;
use countersign::ledger::{MemoryLedger, SqliteLedger};
use countersign::phase::Committing;
use countersign::{Run, Tick};

type Ledgers<'a> = (&'a mut MemoryLedger, &'a mut SqliteLedger);
type Given<'a> = (&'a Keyring, Tick);

fn lesson(run: Run<Tickets, Committing>, (keys, now): Given<'_>, ledgers: Ledgers<'_>) -> bool {
    let (memory, sqlite) = ledgers;
    run.commit(&Tickets, keys, || now, memory).is_ok() // <-- here
}

fn main() {}
