//! rule: an attempt is lent by a saved reservation
//! expect: E0451
//! tried: building an attempt
//! instead: ask the run in flight for it

use countersign::domains::museum::{LookUp, Museum};
use countersign::phase::InFlight;
use countersign::{Attempt, Error, Run};

fn lesson(run: &mut Run<Museum, InFlight>, _: LookUp) -> Result<Attempt<'_, Museum>, Error> {
    Ok(Attempt { lookup: LookUp::Catalogue, ..run.attempt()? }) // <-- here
}

fn main() {}
