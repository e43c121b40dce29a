//! rule: one attempt asks once
//! expect: E0382
//! tried: asking the catalogue again with the same attempt
//! instead: observe the first answer; another try is another reservation

use countersign::domains::museum::Museum;
use countersign::{Answer, Attempt};

fn lesson(museum: &Museum, attempt: Attempt<'_, Museum>) -> Answer<Museum> {
    let first = museum.look_up(attempt);
    println!("{first:?}");
    museum.look_up(attempt) // <-- here
}

fn main() {}
