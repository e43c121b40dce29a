//! rule: one attempt brings one answer
//! expect: E0382
//! tried: making a second answer of an attempt that was answered
//! why: `temporary` takes the attempt by value: what came of a question is said once.
//! instead: observe the one answer; another try is another reservation

use countersign::domains::museum::Museum;
use countersign::{Answer, Attempt};

fn lesson(attempt: Attempt<'_, Museum>) -> Vec<Answer<Museum>> {
    let first = attempt.temporary("no answer within a second");
    vec![first, attempt.not_found("EX-204")] // <-- here
}

fn main() {}
