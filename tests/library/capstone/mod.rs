//! The capstone: the reference keeps every promise, and the scaffold's holes are named in the order
//! in which they are to be filled.

/// What the kit is told of a reservation: the very file, so that a domain of the tests can be held
/// against it too.
#[path = "../../../src/domains/capstone/example.rs"]
mod example;
mod nearly;

use countersign::conformance::{self, Example, Standing};
use countersign::domain::Domain;
use countersign::domains::capstone::Subject;
use countersign::domains::capstone::scaffold::Scaffold;
use countersign::domains::stock::{ReserveRequest, Says, Stock, StockFact, StockLookup};
use countersign::json::MAX_INTEGER;
use countersign::{Opening, Policy, Requester, Run, RunId, SourceVersion, Tenant, json::Loose};
use example::{Reservations, Reserves};
use nearly::{GAP, GAPS, Gap, Nearly};

const SCAFFOLD: &str = include_str!("../../../src/domains/capstone/scaffold.rs");

#[test]
fn the_reference_keeps_every_promise_and_none_is_left_out() {
    let report = Subject::Reference.check();
    let kept = report.findings.iter().all(|finding| finding.outcome == Standing::Kept);
    assert!(kept, "{report}");
}

#[test]
fn the_holes_are_named_from_the_top_of_the_file_to_its_bottom() {
    let report = Subject::Scaffold.check();
    let marked: Vec<&str> = SCAFFOLD
        .lines()
        .filter_map(|line| line.trim().strip_prefix("// HOLE ")?.split(':').next())
        .collect();
    assert_eq!(report.broken_names(), marked, "{report}");
    assert_eq!(report.not_checked().count(), 0, "{report}");
}

#[test]
fn a_hole_that_is_filled_in_part_is_still_named() {
    let report = conformance::effect(&Reservations::<Nearly>::default());
    assert!(report.is_kept(), "{report}");
    for (gap, hole) in GAPS {
        GAP.set(*gap);
        let report = conformance::domain(&Reservations::<Nearly>::default());
        assert_eq!(report.broken_names(), [*hole], "{gap:?}\n{report}");
    }
    GAP.set(Gap::None);
}

/// What has no hole is as it is in the reference, also once the holes are filled.
#[test]
fn of_a_fact_about_what_was_asked_the_scaffold_says_what_the_reference_says() {
    let (warehouse, sku) = ("WH-A".to_owned(), "SKU-7".to_owned());
    let request = ReserveRequest { warehouse: warehouse.clone(), sku: sku.clone(), quantity: 3 };
    let version = SourceVersion::from_static("stock-v1");
    let mut refused = 0;
    for lookup in [StockLookup::Stock, StockLookup::Rule] {
        for number in [10, MAX_INTEGER - 1, MAX_INTEGER, MAX_INTEGER + 1] {
            for says in [
                Says::Stock { available: number, version: 4 },
                Says::Stock { available: 10, version: number },
                Says::Rule { largest: number },
            ] {
                let fact = StockFact { warehouse: warehouse.clone(), sku: sku.clone(), says };
                let by_the_reference = Stock::check_fact(&request, lookup, &fact, &version);
                refused += usize::from(by_the_reference.is_err());
                let said = Scaffold::check_fact(&request, lookup, &fact, &version);
                assert_eq!(said, by_the_reference, "{lookup:?}: {fact:?}");
            }
        }
    }
    // Twelve that answer the other lookup, and a number too large in four.
    assert_eq!(refused, 16);
}

/// What a lookup makes of a row that no stock has.
fn answer_to_damage<D: Reserves>() -> String {
    let (depot, tenant) = (Reservations::<D>::default(), Tenant::from_static("some-depot"));
    let mut ledger = depot.ledger(std::slice::from_ref(&tenant)).unwrap();
    let damage = "UPDATE stock SET version = -1";
    assert_eq!(ledger.change_tables(|tables| tables.execute(damage, &[])).unwrap(), 1);
    let opening = Opening {
        tenant,
        run_id: RunId::from_static("c-1"),
        requester: Requester::from_static("somebody"),
        policy: Policy::default(),
        overrides: None,
    };
    let request = Loose::parse(&depot.request()).unwrap();
    let validated = Run::open(&depot.domain(), opening, &request).unwrap().save(&mut ledger);
    let reserved = validated.unwrap().unwrap().reserve(StockLookup::Stock).save(&mut ledger);
    let mut in_flight = reserved.unwrap().unwrap();
    let attempt = in_flight.attempt().unwrap();
    format!("{:?}", D::look_up(&mut ledger, attempt))
}

#[test]
fn a_row_that_no_stock_has_is_not_taken_for_none() {
    for answer in [answer_to_damage::<Stock>(), answer_to_damage::<Scaffold>()] {
        assert!(answer.contains("Temporary"), "{answer}");
    }
}
