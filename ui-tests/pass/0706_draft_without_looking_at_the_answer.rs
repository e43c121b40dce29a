//! The legal twin: match: draft when complete, reserve again when there is more to read

use countersign::domains::museum::Museum;
use countersign::phase::{LookedUp, Review};
use countersign::{Observed, Refused, Run, Tick, Unsaved};

type Drafted = Result<Unsaved<Museum, Run<Museum, Review>>, Refused<Run<Museum, LookedUp>>>;

fn lesson(observed: Observed<Museum>, museum: &Museum, now: Tick) -> Option<Drafted> {
    match observed {
        // <-- here
        Observed::Complete(looked_up) => Some(looked_up.draft(museum, now)), // <-- here
        Observed::MoreToRead(_) => None,                                     // <-- here
    } // <-- here
}

fn main() {}
