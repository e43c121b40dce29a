//! A package that depends on the library by path, and has a domain of its own. It is copied, with the
//! versions that are locked here, and its tests are run by a cargo of its own.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_package_with_a_domain_of_its_own_passes_the_kit() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = library.join("tests/outside");
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside");
    for folder in ["src", "tests"] {
        fs::create_dir_all(copy.join(folder)).unwrap();
    }
    for file in ["src/lib.rs", "tests/promises.rs"] {
        fs::copy(package.join(file), copy.join(file)).unwrap();
    }
    let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap();
    let path = format!("path = {:?}", library.to_str().unwrap());
    assert!(manifest.contains(r#"path = "../..""#));
    let manifest = manifest.replace(r#"path = "../..""#, &path);
    fs::write(copy.join("Cargo.toml"), manifest).unwrap();
    fs::copy(library.join("Cargo.lock"), copy.join("Cargo.lock")).unwrap();

    let cargo = Command::new(env!("CARGO"))
        .args(["test", "--offline", "--test", "promises"])
        .current_dir(&copy)
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&cargo.stdout);
    let errors = String::from_utf8_lossy(&cargo.stderr);
    assert!(cargo.status.success(), "{said}\n{errors}");
    assert!(said.contains("1 passed"), "{said}");

    let lines = fs::read_to_string(copy.join("src/lib.rs")).unwrap().lines().count();
    assert!(lines <= 120, "the domain takes {lines} lines");
}
