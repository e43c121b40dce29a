//! rule: a verdict is one of three; `true` does not say what was agreed to
//! expect: E0277
//! tried: making a verdict of a ticked box
//! why: `Verdict` has no `From<bool>`: a yes to simulating and a yes to carrying out would both be `true`.
//! instead: say which of the three it is

use countersign::decision::Verdict;

fn lesson(agreed: bool) -> Verdict {
    agreed.into() // <-- here
}

fn main() {}
