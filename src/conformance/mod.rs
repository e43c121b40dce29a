//! The conformance kit: holds a domain of yours, or a ledger of yours, against everything that is
//! promised of them.
//!
//! [`domain`] takes an [`Example`]: one request, its facts, its reviewer, and the service around it.
//! [`effect`] takes an [`EffectExample`], for a domain with a real effect. [`ledger`] takes a
//! [`LedgerExample`]. Each gives a [`Report`]: for every [`Promise`] whether it is kept, and where it
//! is not, what was expected, what happened, and where the rule is documented.
//!
//! It shows that promises are broken, and can not prove that they are kept: it tries what the
//! example tells it to, and nothing that the example does not know of.
//!
//! ```
//! use countersign::conformance::{self, Example};
//! use countersign::domains::museum::{Card, CatalogueFact, Museum, Question, FIXTURE_REVIEWER};
//! use countersign::ledger::{LedgerError, MemoryLedger};
//! use countersign::{Answer, Attempt, Reviewer, Tenant};
//!
//! struct Labels;
//!
//! impl Example for Labels {
//!     type Domain = Museum;
//!     type Ledger = MemoryLedger;
//!
//!     fn domain(&self) -> Museum { Museum::default() }
//!     fn ledger(&self, _: &[Tenant]) -> Result<MemoryLedger, LedgerError> {
//!         Ok(MemoryLedger::new())
//!     }
//!     fn request(&self) -> String {
//!         r#"{"request_id":"R-1","exhibit_id":"EX-101","observed_year":1904,"note":""}"#.to_owned()
//!     }
//!     fn invalid_requests(&self) -> Vec<String> {
//!         vec![self.request().replace("1904", "999")]
//!     }
//!     fn answer(&self, _: &mut MemoryLedger, attempt: Attempt<'_, Museum>) -> Answer<Museum> {
//!         self.domain().look_up(attempt)
//!     }
//!     fn foreign_facts(&self, _: Question) -> Vec<CatalogueFact> {
//!         // about EX-204, and the request asks for EX-101
//!         vec![CatalogueFact {
//!             exhibit_id: "EX-204".to_owned(),
//!             year: 1931,
//!             source_version: "CAT-v1".to_owned(),
//!         }]
//!     }
//!     fn reviewer(&self) -> Reviewer { FIXTURE_REVIEWER }
//!     fn is_read_by_all(&self, _: Question) -> bool { true } // there is one catalogue
//! }
//!
//! let report = conformance::domain(&Labels);
//! assert!(report.is_kept(), "{report}");
//! ```

mod deciding;
mod effect;
mod example;
mod ledger;
mod promise;
mod reading;
mod report;
mod trial;

pub use example::{EffectExample, Example};
pub use ledger::LedgerExample;
pub use promise::Promise;
pub use report::{Finding, Report, Standing};

use crate::domain::Domain;
use report::{Checked, findings};

type Check<'e> = (Promise, Box<dyn FnOnce() -> Checked + 'e>);

/// Holds a domain, and the service around it, against what is promised of them, short of an effect.
pub fn domain<E: Example>(example: &E) -> Report {
    Report { subject: E::Domain::NAME.to_owned(), findings: findings(None, domain_checks(example)) }
}

/// Holds a domain with a real effect against everything that is promised of it.
pub fn effect<E: EffectExample>(example: &E) -> Report {
    let mut report = domain(example);
    let effect = findings(report.findings.first(), effect_checks(example));
    report.findings.extend(effect);
    report
}

/// Holds a ledger against everything that is promised of it.
pub fn ledger<E: LedgerExample>(example: &E) -> Report {
    let mut report =
        Report { subject: example.name(), findings: findings(None, ledger::checks(example)) };
    let whole_runs = findings(report.broken().next(), ledger::whole_runs(example));
    report.findings.extend(whole_runs);
    report
}

fn domain_checks<E: Example>(example: &E) -> Vec<Check<'_>> {
    vec![
        (promise::COMES_TO_REVIEW, Box::new(|| reading::comes_to_review(example))),
        (promise::REQUEST_RULES, Box::new(|| reading::request_rules(example))),
        (promise::UNKNOWN_FIELDS, Box::new(|| reading::unknown_fields(example))),
        (promise::FOREIGN_FACTS, Box::new(|| reading::foreign_facts(example))),
        (promise::DRAFT_RULES, Box::new(|| reading::draft_rules(example))),
        (promise::SAME_DRAFT, Box::new(|| reading::same_draft(example))),
        (promise::REVIEWERS, Box::new(|| deciding::reviewers(example))),
        (promise::SOURCE_MOVED, Box::new(|| deciding::source_moved(example))),
        (promise::TENANTS_READ, Box::new(|| reading::tenants_read(example))),
        (promise::REQUEST_CONFLICT, Box::new(|| deciding::request_conflict(example))),
        (promise::READ_BUDGET, Box::new(|| reading::read_budget(example))),
        (promise::WHOLE_CARD, Box::new(|| deciding::whole_card(example))),
        (promise::DEADLINE, Box::new(|| deciding::deadline(example))),
        (promise::REJECTION_FINAL, Box::new(|| deciding::rejection_final(example))),
        (promise::RESUMED, Box::new(|| deciding::resumed(example))),
    ]
}

fn effect_checks<E: EffectExample>(example: &E) -> Vec<Check<'_>> {
    vec![
        (promise::CARRIED_OUT, Box::new(|| effect::carried_out(example))),
        (promise::STALE_FACTS, Box::new(|| effect::stale_facts(example))),
        (promise::TENANTS_EFFECT, Box::new(|| effect::tenants_effect(example))),
        (promise::UNDONE, Box::new(|| effect::undone(example))),
        (promise::RESUMED_COMMIT, Box::new(|| effect::resumed_commit(example))),
        (promise::REDELIVERY, Box::new(|| effect::redelivery(example))),
        (promise::LOST_ANSWER, Box::new(|| effect::lost_answer(example))),
        (promise::VALID_THROUGH, Box::new(|| effect::valid_through(example))),
        (promise::WRITE_BUDGET, Box::new(|| effect::write_budget(example))),
    ]
}
