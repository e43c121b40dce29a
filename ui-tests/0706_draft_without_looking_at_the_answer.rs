//! rule: an answer may call for another attempt: look where it leads
//! expect: E0599
//! tried: drafting from whatever the observation was
//! why: `Observed` is an enum: only the run in one of its two variants has `draft`, and rustc does not choose for you.
//! instead: match: draft when complete, reserve again when there is more to read

use countersign::domains::museum::Museum;
use countersign::phase::{LookedUp, Review};
use countersign::{Observed, Refused, Run, Tick, Unsaved};

type Drafted = Result<Unsaved<Museum, Run<Museum, Review>>, Refused<Run<Museum, LookedUp>>>;

fn lesson(observed: Observed<Museum>, museum: &Museum, now: Tick) -> Option<Drafted> {
    Some(observed.draft(museum, now)) // <-- here
}

fn main() {}
