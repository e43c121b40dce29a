//! The legal twin: ask the run in flight for it

use countersign::domains::museum::{Museum, Question};
use countersign::phase::InFlight;
use countersign::{Attempt, Error, Run};

fn lesson(run: &mut Run<Museum, InFlight>, _: Question) -> Result<Attempt<'_, Museum>, Error> {
    Ok(run.attempt()?) // <-- here
}

fn main() {}
