//! rule: an answer is taken in by the reservation that asked for it
//! expect: E0599
//! tried: observing an answer in a run that has nothing in flight
//! why: `observe` compares the answer with the attempt that the run is waiting for, and a `Validated` run waits for none.
//! instead: reserve and save, then observe what the attempt brought

use countersign::domains::museum::{Museum, Question};
use countersign::phase::Validated;
use countersign::{Answer, Run};

fn lesson(validated: Run<Museum, Validated>, answer: Answer<Museum>) -> Question {
    let _next = validated.observe(answer); // <-- here
    Question::Catalogue
}

fn main() {}
