//! The legal twin: reserve the first lookup

use countersign::Run;
use countersign::domains::museum::{Museum, Question};
use countersign::phase::Validated;

fn lesson(validated: Run<Museum, Validated>) -> Question {
    let _next = validated.reserve(Question::Catalogue); // <-- here
    Question::Catalogue
}

fn main() {}
