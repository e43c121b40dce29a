//! The conformance kit sees: each of its checks is the only one that a domain or a ledger fails which
//! breaks just that promise.

mod flaws;
mod pages;
#[cfg(feature = "sqlite")]
mod real_ones;
mod shelf;
mod shelves;

use countersign::conformance::{self, Promise, Report, Standing};
use flaws::Flaw;
use pages::{Book, Torn};
use shelves::Shelves;

use crate::snapshot::assert_snapshot;

fn of_shelves(flaw: Flaw) -> Report {
    flaws::FLAW.set(flaw);
    conformance::effect(&Shelves)
}

fn of_book(torn: Torn) -> Report {
    conformance::ledger(&Book(torn))
}

#[test]
fn a_domain_that_keeps_its_promises_passes() {
    let report = of_shelves(Flaw::None);
    assert!(report.is_kept(), "{report}");
    assert_eq!(report.not_checked().count(), 0, "{report}");
}

#[test]
fn a_ledger_that_keeps_its_promises_passes() {
    let report = of_book(Torn::Nowhere);
    assert!(report.is_kept(), "{report}");
    assert_eq!(report.not_checked().count(), 0, "{report}");
}

#[test]
fn each_flaw_of_a_domain_is_caught_by_its_own_check_alone() {
    for (flaw, promise) in flaws::FLAWS {
        let report = of_shelves(*flaw);
        assert_eq!(report.broken_names(), [*promise], "{flaw:?}\n{report}");
    }
}

#[test]
fn each_flaw_of_a_ledger_is_caught_by_its_own_check_alone() {
    for (torn, promise) in pages::FLAWS {
        let report = of_book(*torn);
        assert_eq!(report.broken_names(), [*promise], "{torn:?}\n{report}");
    }
}

#[test]
fn narrower_flaws_are_caught_too() {
    for (flaw, promise) in flaws::NARROW {
        let report = of_shelves(*flaw);
        assert_eq!(report.broken_names(), [*promise], "{flaw:?}\n{report}");
    }
    for (torn, promise) in pages::NARROW {
        let report = of_book(*torn);
        assert!(report.broken_names().contains(promise), "{torn:?}\n{report}");
    }
}

#[test]
fn what_is_near_to_a_flaw_and_none_passes() {
    for honest in flaws::HONEST {
        let report = of_shelves(*honest);
        assert!(report.is_kept(), "{honest:?}\n{report}");
        assert_eq!(report.not_checked().count(), 0, "{report}");
    }
}

#[test]
fn a_lookup_without_a_foreign_fact_is_not_passed_over() {
    let report = of_shelves(Flaw::NamesNoOtherRecount);
    let [finding] = report.not_checked().collect::<Vec<_>>()[..] else { panic!("{report}") };
    assert_eq!(finding.promise.name, "foreign-facts");
    assert!(report.is_kept() && report.to_string().contains("get_recount"), "{report}");
}

#[test]
fn no_promise_is_without_a_flaw_that_breaks_it() {
    let broken = flaws::FLAWS.iter().map(|(_, promise)| *promise);
    let broken: Vec<&str> =
        broken.chain(pages::FLAWS.iter().map(|(_, promise)| *promise)).collect();
    let promised: Vec<&str> = Promise::all().iter().map(|promise| promise.name).collect();
    assert_eq!(broken, promised);
}

/// What a report says to a person.
#[test]
fn reports_are_plain_words() {
    assert_snapshot("conformance__stale_facts", &of_shelves(Flaw::ForgetsTheVersion).to_string());
    assert_snapshot("conformance__receipt_outside", &of_book(Torn::ReceiptOutside).to_string());
}

#[test]
fn what_rests_on_a_broken_promise_is_not_checked_and_says_so() {
    let report = of_shelves(Flaw::RefusesEverything);
    let others = report.findings.iter().skip(1);
    for finding in others {
        let Standing::NotChecked { why } = &finding.outcome else { panic!("{report}") };
        assert_eq!(why, "it takes that comes-to-review is kept");
    }
}
