//! The legal twin: keep what was read from it

use countersign::domains::museum::{LabelDraft, Museum};
use countersign::run::SimulationPermit;

struct Kept {
    permits: Vec<SimulationPermit<'static, Museum>>,
    drafts: Vec<LabelDraft>,
}

fn lesson(kept: &mut Kept, permit: SimulationPermit<'_, Museum>) {
    kept.drafts.push(permit.draft().clone()); // <-- here
}

fn main() {}
