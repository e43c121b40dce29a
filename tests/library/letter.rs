//! A domain whose drafts may be any JSON at all, for what a reviewer is shown of it.

use countersign::domain::{Domain, Facts, Lookup, NoDraft};
use countersign::json::{Canonical, Json, Loose};
use countersign::ledger::Ledger;
use countersign::phase::Review;
use countersign::run::SimulationPermit;
use countersign::{
    Budget, Observed, Opening, Policy, Requester, Reviewer, Run, RunId, SourceVersion, Tenant, Tick,
};

pub(crate) struct Letter {
    pub(crate) source: SourceVersion,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp;

impl Lookup for Stamp {
    fn all() -> &'static [Stamp] {
        &[Stamp]
    }

    fn name(self) -> &'static str {
        "stamp"
    }
}

impl Domain for Letter {
    const NAME: &'static str = "letter";
    const ACTION: &'static str = "letter.send";
    const VERSION: u64 = 1;

    type Request = Json;
    type Lookup = Stamp;
    type Fact = u64;
    type Draft = Json;
    type Args = Json;

    fn source_version(&self) -> SourceVersion {
        self.source.clone()
    }

    fn may_decide(&self, _: &Reviewer) -> bool {
        true
    }

    fn check_request(_: &Json) -> Result<(), String> {
        Ok(())
    }

    fn check_fact(_: &Json, _: Stamp, _: &u64, _: &SourceVersion) -> Result<(), String> {
        Ok(())
    }

    fn draft(&self, request: &Json, _: &Facts<Letter>) -> Result<Json, NoDraft> {
        Ok(request.clone())
    }

    /// What the draft says is to be sent; where it says nothing of that, all of it.
    fn args(draft: &Json) -> Json {
        match draft {
            Json::Object(members) => members.get("send").unwrap_or(draft).clone(),
            draft => draft.clone(),
        }
    }

    fn would_change(&self, _: SimulationPermit<'_, Letter>) -> bool {
        true
    }
}

/// All that a draft is bound to, before anybody decides on it.
pub(crate) struct Bound {
    pub(crate) tenant: &'static str,
    pub(crate) run_id: &'static str,
    pub(crate) requester: &'static str,
    pub(crate) source: &'static str,
    pub(crate) drafted_at: u64,
    pub(crate) review_ttl: u64,
    /// How often the source is read before the draft is made: it moves the revision.
    pub(crate) reads: u64,
    pub(crate) overrides: Option<&'static str>,
}

impl Default for Bound {
    fn default() -> Bound {
        Bound {
            tenant: "ward",
            run_id: "op-1",
            requester: "agent",
            source: "stamps-1",
            drafted_at: 5,
            review_ttl: 10,
            reads: 1,
            overrides: None,
        }
    }
}

impl Bound {
    pub(crate) fn review<L: Ledger>(
        &self,
        ledger: &mut L,
        draft: &Canonical,
    ) -> Run<Letter, Review> {
        let letter = Letter { source: SourceVersion::new(self.source).unwrap() };
        let budget = Budget { steps: 20, lookups: 9, attempts: 9, ..Budget::default() };
        let opening = Opening {
            tenant: Tenant::new(self.tenant).unwrap(),
            run_id: RunId::new(self.run_id).unwrap(),
            requester: Requester::new(self.requester).unwrap(),
            policy: Policy { review_ttl: self.review_ttl, budget },
            overrides: self.overrides.map(|id| RunId::new(id).unwrap()),
        };
        let request = Loose::parse(draft.as_str()).unwrap();
        let opened = Run::open(&letter, opening, &request).unwrap();
        let mut in_flight = opened.then_reserve(Stamp).save(ledger).unwrap().unwrap();
        for left in (0..self.reads).rev() {
            let answer = in_flight.attempt().unwrap().found(1);
            let observed = in_flight.observe(answer).unwrap().save(ledger).unwrap().unwrap();
            let Observed::Complete(looked_up) = observed else { panic!("the fact is there") };
            if left == 0 {
                let drafted =
                    looked_up.draft(&letter, Tick::new(self.drafted_at).unwrap()).unwrap();
                return drafted.save(ledger).unwrap().unwrap();
            }
            in_flight = looked_up.read_again(Stamp).save(ledger).unwrap().unwrap();
        }
        panic!("a draft needs one read at least")
    }
}
