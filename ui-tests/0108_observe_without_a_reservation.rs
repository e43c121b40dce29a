//! rule: an answer is taken in by the reservation that asked for it
//! expect: E0599
//! tried: observing an answer in a run that has nothing in flight
//! why: `observe` compares the answer with the attempt that the run is waiting for, and a `LookedUp` run waits for none.
//! instead: reserve again and save, then observe what its attempt brought

use countersign::domains::museum::{Museum, Question};
use countersign::phase::LookedUp;
use countersign::{Answer, Run};

fn lesson(looked_up: Run<Museum, LookedUp>, answer: Answer<Museum>) -> Question {
    let _next = looked_up.observe(answer); // <-- here
    Question::Catalogue
}

fn main() {}
