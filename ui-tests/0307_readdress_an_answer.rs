//! rule: an answer belongs to the attempt that asked
//! expect: E0451
//! tried: putting another attempt's mark on an answer
//! why: The fields of `Answer` are private: else what was read for one run could be passed off as read for another.
//! instead: answer through the attempt: found, not found, or not for now

use countersign::domains::museum::{CatalogueFact, Museum};
use countersign::{Answer, Attempt, Digest};

fn lesson(attempt: Attempt<'_, Museum>, fact: CatalogueFact, _: Digest) -> Answer<Museum> {
    Answer { attempt: Digest::ZERO, ..attempt.found(fact) } // <-- here
}

fn main() {}
