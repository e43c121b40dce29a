//! rule: only a domain that says so has a real effect
//! expect: E0277
//! tried: writing an effect for a domain that is a rehearsal
//! why: `Commit` asks for `Effectful`, so that a reader of the domain sees in one line that something real can follow.
//! instead: declare it `Effectful`

use countersign::domain::{Commit, NoEffect};
use countersign::ledger::{Memory, MemoryHandle};
use countersign::run::CommitPermit;

#[path = "support/garden.rs"]
mod garden;
use garden::Garden;

impl countersign::domain::Rehearsal for Garden {} // <-- here

impl Commit<Memory> for Garden {
    fn effect(
        &self,
        _: CommitPermit<'_, Garden>,
        values: &mut MemoryHandle<'_>,
    ) -> Result<(), NoEffect> {
        values.set_value("garden", "watered");
        Ok(())
    }
}

fn main() {}
