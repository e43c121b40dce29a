//! rule: a source is asked with an attempt that was charged and saved
//! expect: E0308
//! tried: asking the catalogue with the bare question
//! instead: reserve the lookup, save, and hand over the attempt

use countersign::domains::museum::{LookUp, Museum};
use countersign::phase::InFlight;
use countersign::{Answer, Error, Run};

fn lesson(
    mut in_flight: Run<Museum, InFlight>,
    museum: &Museum,
) -> Result<(Answer<Museum>, LookUp), Error> {
    let answer = museum.look_up(LookUp::Catalogue); // <-- here
    Ok((answer, LookUp::Catalogue))
}

fn main() {}
