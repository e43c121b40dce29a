//! rule: an effect is written for one kind of database, and is carried out in that
//! expect: E0277
//! tried: committing in whatever ledger comes
//! why: That `D` has an effect does not say that it has one for the database of `L`.
//! instead: bound the domain by `Commit` for the database of that ledger

use countersign::decision::Keyring;
use countersign::domain;
use countersign::ledger::Ledger;
use countersign::phase::Committing;
use countersign::{Run, Tick};

type Given<'a, D> = (&'a D, &'a Keyring, Tick);

fn lesson<D, L>(run: Run<D, Committing>, (domain, keys, now): Given<'_, D>, ledger: &mut L) -> bool
where
    L: Ledger,
    D: domain::Effectful, // <-- here
{
    run.commit(domain, keys, || now, ledger).is_ok()
}

fn main() {}
