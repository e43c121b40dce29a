//! The guide's page on traces: what it shows is what the stock's runs print.

use countersign::Trace;
use countersign::trace::for_snapshot;

use crate::stock::{DEPOT, Depot, THREE};

const PAGE: &str = include_str!("../../src/guide/traces.md");

/// What stands in the page's only block of a kind.
fn block(fence: &str) -> &'static str {
    let [_, opened] = PAGE.split(&format!("```{fence}\n")).collect::<Vec<_>>()[..] else {
        panic!("one block of {fence}")
    };
    opened.split("```").next().unwrap()
}

/// Ten are there, and so many may be taken at once.
fn depot(largest: i64) -> Depot {
    let depot = Depot::empty();
    depot.puts(&DEPOT, ("WH-A", "SKU-7"), (10, 4), largest);
    depot
}

fn text(depot: &Depot) -> String {
    let traces = Trace::read_all(&mut depot.open()).unwrap();
    assert_eq!(traces.len(), 1);
    for_snapshot(&traces)
}

#[test]
fn the_trace_is_what_is_printed() {
    let depot = depot(5);
    drop(depot.carried_out("op-reserve-7", THREE));
    assert_eq!(block("text"), text(&depot));
}

#[test]
fn the_diff_is_the_difference() {
    let [before, after] = [5, 2].map(|largest| {
        let depot = depot(largest);
        drop(depot.read("op-reserve-7", THREE));
        text(&depot)
    });
    let marked = |marks: [char; 2]| -> String {
        let lines = block("diff").lines().filter(|line| line.starts_with(marks));
        lines.flat_map(|line| [&line[1..], "\n"]).collect()
    };
    assert_eq!(marked([' ', '-']), before, "what is not added was there before");
    assert_eq!(marked([' ', '+']), after, "what is not removed is there after");
    // And the lines that are marked are those, and all of those, in which the two differ.
    let none_of = |mark, other: &str| {
        let lines = block("diff").lines().filter_map(|line| line.strip_prefix(mark));
        lines.into_iter().all(|line| !other.lines().any(|there| there == line))
    };
    assert!(none_of('-', &after) && none_of('+', &before));
}
