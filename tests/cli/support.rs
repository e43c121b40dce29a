//! A folder to work in, and the program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use countersign::escape::is_hidden;
use serde_json::Value;

pub(crate) struct Desk {
    folder: tempfile::TempDir,
}

/// What a command said.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) const CARD: &str =
    r#"{"request_id":"R-2","exhibit_id":"EX-204","observed_year":1930,"note":""}"#;

pub(crate) fn card(id: &str, year: &str, note: &str) -> String {
    format!(
        r#"{{"request_id":"{id}","exhibit_id":"EX-204","observed_year":{year},"note":"{note}"}}"#
    )
}

impl Desk {
    pub(crate) fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command.args(args).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Runs a command, and checks what holds for every command: nothing hidden is printed, and
    /// nothing panics.
    pub(crate) fn run(&self, args: &[&str]) -> Said {
        checked(self.command(args).output().unwrap())
    }

    pub(crate) fn run_with_input(&self, args: &[&str], input: &[u8]) -> Said {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        checked(child.wait_with_output().unwrap())
    }

    pub(crate) fn start(&self, args: &[&str]) -> Child {
        self.command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// The same with `--format json`: one document on standard output, whatever happens.
    pub(crate) fn json(&self, args: &[&str]) -> (i32, Value) {
        let said = self.run(&[args, &["--format", "json"]].concat());
        let document = serde_json::from_str(&said.out);
        (
            said.code,
            document
                .unwrap_or_else(|error| panic!("{args:?}: {error}\n{}\n{}", said.out, said.err)),
        )
    }

    pub(crate) fn submit(&self, text: &str) -> (i32, Value) {
        self.write("card.json", text);
        self.json(&["museum", "submit", "--ledger", "l", "--card", "card.json", "--tick", "5"])
    }

    /// A yes of the fixture reviewer at tick 6, but for what is said in `instead`.
    pub(crate) fn decide(&self, run: &str, digest: &str, instead: &[&str]) -> (i32, Value) {
        let value = |name, usual| {
            let given = instead.iter().position(|arg| *arg == name);
            given.map_or(usual, |at| instead[at + 1])
        };
        let verdict = if instead.contains(&"--reject") { "--reject" } else { "--approve" };
        let (revision, tick) = (value("--revision", "4"), value("--tick", "6"));
        let reviewer = value("--reviewer", "synthetic-reviewer-a");
        let mut args = vec!["museum", "decide", run, "--ledger", "l", verdict, "--digest", digest];
        args.extend(["--revision", revision, "--tick", tick, "--reviewer", reviewer]);
        if instead.contains(&"--catalogue") {
            args.extend(["--catalogue", value("--catalogue", "")]);
        }
        self.json(&args)
    }

    pub(crate) fn finalize(&self, run: &str, tick: &str) -> (i32, Value) {
        self.json(&["museum", "finalize", run, "--ledger", "l", "--tick", tick])
    }

    pub(crate) fn tampered(&self, sql: &str) {
        rusqlite::Connection::open(self.path("l")).unwrap().execute_batch(sql).unwrap();
    }

    pub(crate) fn is_whole(&self) {
        let (code, verified) = self.json(&["ledger", "verify", "l"]);
        assert_eq!((code, &verified["ok"]), (0, &Value::Bool(true)), "{verified}");
    }
}

fn checked(output: Output) -> Said {
    let said = Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    for text in [&said.out, &said.err] {
        let hidden = text.chars().find(|c| *c != '\n' && is_hidden(*c));
        assert_eq!(hidden, None, "{text:?}");
        assert!(!text.contains("panicked"), "{text}");
    }
    said
}

pub(crate) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or("")
}

pub(crate) fn exists(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok()
}
