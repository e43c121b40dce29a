//! The legal twin: take the verdict that the reviewer said

use countersign::decision::Verdict;

fn lesson(agreed: bool, said: Verdict) -> Verdict {
    said // <-- here
}

fn main() {}
