//! The stock: seven scenarios, and the folder.

use countersign::domains::Named;
use countersign::domains::stock::Scenario;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::support::{Desk, exists, text};

/// Scenario, state, reads, write attempts, committed writes; what is left, and of which version.
type Row = (&'static str, &'static str, u64, u64, u64, (i64, i64));

const TABLE: [Row; 7] = [
    ("enough", "DONE", 2, 1, 1, (7, 5)),
    ("short", "INSUFFICIENT_STOCK", 2, 0, 0, (2, 4)),
    ("changed-qty", "APPROVAL_CHANGED_ARGS", 2, 0, 0, (10, 4)),
    ("moved", "STATE_CHANGED", 2, 1, 0, (12, 5)),
    ("after-commit", "DONE", 2, 1, 1, (7, 5)),
    ("redelivered", "DONE", 2, 1, 1, (7, 5)),
    ("other-warehouse", "INVALID_ACTION", 2, 0, 0, (10, 4)),
];

impl Desk {
    fn stock(&self, scenario: &str) -> (i32, Value) {
        self.json(&["stock", "run", "--scenario", scenario, "--out", "s"])
    }

    fn file(&self) -> Connection {
        Connection::open(self.path("s/ledger.sqlite3")).unwrap()
    }

    /// What is left in the warehouse, and of which version; nothing of it is asked of the engine.
    fn left(&self, warehouse: &str) -> (i64, i64) {
        let sql = "SELECT available, version FROM stock
                   WHERE tenant = 'north-depot' AND sku = 'SKU-7' AND warehouse = ?1";
        self.file().query_row(sql, [warehouse], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
    }

    fn count(&self, table: &str) -> u32 {
        let sql = format!("SELECT count(*) FROM {table}");
        self.file().query_row(&sql, [], |row| row.get(0)).unwrap()
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
fn the_seven_scenarios_come_to_what_they_should_also_when_run_again() {
    assert_eq!(TABLE.map(|row| row.0).join(", "), Scenario::names());
    for (scenario, state, reads, attempts, committed, left) in TABLE {
        let desk = Desk::new();
        let (code, first) = desk.stock(scenario);
        assert_eq!(code, 0, "{scenario}: {first}");
        assert_eq!(counters(&first), (state, reads, attempts, committed), "{scenario}");
        assert_eq!(first["exercised"], true, "{scenario}");
        assert_eq!(first["new_writes"], committed, "{scenario}");
        assert_eq!(first["receipt"].is_null(), committed == 0, "{scenario}");
        let named = ["operation_id", "tenant", "scenario"].map(|key| text(&first, key));
        assert_eq!(named, ["op-reserve-7", "north-depot", scenario]);
        for _ in 0..2 {
            let (code, again) = desk.stock(scenario);
            assert_eq!(code, 0, "{scenario}: {again}");
            assert_eq!(counters(&again), (state, reads, attempts, committed), "{scenario}");
            assert_eq!((&again["new_writes"], &again["receipt"]), (&json!(0), &first["receipt"]));
            // Only what is signed wrongly is signed wrongly again: all else has ended.
            assert_eq!(again["exercised"], scenario == "changed-qty", "{scenario}");
        }
        assert_eq!((desk.left("WH-A"), desk.left("WH-B")), (left, (500, 4)), "{scenario}");
        for table in ["receipts", "spent_approvals"] {
            assert_eq!(u64::from(desk.count(table)), committed, "{scenario}: {table}");
        }
        let (code, verified) = desk.json(&["ledger", "verify", "s/ledger.sqlite3"]);
        assert_eq!((code, &verified["ok"]), (0, &json!(true)), "{scenario}: {verified}");
    }
}

#[test]
fn the_files_are_those_of_the_ticket() {
    for (scenario, state, reads, attempts, ..) in TABLE {
        let desk = Desk::new();
        desk.stock(scenario);
        desk.stock(scenario);
        let read = |name: &str| std::fs::read_to_string(desk.path("s").join(name)).unwrap();
        let runs = read("runs.jsonl");
        let runs: Vec<Value> = runs.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        assert_eq!(runs.len(), 2);
        assert!(runs.iter().all(|run| text(run, "state") == state), "{scenario}");
        let latest: Value = serde_json::from_str(&read("trace.json")).unwrap();
        assert_eq!(latest["outcome"], runs[1]);
        assert!(latest["trace"]["events"].as_array().unwrap().len() >= 5, "{latest}");
        // There is a proposal where there is a draft, and of nothing else.
        let drafted = reads == 2 && (attempts == 1 || scenario == "changed-qty");
        assert_eq!(exists(&desk.path("s/proposal.json")), drafted, "{scenario}");
        if drafted {
            let proposal: Value = serde_json::from_str(&read("proposal.json")).unwrap();
            let args = json!({
                "warehouse": "WH-A", "sku": "SKU-7", "quantity": 3, "observed_version": 4
            });
            assert_eq!((&proposal["args"], &proposal["expires_at"]), (&args, &json!(1300)));
        }
    }
}

#[test]
fn the_outcome_has_the_keys_of_the_tickets() {
    let desk = Desk::new();
    let (_, stock) = desk.stock("enough");
    let (_, ticket) = desk.json(&["ticket", "run", "--scenario", "after-commit", "--out", "t"]);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&stock), keys(&ticket));
    assert_eq!(keys(&stock["receipt"]), keys(&ticket["receipt"]));
}

#[test]
fn a_finished_folder_answers_with_its_receipt_whatever_scenario_is_named() {
    let desk = Desk::new();
    let (_, done) = desk.stock("redelivered");
    let events = desk.count("events");
    for (scenario, ..) in TABLE {
        let (code, again) = desk.stock(scenario);
        assert_eq!((code, counters(&again)), (0, ("DONE", 2, 1, 1)), "{scenario}");
        assert_eq!((&again["receipt"], &again["new_writes"]), (&done["receipt"], &json!(0)));
        assert_eq!(again["exercised"], false, "{scenario}");
        let said = desk.run(&["stock", "run", "--scenario", scenario, "--out", "s"]);
        assert!(said.out.contains("its fault did not happen"), "{}", said.out);
    }
    assert_eq!((desk.left("WH-A"), desk.count("events")), ((7, 5), events));
}

#[test]
fn a_stop_is_told_again_too_whatever_scenario_is_named() {
    for (ended, state, _, attempts, _, left) in TABLE {
        if !["short", "moved", "other-warehouse"].contains(&ended) {
            continue;
        }
        let desk = Desk::new();
        desk.stock(ended);
        for (scenario, ..) in TABLE {
            let (code, again) = desk.stock(scenario);
            assert_eq!((code, counters(&again)), (0, (state, 2, attempts, 0)), "{ended}");
            assert_eq!(again["exercised"], false, "{ended}, then {scenario}");
        }
        assert_eq!(desk.left("WH-A"), left, "{ended}");
    }
}

#[test]
fn what_was_wrongly_signed_can_still_be_agreed_to() {
    let desk = Desk::new();
    desk.stock("changed-qty");
    let (code, done) = desk.stock("enough");
    assert_eq!((code, counters(&done)), (0, ("DONE", 2, 1, 1)), "{done}");
    assert_eq!((&done["exercised"], &done["new_writes"]), (&json!(true), &json!(1)));
    assert_eq!(desk.left("WH-A"), (7, 5));
}

#[test]
fn what_was_delivered_twice_or_lost_is_one_commit_in_the_ledger() {
    for scenario in ["redelivered", "after-commit"] {
        let desk = Desk::new();
        desk.stock(scenario);
        let (_, trace) = desk.json(&["ledger", "show", "s/ledger.sqlite3", "op-reserve-7"]);
        let events: Vec<&str> =
            trace["events"].as_array().unwrap().iter().map(|event| text(event, "event")).collect();
        assert_eq!(events[events.len() - 3..], ["decided", "begun", "committed"], "{scenario}");
    }
}

#[test]
fn the_other_warehouses_facts_stay_what_the_planner_said() {
    let desk = Desk::new();
    let (_, outcome) = desk.stock("other-warehouse");
    assert!(text(&outcome["reason"], "detail").contains("arguments"), "{outcome}");
    let (_, trace) = desk.json(&["ledger", "show", "s/ledger.sqlite3", "op-reserve-7"]);
    let facts: Vec<&Value> =
        trace["events"].as_array().unwrap().iter().filter(|e| !e["fact"].is_null()).collect();
    assert!(facts.iter().all(|event| !event["fact"].to_string().contains("WH-B")), "{trace}");
}

#[test]
fn a_folder_of_the_ticket_is_none_of_the_stocks_and_the_other_way_round() {
    let desk = Desk::new();
    let ticket = ["ticket", "run", "--scenario", "missing", "--out", "s"];
    assert_eq!(desk.json(&ticket).0, 0);
    let before = desk.count("events");
    let (code, refused) = desk.stock("enough");
    assert_eq!((code, text(&refused, "error")), (1, "foreign_folder"), "{refused}");
    assert_eq!(text(&refused, "state"), "FOREIGN_FOLDER");
    assert_eq!((desk.json(&ticket).0, desk.count("events")), (0, before), "it is as it was");

    let desk = Desk::new();
    assert_eq!(desk.stock("enough").0, 0);
    for command in ["approve", "lookup", "fence"] {
        let (code, refused) = desk.json(&["ticket", command, "--out", "s"]);
        assert_eq!((code, text(&refused, "error")), (1, "foreign_folder"), "{refused}");
    }
    let (code, refused) = desk.json(&ticket);
    assert_eq!((code, text(&refused, "error")), (1, "foreign_folder"), "{refused}");
    assert_eq!(text(&desk.stock("enough").1, "state"), "DONE");
    // Also where there are tables in it, and no run yet.
    let desk = Desk::new();
    std::fs::create_dir(desk.path("s")).unwrap();
    let tickets = countersign::domains::ticket::Tickets::TABLES;
    let file = desk.path("s/ledger.sqlite3");
    drop(countersign::ledger::SqliteLedger::open_with(file, tickets).unwrap());
    let (code, refused) = desk.stock("enough");
    assert_eq!((code, text(&refused, "error")), (1, "other_domain"), "{refused}");
}

#[test]
fn wrong_usage_names_the_scenarios() {
    let desk = Desk::new();
    for wrong in ["missing", "Enough", ""] {
        let (code, refused) = desk.stock(wrong);
        assert_eq!((code, text(&refused, "error")), (2, "unknown_name"), "{wrong}");
        assert!(text(&refused, "message").contains("other-warehouse"), "{refused}");
    }
    for args in [&["stock", "run", "--out", "s"][..], &["stock", "run", "--scenario", "enough"]] {
        assert_eq!(desk.json(args).0, 2, "{args:?}");
    }
    for command in ["approve", "lookup", "fence"] {
        assert_eq!(desk.json(&["stock", command, "--out", "s"]).0, 2, "{command}");
    }
    assert!(!exists(&desk.path("s")));
}

#[test]
fn its_codes_are_explained() {
    for code in ["insufficient_stock", "rule_exceeded"] {
        let (exit, said) = Desk::new().json(&["explain", code]);
        assert_eq!(exit, 0);
        assert!(said.to_string().contains("stopped"), "{said}");
    }
}

#[test]
fn the_demo_makes_one_reservation() {
    let desk = Desk::new();
    for new_writes in [1, 0] {
        let (code, story) = desk.json(&["demo", "--out", "d"]);
        assert_eq!((code, counters(&story["stock"])), (0, ("DONE", 2, 1, 1)));
        assert_eq!(story["stock"]["new_writes"], new_writes);
        assert!(text(&story["written"], "stock").ends_with("stock"), "{}", story["written"]);
    }
    let said = desk.run(&["demo", "--out", "d"]).out;
    assert!(said.contains("op-reserve-7") && said.contains("stock deducted"), "{said}");
    assert_eq!(desk.json(&["ledger", "verify", "d/stock/ledger.sqlite3"]).0, 0);
}

#[test]
fn after_a_line_that_was_torn_off_the_next_is_on_a_line_of_its_own() {
    let desk = Desk::new();
    desk.stock("enough");
    let runs = std::fs::read_to_string(desk.path("s/runs.jsonl")).unwrap();
    let torn = format!("{runs}{}", &runs[..runs.len() / 2]);
    desk.write("s/runs.jsonl", torn);
    for _ in 0..2 {
        assert_eq!(desk.stock("enough").0, 0);
    }
    let runs = std::fs::read_to_string(desk.path("s/runs.jsonl")).unwrap();
    let readable = |line: &str| serde_json::from_str::<Value>(line).is_ok();
    let lines: Vec<bool> = runs.lines().map(readable).collect();
    assert_eq!((lines, runs.ends_with('\n')), (vec![true, false, true, true], true), "{runs}");
}

#[test]
fn what_somebody_took_out_of_the_tables_is_not_put_back() {
    let desk = Desk::new();
    desk.stock("changed-qty");
    desk.file().execute_batch("DELETE FROM stock").unwrap();
    let (code, stopped) = desk.stock("enough");
    assert_eq!((code, counters(&stopped)), (0, ("STATE_CHANGED", 2, 1, 0)), "{stopped}");
    assert_eq!((desk.count("stock"), desk.count("receipts")), (0, 0));
    // Somebody may still change them between the approval and the commit.
    let desk = Desk::new();
    desk.stock("changed-qty");
    let (_, moved) = desk.stock("moved");
    assert_eq!((counters(&moved), &moved["exercised"]), (("STATE_CHANGED", 2, 1, 0), &json!(true)));
    assert_eq!(desk.left("WH-A"), (12, 5));
}

/// As a command leaves it that was killed before it opened its run: the tables are there, some of
/// them filled, or all.
#[test]
fn what_was_filled_before_there_was_a_run_is_filled_to_its_end() {
    for kept in ["stock", "stock_rules", "nothing"] {
        let desk = Desk::new();
        desk.stock("enough");
        for table in ["receipts", "spent_approvals", "events", "runs", "stock", "stock_rules"] {
            if table != kept {
                desk.file().execute_batch(&format!("DELETE FROM {table}")).unwrap();
            }
        }
        let filled = "UPDATE stock SET available = 10, version = 4 WHERE warehouse = 'WH-A'";
        desk.file().execute_batch(filled).unwrap();
        let (code, done) = desk.stock("enough");
        assert_eq!((code, counters(&done)), (0, ("DONE", 2, 1, 1)), "{kept}: {done}");
        assert_eq!((desk.left("WH-A"), desk.left("WH-B")), ((7, 5), (500, 4)), "{kept}");
    }
}

#[test]
fn a_run_that_was_taken_out_of_the_list_is_damage_and_no_conflict() {
    for sql in ["DELETE FROM runs", "DELETE FROM runs; DELETE FROM events WHERE revision = 1"] {
        let desk = Desk::new();
        desk.stock("enough");
        desk.file().execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).unwrap();
        let (code, refused) = desk.stock("enough");
        assert_eq!((code, text(&refused, "error")), (1, "ledger_damaged"), "{sql}: {refused}");
        assert!(!text(&refused, "message").contains("UNIQUE"), "{refused}");
        assert_eq!((desk.left("WH-A"), desk.count("runs")), ((7, 5), 0), "{sql}");
    }
}

#[test]
fn a_finished_folder_whose_receipt_was_touched_says_so() {
    for sql in [
        "DELETE FROM receipts",
        "UPDATE receipts SET receipt = replace(receipt, 'depot-reviewer', 'somebody-else')",
        "DELETE FROM spent_approvals",
    ] {
        let desk = Desk::new();
        desk.stock("enough");
        desk.file().execute_batch(sql).unwrap();
        let files = ["trace.json", "runs.jsonl"]
            .map(|name| std::fs::read(desk.path("s").join(name)).unwrap());
        let (code, refused) = desk.stock("enough");
        assert_eq!((code, text(&refused, "error")), (1, "ledger_damaged"), "{sql}: {refused}");
        assert_eq!(text(&refused, "state"), "LEDGER_DAMAGED");
        let after = ["trace.json", "runs.jsonl"]
            .map(|name| std::fs::read(desk.path("s").join(name)).unwrap());
        assert_eq!(after, files, "{sql}");
    }
}
