//! rule: who asks and who decides are different types
//! expect: E0308
//! tried: putting the requester down as the reviewer
//! why: `Requester` and `Reviewer` both hold a name, but nothing turns one into the other, so a mix-up does not compile.
//! instead: name the reviewer

use countersign::{Digest, FixtureDecision, Requester, Reviewer, Tick};

fn lesson(asked: Requester, decides: Reviewer, draft_digest: Digest) -> FixtureDecision {
    FixtureDecision {
        reviewer: asked, // <-- here
        draft_digest,
        revision: 4,
        decided_at: Tick::MAX,
    }
}

fn main() {}
