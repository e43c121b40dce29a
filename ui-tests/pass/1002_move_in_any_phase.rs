//! The legal twin: ask for the phase that has the move, or read what every run has

use countersign::domains::museum::Museum;
use countersign::phase::Phase;
use countersign::{Run, Tick};

fn lesson<P: Phase>(run: Run<Museum, P>, museum: &Museum, now: Tick) -> bool {
    run.revision() > now.get() // <-- here
}

fn main() {}
