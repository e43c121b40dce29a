//! Every command in the README, as it stands there.

use std::path::Path;
use std::process::Command;

use countersign::lessons::course;

fn readme() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap()
}

/// The blocks of shell commands, in order.
fn shell_blocks() -> Vec<String> {
    blocks("sh")
}

fn blocks(language: &str) -> Vec<String> {
    let readme = readme();
    let fence = format!("```{language}\n");
    let blocks = readme.split(&fence).skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn it_counts_its_lessons() {
    let lessons = course().iter().map(|chapter| chapter.lessons.len()).sum::<usize>();
    assert!(readme().contains(&format!("and {lessons} [lessons]")), "{lessons}");
}

#[test]
fn the_two_commands_are_the_ones_that_are_checked() {
    let blocks = shell_blocks();
    assert_eq!(blocks[0].lines().collect::<Vec<_>>(), ["cargo demo", "cargo test --all-features"]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let checks = std::fs::read_to_string(root.join(".ci/run")).unwrap();
    for command in blocks[0].lines() {
        assert!(checks.lines().any(|line| line.starts_with(command)), "{command}");
    }
    let aliases = std::fs::read_to_string(root.join(".cargo/config.toml")).unwrap();
    assert!(aliases.contains(r#""countersign", "--", "demo"]"#), "{aliases}");
}

#[test]
fn the_command_line_does_what_the_readme_shows() {
    let binary = Path::new(env!("CARGO_BIN_EXE_countersign"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let commands = shell_blocks();
    assert_eq!(commands.len(), 3, "a block that nobody runs");
    let folder = tempfile::tempdir().unwrap();
    let ran = Command::new("sh")
        .args(["-e", "-c", &commands[1..].concat()])
        .current_dir(folder.path())
        .env("PATH", path)
        .output()
        .unwrap();
    let (out, err) =
        (String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap());
    assert!(ran.status.success(), "{out}\n{err}");
    for phase in [
        "REVIEW",
        "APPROVED_FOR_SIMULATION",
        "SIMULATED",
        "MISSING_APPROVAL",
        "DONE",
        "COMMITTED",
        "STATE_CHANGED",
    ] {
        assert!(out.contains(phase), "{phase}: {out}");
    }
    // What a person is shown, and what is left of it.
    assert_eq!(blocks("text").len(), 2);
    for shown in blocks("text") {
        assert!(out.contains(&shown), "{shown}\n{out}");
    }
    let card = "shown to the reviewer:\n  run op-close-1042 of tenant north-desk, revision 6\n";
    assert_eq!(out.matches(card).count(), 2, "of what waits, and of what was lost: {out}");
}
