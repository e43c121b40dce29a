//! The legal twin: derive `Copy`; what a question is about stands in the request

use countersign::domain::Lookup;

#[derive(Debug, PartialEq, Eq, Clone, Copy)] // <-- here
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
