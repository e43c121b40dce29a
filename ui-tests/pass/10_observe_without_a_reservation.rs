//! The legal twin: reserve and save, then observe what the attempt brought

use countersign::domains::museum::{LookUp, Museum};
use countersign::phase::Validated;
use countersign::{Answer, Run};

fn lesson(validated: Run<Museum, Validated>, answer: Answer<Museum>) -> LookUp {
    let _next = validated.reserve(LookUp::Catalogue); // <-- here
    LookUp::Catalogue
}

fn main() {}
