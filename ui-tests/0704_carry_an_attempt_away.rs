//! rule: an attempt can not leave the run that lends it
//! expect: E0515
//! tried: returning the attempt and letting the run go
//! why: `Attempt<'run, D>` holds references into its run, which is dropped where this function ends.
//! instead: return the answer

use countersign::domains::museum::Museum;
use countersign::phase::InFlight;
use countersign::{Attempt, Error, Run}; // <-- here

fn lesson<'a>(mut run: Run<Museum, InFlight>, _: &'a Museum) -> Result<Attempt<'a, Museum>, Error> {
    // <-- here
    Ok(run.attempt()?) // <-- here
}

fn main() {}
