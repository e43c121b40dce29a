//! rule: a tick is an integer up to 2^53-1, and is checked when it is made
//! expect: E0423
//! tried: building a tick around the check
//! why: The number in a `Tick` is private: a larger one could not be written as JSON that every reader takes for the same.
//! instead: `Tick::new`

use countersign::{Error, Tick};

fn lesson(now: u64) -> Result<Tick, Error> {
    Ok(Tick(now)) // <-- here
}

fn main() {}
