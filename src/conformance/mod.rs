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

type Check<E> = (Promise, fn(&E) -> Checked);

/// Holds a domain, and the service around it, against what is promised of them, short of an effect.
pub fn domain<E: Example>(example: &E) -> Report {
    Report {
        subject: E::Domain::NAME.to_owned(),
        findings: findings(example, None, &domain_checks()),
    }
}

/// Holds a domain with a real effect against everything that is promised of it.
pub fn effect<E: EffectExample>(example: &E) -> Report {
    let mut report = domain(example);
    // Where nothing comes to a review, nothing is carried out: what else is broken does not matter.
    let effect = findings(example, report.findings.first(), &effect_checks());
    report.findings.extend(effect);
    report
}

/// Holds a ledger against everything that is promised of it.
pub fn ledger<E: LedgerExample>(example: &E) -> Report {
    let mut report =
        Report { subject: example.name(), findings: findings(example, None, &ledger::checks()) };
    // Where anything else is broken, whole runs could not say what.
    let whole_runs = findings(example, report.broken().next(), &ledger::whole_runs());
    report.findings.extend(whole_runs);
    report
}

fn domain_checks<E: Example>() -> [Check<E>; 15] {
    [
        (promise::COMES_TO_REVIEW, reading::comes_to_review),
        (promise::REQUEST_RULES, reading::request_rules),
        (promise::UNKNOWN_FIELDS, reading::unknown_fields),
        (promise::FOREIGN_FACTS, reading::foreign_facts),
        (promise::DRAFT_RULES, reading::draft_rules),
        (promise::SAME_DRAFT, reading::same_draft),
        (promise::REVIEWERS, deciding::reviewers),
        (promise::SOURCE_MOVED, deciding::source_moved),
        (promise::TENANTS_READ, reading::tenants_read),
        (promise::REQUEST_CONFLICT, deciding::request_conflict),
        (promise::READ_BUDGET, reading::read_budget),
        (promise::WHOLE_CARD, deciding::whole_card),
        (promise::DEADLINE, deciding::deadline),
        (promise::REJECTION_FINAL, deciding::rejection_final),
        (promise::RESUMED, deciding::resumed),
    ]
}

fn effect_checks<E: EffectExample>() -> [Check<E>; 9] {
    [
        (promise::CARRIED_OUT, effect::carried_out),
        (promise::STALE_FACTS, effect::stale_facts),
        (promise::TENANTS_EFFECT, effect::tenants_effect),
        (promise::UNDONE, effect::undone),
        (promise::RESUMED_COMMIT, effect::resumed_commit),
        (promise::REDELIVERY, effect::redelivery),
        (promise::LOST_ANSWER, effect::lost_answer),
        (promise::VALID_THROUGH, effect::valid_through),
        (promise::WRITE_BUDGET, effect::write_budget),
    ]
}
