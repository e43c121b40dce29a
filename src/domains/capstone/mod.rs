//! The capstone: a domain to finish. The [`scaffold`] reserves stock, compiles, and has holes; the
//! [`stock`](crate::domains::stock) is the same domain without them. The conformance kit tells one
//! from the other, and says which hole to fill next.
//!
//! In a copy of this project, fill a hole in `src/domains/capstone/scaffold.rs`, and run
//! `cargo run --features cli -- check --module scaffold` again, until it exits 0.
//!
//! ```
//! use countersign::domains::capstone::Module;
//!
//! let reference = Module::Reference.check();
//! assert!(reference.is_kept(), "{reference}");
//! for hole in Module::Scaffold.check().broken() {
//!     println!("{}", hole.promise.name); // `request-rules` first, and none in the end
//! }
//! ```
//!
//! The project's own test of `check` counts all eight holes, and is red in your copy as soon as the
//! first is filled: `the_scaffold_s_holes_are_named_in_order`. The others stay green.

mod depot;
pub mod scaffold;

use crate::conformance::{self, Report};
use crate::domains::stock::Stock;
use depot::Depot;
use scaffold::Scaffold;

/// The two that are held against the promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Module {
    /// The stock, whole.
    Reference,
    /// The stock, with holes.
    Scaffold,
}

impl Module {
    /// Both of them.
    pub const ALL: [Module; 2] = [Module::Reference, Module::Scaffold];

    /// The name, as it is typed and printed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Module::Reference => "reference",
            Module::Scaffold => "scaffold",
        }
    }

    /// The module of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Module> {
        Module::ALL.into_iter().find(|module| module.name() == name)
    }

    /// Where it is written.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Module::Reference => "src/domains/stock/mod.rs",
            Module::Scaffold => "src/domains/capstone/scaffold.rs",
        }
    }

    /// Holds it against the promises, on ledgers in a temporary folder.
    pub fn check(self) -> Report {
        let report = match self {
            Module::Reference => conformance::effect(&Depot::<Stock>::default()),
            Module::Scaffold => conformance::effect(&Depot::<Scaffold>::default()),
        };
        Report { subject: self.name().to_owned(), ..report }
    }
}
