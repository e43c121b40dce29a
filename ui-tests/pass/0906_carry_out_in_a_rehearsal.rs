//! The legal twin: declare it `Effectful`

use countersign::domain::{Commit, NoEffect};
use countersign::ledger::{Memory, MemoryHandle};
use countersign::run::CommitPermit;

#[path = "../support/garden.rs"]
mod garden;
use garden::Garden;

impl countersign::domain::Effectful for Garden {} // <-- here

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
