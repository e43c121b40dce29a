//! rule: a verdict is one of three; `true` does not say what was agreed to
//! expect: E0277
//! tried: making a verdict of a ticked box
//! why: `Verdict` has no `From<bool>`: a yes to simulating and a yes to carrying out would both be `true`.
//! instead: take the verdict that the reviewer said

use countersign::decision::Verdict;

fn lesson(agreed: bool, said: Verdict) -> Verdict {
    agreed.into() // <-- here
}

fn main() {}
