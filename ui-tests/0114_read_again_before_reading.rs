//! rule: what has been read can be read again; nothing else can
//! expect: E0599
//! tried: reading again in a run that has read nothing yet
//! why: `read_again` takes back facts that were complete, so only a run in `LookedUp` has it.
//! instead: reserve the first lookup

use countersign::Run;
use countersign::domains::museum::{Museum, Question};
use countersign::phase::Validated;

fn lesson(validated: Run<Museum, Validated>) -> Question {
    let _next = validated.read_again(Question::Catalogue); // <-- here
    Question::Catalogue
}

fn main() {}
