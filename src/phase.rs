//! The phases, each a type of its own.
//!
//! A phase has no values: it stands in the second place of [`Run`] and says which
//! moves there are. The set is closed; no phase can be added from outside.
//!
//! ```
//! use countersign::{domains::museum::Museum, phase::Review, Run};
//!
//! // A function that can only be given a run that waits for a decision.
//! fn queue(run: &Run<Museum, Review>) -> u64 {
//!     run.revision()
//! }
//! ```

use serde::{Deserialize, Serialize};

use crate::domain::Domain;
use crate::run::{AnyRun, Run};

/// The name of a phase, as it is saved and printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum PhaseName {
    Validated,
    InFlight,
    LookedUp,
    Review,
    ApprovedForSimulation,
    ApprovedForCommit,
    Committing,
    /// Never saved: what `Committing` is to whoever finds it.
    Unconfirmed,
    Simulated,
    Committed,
    Rejected,
    Stopped,
}

impl PhaseName {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            PhaseName::Validated => "VALIDATED",
            PhaseName::InFlight => "IN_FLIGHT",
            PhaseName::LookedUp => "LOOKED_UP",
            PhaseName::Review => "REVIEW",
            PhaseName::ApprovedForSimulation => "APPROVED_FOR_SIMULATION",
            PhaseName::ApprovedForCommit => "APPROVED_FOR_COMMIT",
            PhaseName::Committing => "COMMITTING",
            PhaseName::Unconfirmed => "UNCONFIRMED",
            PhaseName::Simulated => "SIMULATED",
            PhaseName::Committed => "COMMITTED",
            PhaseName::Rejected => "REJECTED",
            PhaseName::Stopped => "STOPPED",
        }
    }

    pub(crate) fn is_terminal(self) -> bool {
        use PhaseName::{Committed, Rejected, Simulated, Stopped};
        matches!(self, Simulated | Committed | Rejected | Stopped)
    }

    /// The phase of a run that is brought back: a commit that was begun may or may not have got
    /// through.
    pub(crate) fn brought_back(self) -> PhaseName {
        if self == PhaseName::Committing { PhaseName::Unconfirmed } else { self }
    }
}

/// One of the phases of this module.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no phase of a run",
    label = "not one of the phases in `countersign::phase`",
    note = "the set of phases is closed: none can be added from outside"
)]
pub trait Phase: sealed::Sealed + Sized {
    /// The phase's name as it is saved and printed, `REVIEW` say.
    const NAME: &'static str;
}

pub(crate) mod sealed {
    use super::{AnyRun, Domain, Run};

    // Public in a private module, so that nobody outside can name it and add a phase.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` can not be made a phase of a run",
        label = "not one of the phases in `countersign::phase`",
        note = "the set of phases is closed: none can be added from outside"
    )]
    #[allow(unnameable_types)]
    pub trait Sealed: Sized {
        /// Gives the run back where it is in another phase.
        #[allow(clippy::missing_errors_doc)]
        fn narrow<D: Domain>(any: AnyRun<D>) -> Result<Run<D, Self>, AnyRun<D>>;
    }
}

macro_rules! phase {
    ($(#[$doc:meta])* $name:ident, $at:ident) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $name {}

        #[diagnostic::do_not_recommend]
        impl sealed::Sealed for $name {
            fn narrow<D: Domain>(any: AnyRun<D>) -> Result<Run<D, $name>, AnyRun<D>> {
                match any {
                    AnyRun::$at(run) => Ok(run),
                    other => Err(other),
                }
            }
        }

        impl Phase for $name {
            const NAME: &'static str = PhaseName::$name.as_str();
        }
    };
}

phase! {
    /// The request is checked and saved; nothing was read yet, or not all of it.
    Validated, AtValidated
}
phase! {
    /// One attempt at a lookup is charged and saved; its answer is awaited.
    InFlight, AtInFlight
}
phase! {
    /// Every required fact is there.
    LookedUp, AtLookedUp
}
phase! {
    /// A draft waits for a person's decision.
    Review, AtReview
}
phase! {
    /// A person agreed that exactly this draft may be simulated.
    ApprovedForSimulation, AtApprovedForSimulation
}
phase! {
    /// A person agreed that exactly this draft may be carried out.
    ApprovedForCommit, AtApprovedForCommit
}
phase! {
    /// A write is charged and saved; it is delivered from here.
    Committing, AtCommitting
}
phase! {
    /// The answer to a commit was lost: it got through or it did not. Look up, or fence.
    Unconfirmed, AtUnconfirmed
}
phase! {
    /// Terminal: simulated, with a receipt. Nothing real was written.
    Simulated, AtSimulated
}
phase! {
    /// Terminal: carried out once, with a receipt.
    Committed, AtCommitted
}
phase! {
    /// Terminal: a person said no.
    Rejected, AtRejected
}
phase! {
    /// Terminal: ended by a rule, with a reason code.
    Stopped, AtStopped
}
