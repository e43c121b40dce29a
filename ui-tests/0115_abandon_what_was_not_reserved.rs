//! rule: only an answer that is awaited can be given up
//! expect: E0599
//! tried: abandoning a run whose facts are all there
//! why: `abandon` settles the attempt that was charged; a run in `LookedUp` has none that is open.
//! instead: draft from the facts, or read again

use countersign::Run;
use countersign::domains::museum::{Museum, Question};
use countersign::phase::LookedUp;

fn lesson(looked_up: Run<Museum, LookedUp>) -> Question {
    let _next = looked_up.abandon(); // <-- here
    Question::Catalogue
}

fn main() {}
