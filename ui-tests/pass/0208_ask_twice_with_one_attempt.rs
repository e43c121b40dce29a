//! The legal twin: observe the first answer; another try is another reservation

use countersign::domains::museum::Museum;
use countersign::{Answer, Attempt};

fn lesson(museum: &Museum, attempt: Attempt<'_, Museum>) -> Answer<Museum> {
    let first = museum.look_up(attempt);
    println!("{first:?}");
    first // <-- here
}

fn main() {}
