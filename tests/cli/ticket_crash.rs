//! The ticket, killed and failed at every step: at most one effect, one receipt, and no answer that
//! turns round.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::checker::{Answers, check};
use crate::support::{Desk, exists, text};

const RUN: [&str; 6] = ["ticket", "run", "--scenario", "after-commit", "--out", "t"];

/// How many kills; `COUNTERSIGN_KILLS` for more.
fn kills() -> u64 {
    std::env::var("COUNTERSIGN_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

/// Runs on until the run has ended, and holds every answer against what is there.
fn goes_on(desk: &Desk, answers: &mut Answers) -> Value {
    let (code, answer) = desk.json(&RUN);
    assert_eq!(code, 0, "{answer}");
    answers.take(&desk.path("t"), &answer);
    // Killed often enough at the same place, a run has nothing left to go on with.
    let ends = ["DONE", "WRITE_BUDGET_EXHAUSTED", "ATTEMPTS_EXHAUSTED"];
    assert!(ends.contains(&text(&answer, "state")), "{answer}");
    let (_, again) = desk.json(&RUN);
    assert_eq!((&again["receipt"], &again["new_writes"]), (&answer["receipt"], &0.into()));
    answers.take(&desk.path("t"), &again);
    let (code, verified) = desk.json(&["ledger", "verify", "t/ledger.sqlite3"]);
    assert_eq!(code, 0, "{verified}");
    answer
}

#[test]
fn a02_a19_killed_at_random_moments_it_is_done_once_or_not_at_all() {
    let (mut done, mut number) = (0, 0);
    while number < kills() {
        let desk = Desk::new();
        let mut answers = Answers::default();
        // One to three kills of one and the same operation.
        for _ in 0..=(number % 3) {
            let mut child = desk.start(&RUN);
            std::thread::sleep(Duration::from_micros(number * 7_919 % 30_000));
            drop(child.kill());
            drop(child.wait());
            number += 1;
            if exists(&desk.path("t/ledger.sqlite3")) && has_its_ticket(&desk.path("t")) {
                check(&desk.path("t"));
            }
        }
        done += u64::from(text(&goes_on(&desk, &mut answers), "state") == "DONE");
    }
    assert!(done > 0);
}

/// A folder that was just made may have no ticket in it yet.
fn has_its_ticket(folder: &Path) -> bool {
    let file = rusqlite::Connection::open(folder.join("ledger.sqlite3")).unwrap();
    let count = "SELECT count(*) FROM tickets";
    file.query_row(count, [], |row| row.get::<_, i64>(0)).is_ok_and(|count| count > 0)
}

/// Whether calls can be failed on this machine.
fn can_trace() -> bool {
    let traced = Command::new("strace").args(["-qq", "-e", "trace=none", "true"]).status();
    let can = traced.is_ok_and(|status| status.success());
    if !can {
        eprintln!("skipped: there is no strace here");
    }
    can
}

/// The program, with one of its calls failed or its last. `None` where it makes fewer of them.
fn injected(desk: &Desk, call: &str, what: &str, nth: u64) -> Option<std::process::Output> {
    let log = desk.path("strace.log");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-o"]).arg(&log);
    strace.arg("-e").arg(format!("trace={call}"));
    strace.arg("-e").arg(format!("inject={call}:{what}:when={nth}"));
    strace.arg(env!("CARGO_BIN_EXE_countersign")).args(RUN).args(["--format", "json"]);
    let output = strace.current_dir(desk.path(".")).stdin(Stdio::null()).output().unwrap();
    let log = std::fs::read_to_string(log).unwrap();
    (log.contains("INJECTED") || log.contains("killed by SIGKILL")).then_some(output)
}

/// Kills at each call of a kind, in a folder of its own each time.
fn killed_at_each(call: &str) -> u64 {
    for nth in 1.. {
        let desk = Desk::new();
        if injected(&desk, call, "signal=KILL", nth).is_none() {
            return nth - 1;
        }
        if exists(&desk.path("t/ledger.sqlite3")) && has_its_ticket(&desk.path("t")) {
            check(&desk.path("t"));
        }
        let answer = goes_on(&desk, &mut Answers::default());
        assert_eq!(text(&answer, "state"), "DONE", "{call} {nth}: {answer}");
    }
    unreachable!("it ends when no call is left")
}

#[test]
fn a02_killed_at_each_call_that_writes_it_goes_on_to_one_effect() {
    if !can_trace() {
        return;
    }
    for (call, at_least) in [("fsync", 8), ("pwrite64", 30), ("rename", 2), ("unlink", 1)] {
        let killed = killed_at_each(call);
        assert!(killed >= at_least, "{call}: {killed}");
    }
}

/// It fails once and then works again, as a disk may: nothing is made of its working again.
#[test]
fn a04_a05_a09_a_commit_whose_last_fsync_failed_is_looked_up_and_settled() {
    if !can_trace() {
        return;
    }
    let mut unconfirmed = 0;
    for nth in 1.. {
        let desk = Desk::new();
        let Some(output) = injected(&desk, "fsync", "error=EIO", nth) else { break };
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        // What the program itself made of it, in one go.
        if answer["write_attempts"] == 2 {
            assert_eq!(text(&answer, "state"), "DONE", "{nth}: {answer}");
            unconfirmed += 1;
        }
        if output.status.success() {
            let mut answers = Answers::default();
            answers.take(&desk.path("t"), &answer);
            let (_, again) = desk.json(&RUN);
            answers.take(&desk.path("t"), &again);
            assert_eq!(again["receipt"], answer["receipt"], "{nth}: no answer turns round");
        } else {
            assert!(answer["error"].is_string(), "{nth}: {answer}");
        }
        let answer = goes_on(&desk, &mut Answers::default());
        assert_eq!(text(&answer, "state"), "DONE", "fsync {nth}: {answer}");
    }
    assert!(unconfirmed > 0, "no fsync was that of the commit");
}

#[test]
fn a10_a_full_disk_at_each_write_loses_nothing() {
    if !can_trace() {
        return;
    }
    for nth in (1..).step_by(3) {
        let desk = Desk::new();
        let Some(output) = injected(&desk, "pwrite64", "error=ENOSPC", nth) else { break };
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(output.status.success() || answer["error"].is_string(), "{nth}: {answer}");
        let answer = goes_on(&desk, &mut Answers::default());
        assert_eq!(text(&answer, "state"), "DONE", "pwrite64 {nth}: {answer}");
    }
}

#[test]
fn b03_many_processes_with_one_operation_carry_it_out_once() {
    for _ in 0..5 {
        let desk = Desk::new();
        let start = || {
            let mut command = desk.command(&[&RUN[..], &["--format", "json"]].concat());
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
        };
        let rivals: Vec<_> = (0..8).map(|_| start()).collect();
        let mut answers = Answers::default();
        let mut new_writes = 0;
        for rival in rivals {
            let output = rival.wait_with_output().unwrap();
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert!(output.status.success(), "{answer}");
            assert_eq!(text(&answer, "state"), "DONE", "{answer}");
            answers.take(&desk.path("t"), &answer);
            new_writes += answer["new_writes"].as_u64().unwrap();
        }
        assert_eq!(new_writes, 1);
    }
}
