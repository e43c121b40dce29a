//! The ticket: twelve scenarios, and the operator's moves.

use countersign::decision::{Decision, Verdict};
use countersign::domains::Named;
use countersign::domains::teaching;
use countersign::domains::ticket::{REVIEWER, Scenario, Tickets};
use countersign::ledger::SqliteLedger;
use countersign::{AnyRun, RunId, Tenant, Tick, resume};
use serde_json::{Value, json};

use crate::checker::{Answers, check};
use crate::support::{Desk, exists, text};

/// Scenario, state, reads, write attempts, committed writes.
const TABLE: [(&str, &str, u64, u64, u64); 12] = [
    ("missing", "MISSING_APPROVAL", 2, 0, 0),
    ("after-commit", "DONE", 2, 1, 1),
    ("before-commit", "DONE", 2, 2, 1),
    ("changed-args", "APPROVAL_CHANGED_ARGS", 2, 0, 0),
    ("stale-state", "STATE_CHANGED", 2, 1, 0),
    ("held-state", "STATE_CHANGED", 2, 1, 0),
    ("expired", "APPROVAL_EXPIRED", 2, 0, 0),
    ("conflict", "HANDOFF_CONFLICT", 2, 0, 0),
    ("forged", "INVALID_ACTION", 2, 0, 0),
    ("loop", "NO_PROGRESS", 2, 0, 0),
    ("cross-tenant", "NO_AUTHORIZED_RESOURCE", 1, 0, 0),
    ("bad-signature", "APPROVAL_INVALID", 2, 0, 0),
];

impl Desk {
    pub(crate) fn scenario(&self, scenario: &str) -> (i32, Value) {
        self.json(&["ticket", "run", "--scenario", scenario, "--out", "t"])
    }

    fn ticket(&self, command: &str) -> (i32, Value) {
        self.json(&["ticket", command, "--out", "t"])
    }

    /// The whole database as SQL would see it, to say that nothing was written.
    fn content(&self) -> Vec<String> {
        let file = rusqlite::Connection::open(self.path("t/ledger.sqlite3")).unwrap();
        ["runs", "events", "receipts", "spent_approvals", "rejections", "tickets"]
            .into_iter()
            .flat_map(|table| {
                let mut query = file.prepare(&format!("SELECT * FROM {table}")).unwrap();
                let columns = query.column_count();
                let row = |row: &rusqlite::Row<'_>| {
                    let cell = |c| format!("{:?}", row.get_ref(c).unwrap());
                    Ok((0..columns).map(cell).collect::<Vec<_>>().join(", "))
                };
                query.query_map([], row).unwrap().map(Result::unwrap).collect::<Vec<String>>()
            })
            .collect()
    }

    /// The run as the library finds it.
    fn find(&self) -> (SqliteLedger, AnyRun<Tickets>) {
        let file = self.path("t/ledger.sqlite3");
        let mut ledger = SqliteLedger::open_with(file, Tickets::TABLES).unwrap();
        let (tenant, run_id) =
            (Tenant::new("north-desk").unwrap(), RunId::new("op-close-1042").unwrap());
        let run = resume(&mut ledger, &tenant, &run_id).unwrap().unwrap();
        (ledger, run)
    }

    /// A commit that was begun by a process that is no more.
    fn unconfirmed(&self) {
        self.scenario("missing");
        let (mut ledger, run) = self.find();
        let AnyRun::AtReview(review) = run else { panic!("{run:?}") };
        let now = Tick::new(1000).unwrap();
        let decision = Decision {
            card: &review.card(),
            verdict: Verdict::ApproveCommit,
            reviewer: REVIEWER,
            decided_at: now,
            valid_through: Tick::new(1299).unwrap(),
        };
        let signed = teaching::authority().unwrap().sign(&decision).unwrap();
        let approval = signed.verify_commit(&teaching::keyring(), &review, &Tickets, now).unwrap();
        let approved = review.approve(approval, &Tickets).unwrap().save(&mut ledger).unwrap();
        let begun = approved.unwrap().begin_commit(&Tickets, now).unwrap();
        drop(begun.save(&mut ledger).unwrap().unwrap());
    }
}

fn counters(outcome: &Value) -> (&str, u64, u64, u64) {
    let number = |key| outcome[key].as_u64().unwrap();
    (
        text(outcome, "state"),
        number("read_calls"),
        number("write_attempts"),
        number("committed_writes"),
    )
}

#[test]
fn the_twelve_scenarios_come_to_what_they_should_also_when_run_again() {
    assert_eq!(TABLE.map(|row| row.0).join(", "), Scenario::names());
    for (scenario, state, reads, attempts, committed) in TABLE {
        let desk = Desk::new();
        let mut answers = Answers::default();
        let (code, first) = desk.scenario(scenario);
        assert_eq!(code, 0, "{scenario}: {first}");
        assert_eq!(counters(&first), (state, reads, attempts, committed), "{scenario}");
        assert_eq!(first["exercised"], true, "{scenario}");
        assert_eq!(first["new_writes"], committed, "{scenario}");
        assert_eq!(first["operation_id"], "op-close-1042");
        assert_eq!(first["receipt"].is_null(), committed == 0, "{scenario}");
        for _ in 0..2 {
            let (code, again) = desk.scenario(scenario);
            assert_eq!(code, 0, "{scenario}: {again}");
            assert_eq!(counters(&again), (state, reads, attempts, committed), "{scenario}");
            assert_eq!((&again["new_writes"], &again["receipt"]), (&json!(0), &first["receipt"]));
            if !["stale-state", "held-state"].contains(&scenario) {
                answers.take(&desk.path("t"), &again);
            }
        }
        let (code, verified) = desk.json(&["ledger", "verify", "t/ledger.sqlite3"]);
        assert_eq!((code, &verified["ok"]), (0, &json!(true)), "{scenario}: {verified}");
        let lines = std::fs::read_to_string(desk.path("t/runs.jsonl")).unwrap();
        assert_eq!(lines.lines().count(), 3);
        let latest: Value =
            serde_json::from_str(&std::fs::read_to_string(desk.path("t/trace.json")).unwrap())
                .unwrap();
        assert_eq!(text(&latest["outcome"], "state"), state);
    }
}

#[test]
fn b01_stale_state_is_not_written_over_though_the_ticket_is_open() {
    let desk = Desk::new();
    let (_, outcome) = desk.scenario("stale-state");
    assert_eq!(counters(&outcome), ("STATE_CHANGED", 2, 1, 0));
    let file = rusqlite::Connection::open(desk.path("t/ledger.sqlite3")).unwrap();
    let sql = "SELECT status, version, duplicate_of, operation_id IS NULL FROM tickets";
    let ticket: (String, i64, String, bool) = file
        .query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        .unwrap();
    assert_eq!(ticket, ("OPEN".to_owned(), 8, "CASE-0555".to_owned(), true));
}

#[test]
fn a_finished_folder_answers_with_its_receipt_whatever_scenario_is_named() {
    let desk = Desk::new();
    let (_, done) = desk.scenario("after-commit");
    let before = desk.content();
    for (scenario, ..) in TABLE {
        let (code, again) = desk.scenario(scenario);
        assert_eq!((code, text(&again, "state")), (0, "DONE"), "{scenario}");
        assert_eq!(again["receipt"], done["receipt"]);
        assert_eq!(again["new_writes"], 0);
        assert_eq!(again["exercised"], false);
        let said = desk.run(&["ticket", "run", "--scenario", scenario, "--out", "t"]);
        assert!(said.out.contains("its fault did not happen"), "{}", said.out);
    }
    assert_eq!(desk.content(), before);
}

#[test]
fn an_approval_is_given_once_and_leaves_one_receipt() {
    let desk = Desk::new();
    desk.scenario("missing");
    assert_eq!(check(&desk.path("t")).begun, 0);
    let (code, first) = desk.ticket("approve");
    assert_eq!((code, counters(&first)), (0, ("DONE", 2, 1, 1)));
    assert_eq!(first["new_writes"], 1);
    let before = desk.content();
    let (code, second) = desk.ticket("approve");
    assert_eq!((code, counters(&second)), (0, ("DONE", 2, 1, 1)));
    assert_eq!((&second["receipt"], &second["new_writes"]), (&first["receipt"], &json!(0)));
    assert_eq!(desk.content(), before);
}

#[test]
fn b07_one_changed_byte_of_the_proposal_is_enough_for_nothing_to_be_written() {
    let desk = Desk::new();
    desk.scenario("missing");
    let proposal = std::fs::read(desk.path("t/proposal.json")).unwrap();
    let before = desk.content();
    let mut edits: Vec<Vec<u8>> = (0..proposal.len())
        .step_by(97)
        .map(|at| {
            let mut edited = proposal.clone();
            edited[at] ^= 1;
            edited
        })
        .collect();
    edits.push([proposal.as_slice(), b"\n"].concat());
    edits.push(Vec::new());
    for edited in edits {
        desk.write("t/proposal.json", &edited);
        let (code, refused) = desk.ticket("approve");
        assert_eq!((code, text(&refused, "state")), (1, "APPROVAL_CHANGED_ARGS"), "{refused}");
        assert_eq!(text(&refused, "error"), "approval_changed_args");
        assert_eq!(desk.content(), before);
    }
    std::fs::remove_file(desk.path("t/proposal.json")).unwrap();
    assert_eq!(text(&desk.ticket("approve").1, "state"), "APPROVAL_CHANGED_ARGS");
    desk.write("t/proposal.json", &proposal);
    assert_eq!(text(&desk.ticket("approve").1, "state"), "DONE");
}

#[test]
fn b09_there_is_nothing_to_approve_look_up_or_fence_before_its_time() {
    let desk = Desk::new();
    for command in ["approve", "lookup", "fence"] {
        let (code, refused) = desk.ticket(command);
        assert_eq!((code, text(&refused, "error")), (1, "unknown_run"), "{command}");
        assert!(!exists(&desk.path("t")));
    }
    desk.scenario("missing");
    for command in ["lookup", "fence"] {
        let (code, refused) = desk.ticket(command);
        assert_eq!((code, text(&refused, "state")), (1, "WRONG_PHASE"), "{command}");
    }
    let desk = Desk::new();
    desk.scenario("stale-state");
    for command in ["approve", "fence"] {
        let (code, refused) = desk.ticket(command);
        assert_eq!((code, text(&refused, "state")), (1, "WRONG_PHASE"), "{command}");
    }
    assert_eq!(desk.ticket("lookup").0, 0, "a stop can be told");
}

#[test]
fn an_operator_looks_up_or_fences_what_another_process_has_begun() {
    let looked_up = Desk::new();
    looked_up.unconfirmed();
    let (code, absent) = looked_up.ticket("lookup");
    assert_eq!((code, text(&absent, "state")), (0, "APPROVED_FOR_COMMIT"), "{absent}");
    let (_, done) = looked_up.ticket("approve");
    assert_eq!(counters(&done), ("DONE", 2, 2, 1));
    for command in ["lookup", "fence"] {
        let (code, again) = looked_up.ticket(command);
        assert_eq!((code, text(&again, "state")), (0, "DONE"), "{command}");
        assert_eq!(again["receipt"], done["receipt"]);
    }

    let fenced = Desk::new();
    fenced.unconfirmed();
    let mut answers = Answers::default();
    for command in ["fence", "fence", "lookup"] {
        let (code, closed) = fenced.ticket(command);
        assert_eq!((code, text(&closed, "state")), (0, "FENCED"), "{command}: {closed}");
        answers.take(&fenced.path("t"), &closed);
    }
    let (_, still) = fenced.scenario("after-commit");
    assert_eq!(counters(&still), ("FENCED", 2, 1, 0));
    answers.take(&fenced.path("t"), &still);
}

#[test]
fn an_answer_that_was_lost_to_a_crash_is_not_lost_again_to_the_scenario() {
    let desk = Desk::new();
    desk.unconfirmed();
    assert_eq!(text(&desk.ticket("lookup").1, "state"), "APPROVED_FOR_COMMIT");
    assert_eq!(counters(&desk.scenario("before-commit").1), ("DONE", 2, 2, 1));
}

#[test]
fn what_waits_is_told_with_what_to_do_next() {
    let desk = Desk::new();
    let waiting = desk.run(&["ticket", "run", "--scenario", "missing", "--out", "t"]).out;
    assert!(
        waiting.contains("  next        Have the draft decided on by its deadline"),
        "{waiting}"
    );
    let done = desk.run(&["ticket", "approve", "--out", "t"]).out;
    assert!(done.starts_with("DONE") && !done.contains("  next "), "{done}");
}

#[test]
fn a_run_that_is_unconfirmed_is_looked_up_before_anything_is_sent_again() {
    let desk = Desk::new();
    desk.unconfirmed();
    let (_, done) = desk.scenario("missing");
    assert_eq!(counters(&done), ("DONE", 2, 2, 1));
    let (_, trace) = desk.json(&["ledger", "show", "t/ledger.sqlite3", "op-close-1042"]);
    let events: Vec<&str> =
        trace["events"].as_array().unwrap().iter().map(|event| text(event, "event")).collect();
    let tail = ["decided", "begun", "absent", "begun", "committed"];
    assert_eq!(events[events.len() - 5..], tail);
}

#[test]
fn j03_of_another_tenants_ticket_nothing_is_said() {
    let desk = Desk::new();
    desk.scenario("cross-tenant");
    for file in ["t/trace.json", "t/runs.jsonl"] {
        let text = std::fs::read_to_string(desk.path(file)).unwrap();
        assert!(!text.contains("CASE-0977") && !text.contains("south-desk"), "{file}");
    }
    assert!(!exists(&desk.path("t/proposal.json")));
    let said = desk.run(&["ticket", "run", "--scenario", "cross-tenant", "--out", "t"]);
    assert!(!said.out.contains("CASE-0977") && !said.out.contains("south-desk"), "{}", said.out);
}

#[test]
fn b10_an_approval_that_comes_before_the_draft_is_refused_and_said_so() {
    let desk = Desk::new();
    desk.opened("Same fault as in the older case; closed as its duplicate.");
    let (code, refused) = desk.ticket("approve");
    assert_eq!((code, text(&refused, "state")), (1, "WRONG_PHASE"), "{refused}");
    assert_eq!((text(&refused, "phase"), &refused["revision"]), ("VALIDATED", &json!(1)));
}

#[test]
fn b04_another_payload_under_the_same_operation_id_is_told_nothing_of_the_first() {
    // As another program with another note would have left it.
    let other = Desk::new();
    other.opened("secret");
    let (code, refused) = other.scenario("missing");
    assert_eq!((code, text(&refused, "error")), (1, "operation_conflict"), "{refused}");
    assert!(!refused.to_string().contains("secret"), "{refused}");
}

impl Desk {
    /// A run of the ticket's operation that is opened and no more.
    fn opened(&self, note: &str) {
        use countersign::json::Loose;
        use countersign::{Opening, Policy, Requester, Run};
        std::fs::create_dir(self.path("t")).unwrap();
        let file = self.path("t/ledger.sqlite3");
        let mut ledger = SqliteLedger::open_with(file, Tickets::TABLES).unwrap();
        let opening = Opening {
            tenant: Tenant::new("north-desk").unwrap(),
            run_id: RunId::new("op-close-1042").unwrap(),
            requester: Requester::new("desk-agent").unwrap(),
            policy: Policy::default(),
            overrides: None,
        };
        let request = json!({ "resource": "CASE-1042", "note": note }).to_string();
        let request = Loose::parse(&request).unwrap();
        let opened = Run::open(&Tickets, opening, &request).unwrap();
        drop(opened.save(&mut ledger).unwrap().unwrap());
    }
}

#[test]
fn a_scenario_is_exercised_only_by_the_fault_that_it_is_about() {
    for scenario in ["conflict", "cross-tenant"] {
        let desk = Desk::new();
        desk.scenario("missing");
        std::fs::remove_file(desk.path("t/ledger.sqlite3")).unwrap();
        for companion in ["-wal", "-shm"] {
            drop(std::fs::remove_file(desk.path(&format!("t/ledger.sqlite3{companion}"))));
        }
        let file = desk.path("t/ledger.sqlite3");
        let mut ledger = SqliteLedger::open_with(file, Tickets::TABLES).unwrap();
        let add =
            "INSERT INTO tickets VALUES ('north-desk', 'CASE-1042', 'OPEN', -1, NULL, NULL, NULL)";
        ledger.change_tables(|tickets| tickets.execute(add, &[])).unwrap();
        drop(ledger);
        let (_, outcome) = desk.scenario(scenario);
        assert_eq!(text(&outcome, "state"), "ATTEMPTS_EXHAUSTED", "{outcome}");
        assert_eq!(outcome["exercised"], false, "{scenario}");
    }
}

#[test]
fn wrong_usage_names_the_scenarios() {
    let desk = Desk::new();
    let (code, wrong) = desk.scenario("everything");
    assert_eq!((code, text(&wrong, "error")), (2, "unknown_name"));
    assert!(text(&wrong, "message").contains("before-commit"), "{wrong}");
    assert_eq!(desk.json(&["ticket", "run", "--out", "t"]).0, 2);
    assert!(!exists(&desk.path("t")));
}

#[test]
fn for_people_the_key_says_what_it_is_worth() {
    let desk = Desk::new();
    let said = desk.run(&["ticket", "run", "--scenario", "before-commit", "--out", "t"]);
    assert_eq!(said.code, 0);
    assert!(said.out.starts_with("DONE\n"), "{}", said.out);
    assert!(said.out.contains("2 begun, 1 committed"), "{}", said.out);
    assert!(said.out.contains("KNOWN-TO-EVERYONE"), "{}", said.out);
}

/// With SQLite's own shell, where it is there and new enough for the file.
#[test]
fn sqlites_own_shell_finds_the_ticket_closed_exactly_where_a_receipt_is() {
    for (scenario, ..) in TABLE {
        let desk = Desk::new();
        desk.scenario(scenario);
        let sql = "SELECT count(*) || '/' || (SELECT count(*) FROM receipts) FROM tickets
                   WHERE status = 'CLOSED'";
        let file = desk.path("t/ledger.sqlite3");
        let library = rusqlite::Connection::open(&file).unwrap();
        let counts: String = library.query_row(sql, [], |row| row.get(0)).unwrap();
        assert!(counts == "0/0" || counts == "1/1", "{scenario}: {counts}");
        drop(library);
        let mut shell = std::process::Command::new("sqlite3");
        if let Ok(said) = shell.arg("-readonly").arg(&file).arg(sql).output()
            && said.status.success()
        {
            assert_eq!(String::from_utf8(said.stdout).unwrap().trim(), counts, "{scenario}");
        }
    }
}

#[test]
fn no_command_answers_from_a_ledger_whose_receipt_was_taken_out() {
    let desk = Desk::new();
    desk.scenario("missing");
    desk.ticket("approve");
    let file = rusqlite::Connection::open(desk.path("t/ledger.sqlite3")).unwrap();
    file.execute_batch("DELETE FROM receipts").unwrap();
    drop(file);
    for command in ["approve", "lookup", "fence"] {
        let (code, refused) = desk.ticket(command);
        assert_eq!((code, text(&refused, "error")), (1, "ledger_damaged"), "{command}: {refused}");
    }
    assert_eq!(text(&desk.scenario("missing").1, "state"), "LEDGER_DAMAGED");
}
