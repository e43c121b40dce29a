//! The capstone: a domain to finish. The [`scaffold`] reserves stock, compiles, and has holes; the
//! [`stock`](crate::domains::stock) is the same domain without them. The conformance kit tells one
//! from the other, and says which hole to fill next.
//!
//! In a copy of this project, fill a hole in `src/domains/capstone/scaffold.rs`, and run
//! `cargo run --features cli -- check --module scaffold` again, until it exits 0.
//!
//! ```
//! use countersign::domains::capstone::Subject;
//!
//! let reference = Subject::Reference.check();
//! assert!(reference.is_kept(), "{reference}");
//! for hole in Subject::Scaffold.check().broken() {
//!     println!("{}", hole.promise.name); // `request-rules` first, and none in the end
//! }
//! ```
//!
//! The project's own test of `check` counts all eight holes, and is red in your copy as soon as the
//! first is filled: `the_scaffold_s_holes_are_named_in_order`. The others stay green.

mod example;
pub mod scaffold;

use crate::conformance::{self, Report};
use crate::domains::Named;
use crate::domains::stock::Stock;
use example::Reservations;
use scaffold::Scaffold;

/// The two that are held against the promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The stock, whole.
    Reference,
    /// The stock, with holes.
    Scaffold,
}

impl Named for Subject {
    const KIND: &'static str = "module";

    const ALL: &'static [Subject] = &[Subject::Reference, Subject::Scaffold];

    fn name(self) -> &'static str {
        match self {
            Subject::Reference => "reference",
            Subject::Scaffold => "scaffold",
        }
    }
}

impl Subject {
    /// Where it is written.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Subject::Reference => "src/domains/stock/mod.rs",
            Subject::Scaffold => "src/domains/capstone/scaffold.rs",
        }
    }

    /// Holds it against the promises, on ledgers in a temporary folder.
    pub fn check(self) -> Report {
        let report = match self {
            Subject::Reference => conformance::effect(&Reservations::<Stock>::default()),
            Subject::Scaffold => conformance::effect(&Reservations::<Scaffold>::default()),
        };
        Report { subject: self.name().to_owned(), ..report }
    }
}
