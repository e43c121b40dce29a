//! The legal twin: reserve and save, then observe what the attempt brought

use countersign::domains::museum::{Museum, Question};
use countersign::phase::Validated;
use countersign::{Answer, Run};

fn lesson(validated: Run<Museum, Validated>, answer: Answer<Museum>) -> Question {
    let _next = validated.reserve(Question::Catalogue); // <-- here
    Question::Catalogue
}

fn main() {}
