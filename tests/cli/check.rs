//! `check`: what it says of the reference and of the scaffold, and how it exits.

use crate::support::Desk;

const HOLES: [&str; 8] = [
    "request-rules",
    "foreign-facts",
    "draft-rules",
    "reviewers",
    "source-moved",
    "tenants-read",
    "stale-facts",
    "tenants-effect",
];

#[test]
fn the_reference_passes_all() {
    let desk = Desk::new();
    let (code, document) = desk.json(&["check", "--module", "reference"]);
    assert_eq!((code, &document["kept"]), (0, &true.into()));
    assert_eq!(document["holes"], serde_json::json!([]));
    let findings = document["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 24);
    assert!(findings.iter().all(|finding| finding["outcome"] == "kept"), "{document}");
    let said = desk.run(&["check", "--module", "reference"]);
    assert_eq!(said.code, 0);
    assert!(said.out.starts_with("reference: every promise is kept\n"), "{}", said.out);
}

#[test]
fn the_scaffold_s_holes_are_named_in_order() {
    let desk = Desk::new();
    let (code, document) = desk.json(&["check", "--module", "scaffold"]);
    assert_eq!((code, &document["kept"]), (1, &false.into()));
    assert_eq!(document["holes"], serde_json::json!(HOLES));
    let findings = document["findings"].as_array().unwrap();
    for broken in findings.iter().filter(|finding| finding["outcome"] == "broken") {
        for key in ["name", "promise", "rule", "expected", "happened"] {
            assert!(!broken[key].as_str().unwrap().is_empty(), "{broken}");
        }
    }
    let said = desk.run(&["check", "--module", "scaffold"]);
    assert_eq!(said.code, 1);
    let mut rest = said.out.as_str();
    for (index, hole) in HOLES.iter().enumerate() {
        let heading = format!("\n{}. {hole}\n", index + 1);
        let place = rest.find(&heading).unwrap_or_else(|| panic!("{hole}: {}", said.out));
        rest = &rest[place + heading.len()..];
    }
    assert!(rest.contains("src/domains/capstone/scaffold.rs"), "{rest}");
    let again =
        "build and check again, in one:\n  cargo run --features cli -- check --module scaffold\n";
    assert!(rest.contains(again), "{rest}");
}

#[test]
fn another_module_is_wrong_usage() {
    let desk = Desk::new();
    for module in ["Reference", "", "stock"] {
        let (code, document) = desk.json(&["check", "--module", module]);
        assert_eq!((code, &document["error"]), (2, &"unknown_name".into()), "{document}");
    }
    assert_eq!(desk.run(&["check"]).code, 2);
}
