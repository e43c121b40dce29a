//! rule: an attempt is lent by a saved reservation
//! expect: E0451
//! tried: building an attempt
//! why: The fields of `Attempt` are private: one that was made by hand could ask for what the budget never paid.
//! instead: ask the run in flight for it

use countersign::domains::museum::{Museum, Question};
use countersign::phase::InFlight;
use countersign::{Attempt, Error, Run};

fn lesson(run: &mut Run<Museum, InFlight>, _: Question) -> Result<Attempt<'_, Museum>, Error> {
    Ok(Attempt { lookup: Question::Catalogue, ..run.attempt()? }) // <-- here
}

fn main() {}
