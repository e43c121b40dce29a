//! The legal twin: reserve again and save, then observe what its attempt brought

use countersign::domains::museum::{Museum, Question};
use countersign::phase::LookedUp;
use countersign::{Answer, Run};

fn lesson(looked_up: Run<Museum, LookedUp>, answer: Answer<Museum>) -> Question {
    let _next = looked_up.read_again(Question::Catalogue); // <-- here
    Question::Catalogue
}

fn main() {}
