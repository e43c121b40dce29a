//! A domain of its own, in at most 120 lines, that passes the conformance kit.

use crate::Package;

#[test]
fn a_package_with_a_domain_of_its_own_passes_the_kit() {
    let manifest = include_str!("../outside/Cargo.toml");
    let placed = manifest.replace(r#""../..""#, r#""{library}""#);
    assert_ne!(manifest, placed);
    let domain = include_str!("../outside/src/lib.rs");
    let package = Package::new("library-loans", &placed);
    package.write("src/lib.rs", domain);
    package.write("tests/promises.rs", include_str!("../outside/tests/promises.rs"));
    package.write("tests/traces.rs", include_str!("../outside/tests/traces.rs"));
    let snapshot = include_str!("../outside/snapshots/lent_already.snap");
    package.write("snapshots/lent_already.snap", snapshot);

    let said = package.cargo(&["test", "--tests"]);
    assert_eq!(said.matches("1 passed").count(), 2, "{said}");
    let lines = domain.lines().count();
    assert!(lines <= 120, "the domain takes {lines} lines");
}
