//! rule: a source is asked with an attempt that was charged and saved
//! expect: E0308
//! tried: asking the catalogue with the bare question
//! why: `look_up` takes an `Attempt` by value and nothing else, so no question goes out that the budget did not count.
//! instead: reserve the lookup, save, and hand over the attempt

use countersign::domains::museum::{Museum, Question};
use countersign::phase::InFlight;
use countersign::{Answer, Error, Run};

fn lesson(
    mut in_flight: Run<Museum, InFlight>,
    museum: &Museum,
) -> Result<(Answer<Museum>, Question), Error> {
    let answer = museum.look_up(Question::Catalogue); // <-- here
    Ok((answer, Question::Catalogue))
}

fn main() {}
