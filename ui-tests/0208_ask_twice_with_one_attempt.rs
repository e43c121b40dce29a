//! rule: one attempt asks once
//! expect: E0382
//! tried: asking the catalogue again with the same attempt
//! why: `look_up` takes the attempt by value, and `Attempt` is not `Copy`: one charge in the budget pays for one question.
//! instead: observe the first answer; another try is another reservation

use countersign::domains::museum::Museum;
use countersign::{Answer, Attempt};

fn lesson(museum: &Museum, attempt: Attempt<'_, Museum>) -> Answer<Museum> {
    let first = museum.look_up(attempt);
    println!("{first:?}");
    museum.look_up(attempt) // <-- here
}

fn main() {}
