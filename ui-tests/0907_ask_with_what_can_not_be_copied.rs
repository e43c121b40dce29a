//! rule: a lookup is one of a short list of questions
//! expect: E0277
//! tried: a lookup that is moved when it is asked
//! why: `Lookup` asks for `Copy`: a question is reserved, asked and compared, and carries nothing of its own.
//! instead: derive `Copy`; what a question is about stands in the request

use countersign::domain::Lookup;

#[derive(Debug, PartialEq, Eq)] // <-- here
enum Shelf {
    Count,
}

impl Lookup for Shelf {
    fn all() -> &'static [Shelf] {
        &[Shelf::Count]
    }

    fn name(self) -> &'static str {
        "count"
    }
}

fn main() {}
