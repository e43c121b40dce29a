//! The domain, held against everything that is promised of it.

use countersign::conformance::{self, EffectExample, Example};
use countersign::ledger::{LedgerError, MemoryLedger};
use countersign::{Answer, Attempt, Code, Reviewer, Tenant};
use library_loans::{GetShelf, Loans, Shelf};

/// What the kit is told of it.
struct OneLoan;

impl Example for OneLoan {
    type Domain = Loans;
    type Ledger = MemoryLedger;

    fn domain(&self) -> Loans {
        Loans { catalogue: 1 }
    }
    fn moved_domain(&self) -> Option<Loans> {
        Some(Loans { catalogue: 2 })
    }
    fn ledger(&self, tenants: &[Tenant]) -> Result<MemoryLedger, LedgerError> {
        let mut ledger = MemoryLedger::new();
        for tenant in tenants {
            ledger.set_value(&format!("{tenant}/Emma"), "in 3");
            ledger.set_value(&format!("{tenant}/Ulysses"), "lent to Mr Bloom");
        }
        Ok(ledger)
    }
    fn request(&self) -> String {
        r#"{"book":"Emma","reader":"Ms Smith"}"#.to_owned()
    }
    fn invalid_requests(&self) -> Vec<String> {
        vec![self.request().replace("Ms Smith", " ")]
    }
    fn undraftable_requests(&self) -> Vec<(String, Code)> {
        vec![(
            self.request().replace("Emma", "Ulysses"),
            Code::own("already_lent").expect("a code"),
        )]
    }
    fn answer(&self, ledger: &mut MemoryLedger, attempt: Attempt<'_, Loans>) -> Answer<Loans> {
        let book = attempt.request().book.clone();
        let Some(value) = ledger.value(&format!("{}/{book}", attempt.tenant())) else {
            return attempt.not_found("no such book");
        };
        let version = value.strip_prefix("in ").and_then(|version| version.parse().ok());
        attempt.found(Shelf { book, version: version.unwrap_or(0), lent: version.is_none() })
    }
    fn foreign_facts(&self, _: GetShelf) -> Vec<Shelf> {
        vec![Shelf { book: "Persuasion".to_owned(), version: 3, lent: false }]
    }
    fn reviewer(&self) -> Reviewer {
        Reviewer::new("librarian").expect("an id")
    }
}

impl EffectExample for OneLoan {
    fn times_carried_out(
        &self,
        ledger: &mut MemoryLedger,
        tenant: &Tenant,
    ) -> Result<u64, LedgerError> {
        Ok(u64::from(ledger.value(&format!("{tenant}/Emma")) == Some("lent to Ms Smith")))
    }
    fn change_what_was_read(
        &self,
        ledger: &mut MemoryLedger,
        tenant: &Tenant,
    ) -> Result<(), LedgerError> {
        ledger.set_value(&format!("{tenant}/Emma"), "in 4"); // still in, but somebody had it meanwhile
        Ok(())
    }
}

#[test]
fn the_domain_keeps_every_promise() {
    let report = conformance::effect(&OneLoan);
    assert!(report.is_kept(), "{report}");
    assert_eq!(report.not_checked().count(), 0, "{report}");
}
