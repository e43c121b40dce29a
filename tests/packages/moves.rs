//! The table of phases and moves, held against the compiler: each pair that is not in it does not
//! compile.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::Package;

const TABLE: &str = include_str!("../../src/lessons/moves.md");

/// Every type that a run, or what may become one, is held in.
const HELD_IN: [(&str, &str); 14] = [
    ("Validated", "Run<Tickets, phase::Validated>"),
    ("InFlight", "Run<Tickets, phase::InFlight>"),
    ("LookedUp", "Run<Tickets, phase::LookedUp>"),
    ("Review", "Run<Tickets, phase::Review>"),
    ("ApprovedForSimulation", "Run<Tickets, phase::ApprovedForSimulation>"),
    ("ApprovedForCommit", "Run<Tickets, phase::ApprovedForCommit>"),
    ("Committing", "Run<Tickets, phase::Committing>"),
    ("Unconfirmed", "Run<Tickets, phase::Unconfirmed>"),
    ("Simulated", "Run<Tickets, phase::Simulated>"),
    ("Committed", "Run<Tickets, phase::Committed>"),
    ("Rejected", "Run<Tickets, phase::Rejected>"),
    ("Stopped", "Run<Tickets, phase::Stopped>"),
    ("AnyRun", "AnyRun<Tickets>"),
    ("Unsaved", "Unsaved<Tickets, Run<Tickets, phase::Review>>"),
];

/// A row of the table.
struct Legal {
    phase: &'static str,
    method: &'static str,
    lessons: Vec<&'static str>,
}

fn legal() -> Vec<Legal> {
    let rows = TABLE.lines().skip(2).map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [phase, _, method, lessons] = cells[..] else { panic!("not four cells: {row}") };
        let lessons = lessons.split(", ").map(|lesson| lesson.trim_matches('`')).collect();
        Legal { phase: phase.trim_matches('`'), method: method.trim_matches('`'), lessons }
    });
    rows.collect()
}

#[test]
fn the_table_has_every_move_of_every_phase() {
    let mut found = BTreeSet::new();
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/run")).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            found.extend(moves(&fs::read_to_string(path).unwrap()));
        }
    }
    let table: BTreeSet<_> =
        legal().iter().map(|row| (row.phase.to_owned(), row.method.to_owned())).collect();
    assert_eq!(found, table, "left the source, right the table");
}

/// The public methods of `Run<D, …>` that take the run by value, with their phases.
fn moves(source: &str) -> Vec<(String, String)> {
    let mut moves = Vec::new();
    for block in source.split("\nimpl<").skip(1) {
        let Some((_, phase)) = block.lines().next().unwrap().split_once("> Run<D, ") else {
            continue;
        };
        let phase = phase.split('>').next().unwrap();
        for method in block.split("pub fn ").skip(1) {
            let (name, rest) = method.split_once('(').unwrap();
            let first = rest.trim_start();
            if first.starts_with("self") || first.starts_with("mut self") {
                let name = name.split('<').next().unwrap();
                moves.push((phase.to_owned(), name.to_owned()));
            }
        }
    }
    moves
}

#[test]
fn what_is_not_in_the_table_does_not_compile() {
    let legal: BTreeSet<_> = legal().iter().map(|row| (row.phase, row.method)).collect();
    let methods: BTreeSet<_> = legal.iter().map(|(_, method)| *method).collect();
    let pairs: Vec<_> = HELD_IN
        .iter()
        .flat_map(|(phase, held)| methods.iter().map(move |method| (*phase, *held, *method)))
        .collect();

    let refused = refused_by_rustc(&pairs);
    let mut illegal = 0;
    for (pair, said) in pairs.iter().zip(&refused) {
        let (phase, _, method) = pair;
        if legal.contains(&(*phase, *method)) {
            assert_eq!(said.as_deref(), None, "{phase} has no {method}, as the table says");
        } else {
            let said = said.as_deref().unwrap_or_else(|| panic!("{phase} has a {method}"));
            assert!(said.contains(&format!("`{method}`")), "{phase}, {method}: {said}");
            illegal += 1;
        }
    }
    assert_eq!((pairs.len(), legal.len(), illegal), (196, 15, 181));
    for page in [include_str!("../../README.md"), include_str!("../../src/lessons/mod.rs")] {
        assert!(page.contains(&format!("{illegal} pairs")), "{illegal}");
    }
}

/// For each pair of a type and a method, what rustc says where the type has no such method.
fn refused_by_rustc(pairs: &[(&str, &str, &str)]) -> Vec<Option<String>> {
    let names = "use countersign::domains::ticket::Tickets;\n\
                 use countersign::{AnyRun, Run, Unsaved, phase};\n";
    // A function each: in one body, rustc would not look at them all.
    let function = |(index, (_, held, method)): (usize, &(&str, &str, &str))| {
        format!("fn f{index}() {{ let _ = <{held}>::{method}; }}")
    };
    let functions: Vec<String> = pairs.iter().enumerate().map(function).collect();
    let manifest = "[package]\nname = \"every-move\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
                    [dependencies]\ncountersign = { path = \"{library}\" }\n\n[workspace]\n";
    let package = Package::new("every-move", manifest);
    package.write("src/lib.rs", &format!("{names}{}", functions.join("\n")));

    let no_method: BTreeMap<usize, String> = package
        .errors()
        .iter()
        .filter(|error| error["code"]["code"] == "E0599")
        .map(|error| {
            let line = error["spans"][0]["line_start"].as_u64().unwrap();
            let index = usize::try_from(line).unwrap() - names.lines().count() - 1;
            (index, error["message"].as_str().unwrap().to_owned())
        })
        .collect();
    (0..pairs.len()).map(|index| no_method.get(&index).cloned()).collect()
}

#[test]
fn around_every_move_there_is_a_lesson() {
    for Legal { phase, method, lessons } in legal() {
        for lesson in lessons {
            let path = format!("{}/ui-tests/{lesson}.rs", env!("CARGO_MANIFEST_DIR"));
            let text = fs::read_to_string(&path)
                .unwrap_or_else(|_| panic!("{phase}, {method}: no {lesson}"));
            assert!(text.contains(&format!(".{method}(")), "{lesson} does not speak of {method}");
        }
    }
}

impl Package {
    /// The errors of a package that is not to compile, as cargo tells them to programs.
    fn errors(&self) -> Vec<Value> {
        let (_, said) = self.run(&["check", "--message-format=json"]);
        let messages = said.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        messages
            .filter(|message| message["reason"] == "compiler-message")
            .map(|message| message["message"].clone())
            .filter(|message| message["level"] == "error")
            .collect()
    }
}
