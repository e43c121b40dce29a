//! The legal twin: name every phase: the compiler says which are missing

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
        AnyRun::AtValidated(_) | AnyRun::AtInFlight(_) | AnyRun::AtLookedUp(_) => "on its way", // <-- here
    }
}

fn main() {}
