//! The guide's first page, followed to the letter: its blocks go into a package of their own, one after
//! another, and what the programs print is what the page shows. And its exercises: the programs, as
//! they are shown, and the tests that they name.

use crate::Package;

const PAGE: &str = include_str!("../../src/guide/first_receipt.md");

const EXERCISES: &str = include_str!("../../src/guide/exercises.md");

/// The blocks of a kind, in order.
fn blocks(fence: &str) -> Vec<&'static str> {
    blocks_of(PAGE, fence)
}

fn blocks_of(page: &'static str, fence: &str) -> Vec<&'static str> {
    let opened = format!("```{fence}\n");
    page.split(&opened).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// As the page has it, but for the place of the library.
fn project() -> Package {
    let [dependencies] = blocks("toml")[..] else { panic!("one block of dependencies") };
    let dependencies = dependencies.replace("../countersign", "{library}");
    let package = "[package]\nname = \"loans\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    Package::new("loans", &format!("{package}\n{dependencies}\n[workspace]\n"))
}

/// What a program prints.
fn run(project: &Package, program: &str) -> String {
    project.write("src/main.rs", program);
    project.cargo(&["run"])
}

/// The lines of `shown`, in this order, with nothing between them.
fn has_lines(said: &str, shown: &str) -> bool {
    format!("\n{said}").contains(&format!("\n{shown}"))
}

#[test]
fn the_first_receipt_is_got_as_the_page_says() {
    let blocks_of_code = blocks("custom,{.language-rust}");
    let shown = blocks("text");
    let [card, receipt, tried, unchecked, broken] = shown[..] else { panic!("{shown:?}") };
    let at = blocks_of_code.iter().position(|block| block.starts_with("fn main()")).unwrap();

    let project = project();
    let said = run(&project, &blocks_of_code[..=at].concat());
    assert!(has_lines(&said, card), "{said}");
    assert!(said.ends_with(receipt), "{said}");
    let [line] = blocks("custom,{.language-rust .to-try}")[..] else { panic!("one to try") };
    let first = blocks_of_code[..=at].concat();
    let changed = first.replace("    match decide", &format!("{line}    match decide"));
    assert_ne!(first, changed);
    let said = run(&project, &changed);
    assert!(said.ends_with(tried), "{said}");

    let second = [&blocks_of_code[..at], &blocks_of_code[at + 1..]].concat().concat();
    let said = run(&project, &second);
    assert!(said.contains("\non SQLite: COMMITTED\n"), "{said}");
    assert!(said.contains("loans: 23 promises kept, 0 broken, 1 not checked\n"), "{said}");
    assert!(has_lines(&said, unchecked), "{said}");

    let condition = " AND version = ?3";
    assert_eq!(second.matches(condition).count(), 1);
    let said = run(&project, &second.replace(condition, ""));
    assert!(said.contains("loans: 22 promises kept, 1 broken, 1 not checked\n"), "{said}");
    assert!(has_lines(&said, broken), "{said}");
}

#[test]
fn the_first_exercises_are_programs_as_they_are_shown() {
    let (first, _) = EXERCISES.split_once("\n# 5. ").unwrap();
    let programs = blocks_of(first, "rust");
    assert_eq!(programs.len(), 4);
    let manifest = "[package]\nname = \"exercises\"\nversion = \"0.1.0\"\nedition = \"2024\"\n
        [dependencies]\ncountersign = { path = \"{library}\" }\n
        [lints.rust]\nwarnings = \"deny\"\n\n[workspace]\n";
    let package = Package::new("exercises", manifest);
    for (index, program) in programs.iter().enumerate() {
        package.write(&format!("src/bin/exercise_{}.rs", index + 1), program);
    }
    for number in 1..=4 {
        package.cargo(&["run", "--bin", &format!("exercise_{number}")]);
    }
}

#[test]
fn the_tests_that_the_exercises_name_are_there() {
    let is_a_test = |name: &&str| name.matches('_').count() >= 4 && !name.contains(['.', '/', ' ']);
    let names: Vec<&str> = EXERCISES.split('`').filter(is_a_test).collect();
    assert_eq!(names.len(), 5, "{names:?}");
    let tests = concat!(
        include_str!("../cli/ticket.rs"),
        include_str!("../cli/check.rs"),
        include_str!("../library/conformance/real_ones.rs"),
    );
    for name in names {
        assert!(tests.contains(&format!("\nfn {name}()")), "{name}");
    }
}
