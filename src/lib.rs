//! countersign: a person agrees to exactly this, first.

pub mod budget;
pub mod code;
pub mod controller;
pub mod decision;
pub mod digest;
pub mod domain;
pub mod domains;
pub mod error;
pub mod escape;
pub mod event;
pub mod id;
pub mod json;
pub mod ledger;
pub mod phase;
pub mod planner;
pub mod policy;
pub mod run;
pub mod tick;
pub mod trace;

pub use budget::Budget;
pub use code::Code;
pub use decision::{Approval, FixtureDecision, Rejection};
pub use digest::Digest;
pub use error::{Error, Reason, Refused};
pub use id::{InvalidId, Requester, Reviewer, RunId, SourceVersion, Tenant};
pub use policy::Policy;
pub use run::{Answer, AnyRun, Attempt, NotSaved, Observed, Opening, Run, Unsaved, resume};
pub use tick::{InvalidTick, Tick};
pub use trace::Trace;
