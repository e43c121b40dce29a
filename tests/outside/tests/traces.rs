//! What a loan's run did, held fast in a snapshot of this package.

use countersign::json::Loose;
use countersign::ledger::MemoryLedger;
use countersign::{Error, Opening, Policy, Requester, Run, RunId, Tenant, Trace, assert_trace};
use library_loans::{GetShelf, Loans, Shelf};

#[test]
fn a_book_that_is_lent_is_not_lent_again() -> Result<(), Error> {
    let (mut ledger, loans) = (MemoryLedger::new(), Loans { catalogue: 1 });
    let opening = Opening {
        tenant: Tenant::new("town-library")?,
        run_id: RunId::new("loan-1")?,
        requester: Requester::new("desk")?,
        policy: Policy::default(),
        overrides: None,
    };
    let request = Loose::parse(r#"{"book":"Emma","reader":"Ms Smith"}"#)?;
    let validated = Run::open(&loans, opening, &request)?.save(&mut ledger)??;
    let mut in_flight = validated.reserve(GetShelf).save(&mut ledger)??;
    let lent = Shelf { book: "Emma".to_owned(), version: 3, lent: true };
    let answer = in_flight.attempt()?.found(lent);
    let countersign::Observed::Complete(run) = in_flight.observe(answer)?.save(&mut ledger)??
    else {
        panic!("one shelf is all there is to look at")
    };
    drop(run.draft(&loans, countersign::Tick::new(5)?)?.save(&mut ledger)?);
    assert_trace!("lent_already", Trace::read_all(&mut ledger)?);
    Ok(())
}
