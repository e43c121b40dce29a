//! The legal twin: observe the one answer; another try is another reservation

use countersign::domains::museum::Museum;
use countersign::{Answer, Attempt};

fn lesson(attempt: Attempt<'_, Museum>) -> Vec<Answer<Museum>> {
    let first = attempt.temporary("no answer within a second");
    vec![first] // <-- here
}

fn main() {}
