//! The capstone: the reference keeps every promise, and the scaffold's holes are named in the order
//! in which they are to be filled.

/// What the kit is told of a reservation: the very file, so that a domain of the tests can be held
/// against it too.
#[path = "../../../src/domains/capstone/depot.rs"]
mod depot;
mod nearly;

use countersign::conformance::{self, Outcome};
use countersign::domains::capstone::Module;
use depot::Depot;
use nearly::{GAP, GAPS, Gap, Nearly};

const SCAFFOLD: &str = include_str!("../../../src/domains/capstone/scaffold.rs");

#[test]
fn the_reference_keeps_every_promise_and_none_is_left_out() {
    let report = Module::Reference.check();
    let kept = report.findings.iter().all(|finding| finding.outcome == Outcome::Kept);
    assert!(kept, "{report}");
}

#[test]
fn the_holes_are_named_from_the_top_of_the_file_to_its_bottom() {
    let report = Module::Scaffold.check();
    let marked: Vec<&str> = SCAFFOLD
        .lines()
        .filter_map(|line| line.trim().strip_prefix("// HOLE ")?.split(':').next())
        .collect();
    assert_eq!(marked.len(), 8);
    assert_eq!(report.broken_names(), marked, "{report}");
    assert_eq!(report.not_checked().count(), 0, "{report}");
}

#[test]
fn a_hole_that_is_filled_in_part_is_still_named() {
    let report = conformance::effect(&Depot::<Nearly>::default());
    assert!(report.is_kept(), "{report}");
    for (gap, hole) in GAPS {
        GAP.set(*gap);
        let report = conformance::domain(&Depot::<Nearly>::default());
        assert_eq!(report.broken_names(), [*hole], "{gap:?}\n{report}");
    }
    GAP.set(Gap::None);
}
