//! The catalogue of codes: none missing, none unused, each of use to an operator.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use countersign::Code;
use countersign::code::{Entry, Kind};

fn sources(folder: &Path, into: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !path.ends_with("code/catalogue.rs")
        {
            into.push(fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_code_is_used_in_the_code() {
    let mut texts = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut texts);
    let all = texts.concat();
    for entry in Entry::all() {
        let name = format!("Code::{}", entry.code.to_uppercase());
        assert!(all.contains(&name), "{name} is used nowhere");
    }
}

#[test]
fn every_entry_says_what_happened_what_changed_and_what_to_do() {
    let mut seen = BTreeSet::new();
    for entry in Entry::all() {
        assert!(seen.insert(entry.code), "{} is there twice", entry.code);
        assert_eq!(Code::own(entry.code).unwrap().as_str(), entry.code);
        for text in [entry.what, entry.changed, entry.next] {
            assert!(text.ends_with('.') || text.ends_with('-'), "{}: {text}", entry.code);
            assert!(text.len() > 15, "{}: {text}", entry.code);
        }
        let stopped = entry.changed.contains("The run has ended");
        assert_eq!(entry.kind == Kind::Stop, stopped, "{}", entry.code);
        assert_eq!(Entry::find(entry.code), Some(entry));
    }
}

#[test]
fn a_code_of_ones_own_has_the_same_form() {
    for good in ["a", "sold_out", "rule_7_exceeded"] {
        assert!(Code::own(good).unwrap().entry().is_none(), "{good}");
    }
    for bad in ["", "Sold_out", "7up", "_a", "sold out", "sold-out", "größe"] {
        assert!(Code::own(bad).is_err(), "{bad}");
    }
}
