//! rule: a move may be refused, and then nothing has happened
//! expect: unused_must_use
//! tried: approving without looking whether the approval was taken
//! why: `approve` gives a `Result` with either the move or the run, and is `#[must_use]`: here both ways are dropped unseen.
//! instead: `?` ends early; a match gets the run back

#![deny(unused_must_use)]

use countersign::domains::museum::Museum;
use countersign::phase::{ApprovedForSimulation, Review};
use countersign::{Approval, Error, ForSimulation, Run, Unsaved};

type Approved = Unsaved<Museum, Run<Museum, ApprovedForSimulation>>;
type Reviewed = (Run<Museum, Review>, Approval<Museum, ForSimulation>);

fn lesson((review, approval): Reviewed, museum: &Museum) -> Result<Option<Approved>, Error> {
    review.approve(approval, museum); // <-- here
    Ok(None) // <-- here
}

fn main() {}
