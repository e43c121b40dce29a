//! The legal twin: take one of the two that there are

use countersign::decision::Scope;
use countersign::domains::ticket::Tickets;
use countersign::phase::Committing;
use countersign::{ForCommit, Run};

enum Shortcut {}

fn agreed<S: Scope>(_: countersign::Approval<Tickets, S>) {} // <-- here

fn lesson(_: Shortcut, _: ForCommit, _: Run<Tickets, Committing>) {}

fn main() {}
