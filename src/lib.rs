//! countersign: a person agrees to exactly this, first.

pub mod code;
pub mod id;
pub mod json;
pub mod tick;

pub use code::Code;
pub use id::{InvalidId, Requester, Reviewer, RunId, SourceVersion, Tenant};
pub use tick::{InvalidTick, Tick};
