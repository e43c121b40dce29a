//! rule: code for any phase has what every phase has, and no move
//! expect: E0599
//! tried: simulating in a function that takes a run in any phase
//! why: `P` may be any phase, and a method exists only where each of them has it.
//! instead: ask for the phase that has the move, or read what every run has

use countersign::domains::museum::Museum;
use countersign::phase::Phase;
use countersign::{Run, Tick};

fn lesson<P: Phase>(run: Run<Museum, P>, museum: &Museum, now: Tick) -> bool {
    run.simulate(museum, now).is_ok() // <-- here
}

fn main() {}
