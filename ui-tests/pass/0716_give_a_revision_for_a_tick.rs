//! The legal twin: the deadline on the card is a tick

use countersign::Reviewer;
use countersign::decision::{Decision, ReviewCard, Verdict};

fn lesson(card: &ReviewCard, reviewer: Reviewer) -> Decision<'_> {
    Decision {
        card,
        verdict: Verdict::ApproveCommit,
        reviewer,
        decided_at: card.drafted_at,
        valid_through: card.deadline, // <-- here
    }
}

fn main() {}
