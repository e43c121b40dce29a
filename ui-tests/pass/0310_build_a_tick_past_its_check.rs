//! The legal twin: `Tick::new`

use countersign::{Error, Tick};

fn lesson(now: u64) -> Result<Tick, Error> {
    Ok(Tick::new(now)?) // <-- here
}

fn main() {}
