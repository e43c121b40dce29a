//! rule: a permit lasts for one call
//! expect: E0521
//! tried: keeping a permit for later
//! why: A permit holds references into its run, for the `'run` in its type; the list wants `'static`, which is longer.
//! instead: keep what was read from it

use countersign::domains::museum::{LabelDraft, Museum};
use countersign::run::SimulationPermit;

struct Kept {
    permits: Vec<SimulationPermit<'static, Museum>>,
    drafts: Vec<LabelDraft>,
}

fn lesson(kept: &mut Kept, permit: SimulationPermit<'_, Museum>) {
    kept.permits.push(permit); // <-- here
}

fn main() {}
