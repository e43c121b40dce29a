//! The legal twin: draft from the facts, or read again

use countersign::Run;
use countersign::domains::museum::{Museum, Question};
use countersign::phase::LookedUp;

fn lesson(looked_up: Run<Museum, LookedUp>) -> Question {
    let _next = looked_up.read_again(Question::Catalogue); // <-- here
    Question::Catalogue
}

fn main() {}
