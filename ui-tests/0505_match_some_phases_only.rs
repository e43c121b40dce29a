//! rule: where the phase is known at run time, every phase has an answer
//! expect: E0004
//! tried: matching on the phases that were expected
//! why: `AnyRun` is an enum of twelve variants, and rustc does not know which one it holds, so a match has to cover them all.
//! instead: name every phase: the compiler says which are missing

use countersign::AnyRun;
use countersign::domains::museum::Museum;

fn lesson(any: AnyRun<Museum>) -> &'static str {
    match any {
        AnyRun::AtReview(_) => "waits for a decision",
        AnyRun::AtApprovedForSimulation(_) => "may be simulated",
        AnyRun::AtApprovedForCommit(_) => "may be carried out",
        AnyRun::AtCommitting(_) | AnyRun::AtUnconfirmed(_) => "to be looked up",
        AnyRun::AtSimulated(_) | AnyRun::AtCommitted(_) => "done",
        AnyRun::AtRejected(_) | AnyRun::AtStopped(_) => "ended",
        AnyRun::AtLookedUp(_) => "on its way", // <-- here
    }
}

fn main() {}
