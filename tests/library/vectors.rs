//! The vectors; `tests/vectors/SOURCES.md` says where each comes from.

use std::path::PathBuf;

use serde::Deserialize;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name)
}

pub(crate) fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub(crate) fn text(name: &str) -> String {
    String::from_utf8(bytes(name)).unwrap()
}

pub(crate) fn hex(text: &str) -> Vec<u8> {
    assert!(text.len().is_multiple_of(2), "odd: {text}");
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect()
}

/// Every string made to hide, reorder, break out or confuse, as far as it is UTF-8.
pub(crate) fn hostile_strings() -> Vec<String> {
    #[derive(Deserialize)]
    struct File {
        strings: Vec<Hostile>,
    }
    #[derive(Deserialize)]
    struct Hostile {
        utf8_hex: String,
    }

    let file: File = serde_json::from_str(&text("kat/hostile_strings.json")).unwrap();
    let hostile = file.strings.iter().filter_map(|one| String::from_utf8(hex(&one.utf8_hex)).ok());
    let naughty: Vec<String> = serde_json::from_str(&text("blns/blns.json")).unwrap();
    let all: Vec<String> = hostile.chain(naughty).collect();
    assert!(all.len() > 600, "{} strings only", all.len());
    all
}
