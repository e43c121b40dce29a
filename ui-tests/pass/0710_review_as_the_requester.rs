//! The legal twin: name the reviewer

use countersign::{Digest, FixtureDecision, Requester, Reviewer, Tick};

fn lesson(asked: Requester, decides: Reviewer, draft_digest: Digest) -> FixtureDecision {
    FixtureDecision {
        reviewer: decides, // <-- here
        draft_digest,
        revision: 4,
        decided_at: Tick::MAX,
    }
}

fn main() {}
