//! rule: a tick is a checked value: a revision is none, nor is any other number
//! expect: E0308
//! tried: giving the revision as the last tick that a decision is good for
//! why: `valid_through` is a `Tick` and `revision` a `u64`: were both plain numbers, nobody would notice this mix-up.
//! instead: the deadline on the card is a tick

use countersign::Reviewer;
use countersign::decision::{Decision, ReviewCard, Verdict};

fn lesson(card: &ReviewCard, reviewer: Reviewer) -> Decision<'_> {
    Decision {
        card,
        verdict: Verdict::ApproveCommit,
        reviewer,
        decided_at: card.drafted_at,
        valid_through: card.revision, // <-- here
    }
}

fn main() {}
