//! What the kit has to be told of a domain, and of the service around it.

use crate::code::Code;
use crate::controller::NotDriven;
use crate::decision::Keyring;
use crate::delivery::Delivery;
use crate::domain::{Commit, Domain};
use crate::error::Error;
use crate::id::{Reviewer, Tenant};
use crate::json::Loose;
use crate::ledger::{Ledger, LedgerError};
use crate::phase::Review;
use crate::policy::Policy;
use crate::run::{Answer, AnyRun, Attempt, Opening, Run, submit};
use crate::tick::Tick;

/// One request of a domain that can be carried out, what stands in its way when it can not, and how
/// your service goes about it.
///
/// The methods that have a body are the service around the domain, as this crate would have it.
/// Where yours does one of them in its own way, say so here, so that it is held to the same promises.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no example for the conformance kit",
    label = "the kit has to be told one request, its facts and its reviewer",
    note = "implement `countersign::conformance::Example` for a type of your tests"
)]
pub trait Example {
    /// The domain that is held against the promises.
    type Domain: Domain;
    /// The ledger that it is tried on.
    type Ledger: Ledger;

    /// The domain, as a new process would make it.
    fn domain(&self) -> Self::Domain;

    /// A new ledger, and beside it what the request needs so that it can be carried out, once for
    /// each of these tenants and for nobody else.
    ///
    /// # Errors
    /// [`LedgerError`] where there is none.
    fn ledger(&self, tenants: &[Tenant]) -> Result<Self::Ledger, LedgerError>;

    /// A request that can be carried out, as JSON.
    fn request(&self) -> String;

    /// Requests that break the domain's rules, as JSON; at least one, and one for each rule is best.
    fn invalid_requests(&self) -> Vec<String>;

    /// Requests that follow the rules, but whose facts do not allow a draft, with the codes that
    /// they stop with; what they need to be read has to be in [`ledger`](Example::ledger) too. None
    /// where every fact does.
    fn undraftable_requests(&self) -> Vec<(String, Code)> {
        Vec::new()
    }

    /// The source's answer, read under the tenant of the attempt.
    fn answer(
        &self,
        ledger: &mut Self::Ledger,
        attempt: Attempt<'_, Self::Domain>,
    ) -> Answer<Self::Domain>;

    /// Facts that are good in every way as answers to this lookup, but about something else than the
    /// request asks for; at least one, and one for each name that a fact carries is best, so that a
    /// comparison which is left out is seen.
    fn foreign_facts(
        &self,
        lookup: <Self::Domain as Domain>::Lookup,
    ) -> Vec<<Self::Domain as Domain>::Fact>;

    /// Somebody who may decide.
    fn reviewer(&self) -> Reviewer;

    /// The domain after its source has moved to another version, where it can.
    fn moved_domain(&self) -> Option<Self::Domain> {
        None
    }

    /// Whether this lookup tells every tenant the same, a list of holidays say: then nothing of it is
    /// anybody's. Of any other a tenant that has nothing is told nothing, and its run stops.
    fn is_read_by_all(&self, _lookup: <Self::Domain as Domain>::Lookup) -> bool {
        false
    }

    /// The terms that your service opens runs under.
    fn policy(&self) -> Policy {
        Policy::default()
    }

    /// How your service takes a request in that may have come before.
    ///
    /// # Errors
    /// As [`submit`].
    fn submit(
        &self,
        domain: &Self::Domain,
        opening: Opening,
        request: &Loose,
        ledger: &mut Self::Ledger,
    ) -> Result<AnyRun<Self::Domain>, Error> {
        submit(domain, opening, request, ledger)
    }

    /// What your service shows to a reviewer, as plain text: the lines of the card, each as it is, in their
    /// order, whatever stands around them.
    fn shown(&self, review: &Run<Self::Domain, Review>) -> String {
        review.review_text().to_owned()
    }

    /// The tick that your service goes by when it is `now`. It must not round down: a decision that
    /// came too late would be taken for one in time.
    fn clock(&self, now: Tick) -> Tick {
        now
    }
}

/// An [`Example`] of a domain with a real effect.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not tell the conformance kit of an effect",
    label = "the kit has to be told how often something was carried out",
    note = "implement `countersign::conformance::EffectExample` beside `Example`"
)]
pub trait EffectExample: Example<Domain: Commit<<Self::Ledger as Ledger>::Db>> {
    /// How often the example's request was carried out for a tenant, as the data itself shows, also
    /// after [`change_what_was_read`](EffectExample::change_what_was_read). Where a service outside
    /// is acted on, ask it.
    ///
    /// # Errors
    /// [`LedgerError`] where it can not be read.
    fn times_carried_out(
        &self,
        ledger: &mut Self::Ledger,
        tenant: &Tenant,
    ) -> Result<u64, LedgerError>;

    /// Has somebody else change what was read for the tenant, and what the args rest on: a rule that
    /// the draft alone goes by is asked for no more. Change as little as can be: what is still open,
    /// and has only another version, is what effects forget to look at.
    ///
    /// # Errors
    /// [`LedgerError`] where it can not be changed.
    fn change_what_was_read(
        &self,
        ledger: &mut Self::Ledger,
        tenant: &Tenant,
    ) -> Result<(), LedgerError>;

    /// How your service carries out a run that was approved, or settles one whose answer was lost.
    ///
    /// # Errors
    /// As [`Delivery::deliver`].
    fn deliver<L>(
        &self,
        domain: &Self::Domain,
        keyring: &Keyring,
        now: Tick,
        run: AnyRun<Self::Domain>,
        ledger: &mut L,
    ) -> Result<AnyRun<Self::Domain>, NotDriven<Self::Domain>>
    where
        L: Ledger<Db = <Self::Ledger as Ledger>::Db>,
    {
        Delivery { domain, keyring, clock: &|| now }.deliver(run, ledger)
    }
}
