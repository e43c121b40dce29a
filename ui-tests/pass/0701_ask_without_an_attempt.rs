//! The legal twin: reserve the lookup, save, and hand over the attempt

use countersign::domains::museum::{Museum, Question};
use countersign::phase::InFlight;
use countersign::{Answer, Error, Run};

fn lesson(
    mut in_flight: Run<Museum, InFlight>,
    museum: &Museum,
) -> Result<(Answer<Museum>, Question), Error> {
    let answer = museum.look_up(in_flight.attempt()?); // <-- here
    Ok((answer, Question::Catalogue))
}

fn main() {}
