//! The legal twin: say which of the three it is

use countersign::decision::Verdict;

fn lesson(agreed: bool) -> Verdict {
    if agreed { Verdict::ApproveCommit } else { Verdict::Reject } // <-- here
}

fn main() {}
