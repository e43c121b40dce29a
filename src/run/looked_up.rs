//! `LookedUp`: every fact is there. Draft, or read again.

use crate::code::Code;
use crate::domain::{Domain, NoDraft};
use crate::error::{Reason, Refused};
use crate::event::{CardForm, Drafted, Move};
use crate::json::Canonical;
use crate::phase::{InFlight, LookedUp, Review, Stopped};
use crate::planner::{Candidate, Inadmissible, PREPARE_DRAFT, Stage, View};
use crate::run::progress::Work;
use crate::run::review_text::review_text as text_of;
use crate::run::{Core, Run, Unsaved, held, is_engines, validated};
use crate::tick::Tick;

impl<D: Domain> Run<D, LookedUp> {
    /// Reserves one more attempt at a lookup whose fact is there.
    pub fn read_again(self, lookup: D::Lookup) -> Unsaved<D, Run<D, InFlight>> {
        validated::reserve(self.core, lookup)
    }

    /// Makes the draft that a person will decide on, and the text that they will read. Where a
    /// person has said no to the same action before, under another id, the run stops with
    /// `already_rejected`.
    ///
    /// # Errors
    /// [`Refused`] with `invalid_tick` where `now` plus the review time is beyond 2^53-1; with a
    /// code of the JSON rules where the draft can not be hashed. The run is handed back.
    #[must_use = "nothing is moved yet: handle the refusal (`?`, say), then call `.save(&mut ledger)`; `let _ =` would move nothing"]
    pub fn draft(
        self,
        domain: &D,
        now: Tick,
    ) -> Result<Unsaved<D, Run<D, Review>>, Refused<Run<D, LookedUp>>> {
        match self.core.make_drafted(domain, now) {
            Ok((made, fault)) => {
                let drafted = Unsaved::make(self.core, made, Run::from_core);
                Ok(drafted.unless_rejected_before().unless_faulty(fault))
            }
            Err(Unwritable { code, detail }) => Err(Refused::new(self, code, detail)),
        }
    }

    /// What a planner may see.
    #[must_use]
    pub fn view(&self) -> View {
        View::of::<D>(Stage::FactsThere, &self.core.state)
    }

    /// Stops the run with `invalid_action`: the planner proposed what may not be done.
    pub fn disallow(self, candidate: Inadmissible) -> Unsaved<D, Run<D, Stopped>> {
        validated::disallow(self.core, candidate)
    }
}

struct Unwritable {
    code: Code,
    detail: String,
}

impl<E: Into<crate::Error>> From<E> for Unwritable {
    fn from(error: E) -> Unwritable {
        let error = error.into();
        Unwritable { code: error.code().clone(), detail: error.to_string() }
    }
}

impl<D: Domain> Core<D> {
    /// The move, and what the domain did wrong in it, where it did.
    fn make_drafted(
        &self,
        domain: &D,
        now: Tick,
    ) -> Result<((Move, Option<Reason>), Option<String>), Unwritable> {
        let candidate = Candidate::plain(PREPARE_DRAFT);
        let stop =
            self.state.obstacle(Work::Draft(&candidate)).or_else(|| self.source_moved(domain));
        let content = held(self.content.as_ref());
        let drafted = match stop {
            Some(stop) => Err((stop, None)),
            None => domain.draft(&content.request, &content.facts).map_err(of_the_domain),
        };
        let draft = match drafted {
            Ok(draft) => draft,
            Err((stop, fault)) => {
                let made = Move::Stopped { candidate: Some(candidate), tick: Some(now) };
                return Ok(((made, Some(stop)), fault));
            }
        };
        let deadline = now.plus(self.state.opened.policy.review_ttl)?;
        let args = Canonical::of(&D::args(&draft))?;
        let draft = Canonical::of(&draft)?;
        let card = Some(CardForm::V2);
        let review_text = String::new();
        let mut made =
            Drafted { candidate, draft, args, review_text, created_at: now, deadline, card };
        made.review_text = text_of(&self.state, &made);
        Ok(((Move::Drafted(made), None), None))
    }
}

/// A domain stops a run for reasons of its own: what the engine's codes say did not happen here, and
/// replay could not tell.
fn of_the_domain(NoDraft { reason, detail }: NoDraft) -> (Reason, Option<String>) {
    let fault = is_engines(&reason).then(|| format!("a draft does not stop a run with {reason}"));
    (Reason::new(reason, detail), fault)
}
