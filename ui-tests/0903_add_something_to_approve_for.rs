//! rule: an approval is for a commit or for a simulation; the set is closed
//! expect: E0277
//! tried: adding a scope whose approval leads straight to committing
//! why: `Scope` names the phase that `approve` leads to, so it has a private supertrait: another scope could skip what lies between.
//! instead: take one of the two that there are

use countersign::decision::Scope;
use countersign::domains::ticket::Tickets;
use countersign::phase::Committing;
use countersign::{ForCommit, Run};

enum Shortcut {}

impl Scope for Shortcut {
    // <-- here
    type Approved = Committing; // <-- here
} // <-- here

fn lesson(_: Shortcut, _: ForCommit, _: Run<Tickets, Committing>) {}

fn main() {}
