//! The legal twin: return the answer

use countersign::domains::museum::Museum;
use countersign::phase::InFlight;
use countersign::{Answer, Error, Run}; // <-- here

fn lesson(mut run: Run<Museum, InFlight>, museum: &Museum) -> Result<Answer<Museum>, Error> {
    // <-- here
    Ok(museum.look_up(run.attempt()?)) // <-- here
}

fn main() {}
