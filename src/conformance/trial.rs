//! One trial: a new ledger, a domain, and the short way from a request to its review.

use crate::code::Code;
use crate::conformance::Example;
use crate::conformance::report::{Standing, broken};
use crate::decision::{Authority, Decision, KeyState, Keyring, RootKey, SignedDecision, Verdict};
use crate::domain::{Domain, Lookup as _};
use crate::error::Error;
use crate::id::{Audience, Issuer, KeyId, Requester, RunId, Tenant};
use crate::json::Loose;
use crate::ledger::Ledger as _;
use crate::phase::{LookedUp, Review};
use crate::run::{AnyRun, Attempt, Opening, Run, resume};
use crate::tick::Tick;

/// The tick of every draft.
pub(super) const DRAFTED: Tick = Tick::TEACHING;

/// As often as a source is asked that does not answer.
pub(super) const PATIENCE: usize = 100;

pub(super) const REQUESTER: Requester = Requester::from_static("conformance-requester");

pub(super) type Lookup<E> = <<E as Example>::Domain as Domain>::Lookup;

/// Whose request is carried out.
pub(super) fn tenant() -> Tenant {
    const { Tenant::from_static("conformance-north") }
}

/// Somebody else, with data of the same names or with none.
pub(super) fn other_tenant() -> Tenant {
    const { Tenant::from_static("conformance-south") }
}

pub(super) struct Trial<'e, E: Example> {
    pub(super) example: &'e E,
    pub(super) domain: E::Domain,
    pub(super) ledger: E::Ledger,
    pub(super) authority: Authority,
    /// Whose run is opened next, and who asks.
    pub(super) tenant: Tenant,
    pub(super) requester: Requester,
}

impl<'e, E: Example> Trial<'e, E> {
    /// A trial in which the request can be carried out for [`tenant`].
    pub(super) fn new(example: &'e E) -> Result<Trial<'e, E>, Standing> {
        Trial::with(example, &[tenant()])
    }

    pub(super) fn with(example: &'e E, tenants: &[Tenant]) -> Result<Trial<'e, E>, Standing> {
        let issuer = const { Issuer::from_static("conformance-inbox") };
        let audience = const { Audience::from_static("conformance-service") };
        let keyring = Keyring::new(issuer, audience).with_key(
            const { KeyId::from_static("conformance-key") },
            RootKey::generate()?,
            KeyState::Active,
        )?;
        let ledger = example.ledger(tenants)?;
        let (authority, domain) = (Authority::new(keyring)?, example.domain());
        Ok(Trial { example, domain, ledger, authority, tenant: tenant(), requester: REQUESTER })
    }

    pub(super) fn keyring(&self) -> &Keyring {
        self.authority.keyring()
    }

    /// Takes the example's request in.
    pub(super) fn submit(&mut self, id: &str) -> Result<AnyRun<E::Domain>, Standing> {
        let request = self.example.request();
        self.submit_other(id, &request)
    }

    pub(super) fn submit_other(
        &mut self,
        id: &str,
        request: &str,
    ) -> Result<AnyRun<E::Domain>, Standing> {
        Ok(self.submit_error(id, request)??)
    }

    /// The inner error is the service's own.
    pub(super) fn submit_error(
        &mut self,
        id: &str,
        request: &str,
    ) -> Result<Result<AnyRun<E::Domain>, Error>, Standing> {
        let opening = Opening {
            tenant: self.tenant.clone(),
            run_id: RunId::new(id)?,
            requester: self.requester.clone(),
            policy: self.example.policy(),
            overrides: None,
        };
        let request = Loose::parse(request)?;
        Ok(self.example.submit(&self.domain, opening, &request, &mut self.ledger))
    }

    /// Reads whatever is still to be read, with one attempt each.
    pub(super) fn read(
        &mut self,
        mut run: AnyRun<E::Domain>,
    ) -> Result<AnyRun<E::Domain>, Standing> {
        for _ in Lookup::<E>::all() {
            run = self.read_one(run)?;
        }
        Ok(run)
    }

    /// Reads the first thing that is still to be read.
    pub(super) fn read_one(
        &mut self,
        run: AnyRun<E::Domain>,
    ) -> Result<AnyRun<E::Domain>, Standing> {
        let AnyRun::AtValidated(validated) = &run else { return Ok(run) };
        let is_there = |lookup| validated.facts().is_some_and(|facts| facts.get(lookup).is_some());
        let Some(lookup) = Lookup::<E>::all().iter().copied().find(|lookup| !is_there(*lookup))
        else {
            return broken("something is still to be read", "every fact is there");
        };
        self.ask(run, lookup)
    }

    /// Has the example's source answer one lookup, where the run can still read.
    pub(super) fn ask(
        &mut self,
        run: AnyRun<E::Domain>,
        lookup: Lookup<E>,
    ) -> Result<AnyRun<E::Domain>, Standing> {
        let AnyRun::AtValidated(run) = run else { return Ok(run) };
        let in_flight = run.reserve(lookup).save_any(&mut self.ledger)?;
        self.observe(in_flight, |trial, attempt| trial.example.answer(&mut trial.ledger, attempt))
    }

    /// Answers the attempt that a run has in flight, where it has one.
    pub(super) fn observe(
        &mut self,
        run: AnyRun<E::Domain>,
        answer: impl FnOnce(&mut Self, Attempt<'_, E::Domain>) -> crate::run::Answer<E::Domain>,
    ) -> Result<AnyRun<E::Domain>, Standing> {
        let AnyRun::AtInFlight(mut run) = run else { return Ok(run) };
        let answer = answer(self, run.attempt()?);
        Ok(run.observe(answer)?.save_any(&mut self.ledger)?)
    }

    pub(super) fn looked_up(&mut self, id: &str) -> Result<Run<E::Domain, LookedUp>, Standing> {
        let submitted = self.submit(id)?;
        match self.read(submitted)? {
            AnyRun::AtLookedUp(run) => Ok(run),
            other => broken("every fact is there, after one attempt each", said(&other)),
        }
    }

    pub(super) fn review(&mut self, id: &str) -> Result<Run<E::Domain, Review>, Standing> {
        let looked_up = self.looked_up(id)?;
        match looked_up.draft(&self.domain, DRAFTED)?.save_any(&mut self.ledger)? {
            AnyRun::AtReview(review) => Ok(review),
            other => broken("the run waits for a decision", said(&other)),
        }
    }

    /// Has the example's reviewer decide, as soon as there is a draft.
    pub(super) fn sign(
        &self,
        review: &Run<E::Domain, Review>,
        verdict: Verdict,
        valid_through: Tick,
    ) -> Result<SignedDecision, Standing> {
        let decision = Decision {
            card: &review.card(),
            verdict,
            reviewer: self.example.reviewer(),
            decided_at: DRAFTED,
            valid_through,
        };
        Ok(self.authority.sign(&decision)?)
    }

    /// Brings a run back as a new process would, with a domain of its own.
    pub(super) fn in_a_new_process(
        &mut self,
        run: AnyRun<E::Domain>,
    ) -> Result<AnyRun<E::Domain>, Standing> {
        let id = run.run_id().to_string();
        drop(run);
        self.domain = self.example.domain();
        self.ledger.reconnect();
        self.found(&id)
    }

    /// The run of this id, as it was saved.
    pub(super) fn found(&mut self, id: &str) -> Result<AnyRun<E::Domain>, Standing> {
        match resume(&mut self.ledger, &self.tenant, &RunId::new(id)?)? {
            Some(run) => Ok(run),
            None => broken(format!("run {id} is there"), "there is no such run"),
        }
    }
}

pub(super) fn stopped_with<D: Domain>(run: &AnyRun<D>, code: &Code) -> bool {
    matches!(run, AnyRun::AtStopped(stopped) if stopped.stop_reason().code == *code)
}

/// Where a run is, for the report.
pub(super) fn said<D: Domain>(run: &AnyRun<D>) -> String {
    let phase = run.phase();
    match run {
        AnyRun::AtStopped(stopped) => format!("the run is {phase}, {}", stopped.stop_reason()),
        _ => format!("the run is {phase}"),
    }
}
