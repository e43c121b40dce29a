//! `Validated`: the first lookup, or the next one, is reserved.

use crate::code::Code;
use crate::domain::{Domain, Lookup};
use crate::error::Reason;
use crate::event::Move;
use crate::phase::{InFlight, Stopped, Validated};
use crate::planner::{Candidate, Inadmissible, Stage, View};
use crate::run::progress::Work;
use crate::run::{Core, Run, Unsaved};

impl<D: Domain> Run<D, Validated> {
    /// Charges a step, a lookup and an attempt, to be saved before anything is read.
    pub fn reserve(self, lookup: D::Lookup) -> Unsaved<D, Run<D, InFlight>> {
        reserve(self.core, lookup)
    }

    /// What a planner may see.
    #[must_use]
    pub fn view(&self) -> View {
        View::of::<D>(Stage::FactsMissing, &self.core.state)
    }

    /// Stops the run with `invalid_action`: the planner proposed what may not be done.
    pub fn disallow(self, candidate: Inadmissible) -> Unsaved<D, Run<D, Stopped>> {
        disallow(self.core, candidate)
    }
}

pub(super) fn reserve<D: Domain>(
    core: Box<Core<D>>,
    lookup: D::Lookup,
) -> Unsaved<D, Run<D, InFlight>> {
    let name = lookup.name();
    let candidate = Candidate::plain(name);
    let stop = core.state.obstacle(Work::Reserve(&candidate, name));
    let made = if stop.is_some() {
        Move::Stopped { candidate: Some(candidate), tick: None }
    } else {
        let attempt = core.state.used.attempts(name).saturating_add(1);
        Move::Reserved { candidate, lookup: name.to_owned(), attempt }
    };
    Unsaved::make(core, (made, stop), Run::lending)
}

pub(super) fn disallow<D: Domain>(
    core: Box<Core<D>>,
    Inadmissible { candidate, why }: Inadmissible,
) -> Unsaved<D, Run<D, Stopped>> {
    let made = Move::Stopped { candidate: Some(candidate), tick: None };
    let stop = Reason::new(Code::INVALID_ACTION, why);
    Unsaved::make(core, (made, Some(stop)), Run::from_core)
}
