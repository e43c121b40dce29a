//! The capstone: the reference keeps every promise, and the scaffold's holes are named in the order
//! in which they are to be filled.

use countersign::conformance::Outcome;
use countersign::domains::capstone::Module;

const SCAFFOLD: &str = include_str!("../../src/domains/capstone/scaffold.rs");

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
