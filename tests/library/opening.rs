//! The opening workflow against a model of its own, its scenarios, and replays.

use countersign::Code;
use countersign::domains::museum::Catalogue;
use countersign::domains::museum::opening::{Ending, Limits, Status, Tool, Workflow};
use countersign::domains::museum::rehearsal::{self, MatrixCase};

use crate::snapshot::assert_snapshot;

/// What the rules say of one case, told as a table of what is left and not as a workflow.
fn model(
    steps: usize,
    calls: usize,
    attempts: usize,
    script: &str,
) -> (Vec<&'static str>, &'static str) {
    let answers: &[&str] = match script {
        "ok" => &["ok"],
        "temporary-ok" => &["temporary", "ok"],
        "temporary-always" => &["temporary", "temporary", "temporary"],
        "not-found" => &["not_found"],
        "malformed" => &["invalid_observation"],
        "temporary-malformed" => &["temporary", "invalid_observation"],
        other => panic!("{other}"),
    };
    let mut trace = vec!["VALIDATE"];
    for (made, answer) in answers.iter().enumerate() {
        if made == attempts {
            return (trace, "attempts_exhausted");
        }
        if made == calls {
            return (trace, "lookup_budget_exhausted");
        }
        if trace.len() == steps {
            return (trace, "step_budget_exhausted");
        }
        trace.push("LOOKUP");
        match *answer {
            "temporary" => {}
            "ok" if trace.len() == steps => return (trace, "step_budget_exhausted"),
            "ok" => {
                trace.push("DRAFT");
                return (trace, "");
            }
            reason => return (trace, reason),
        }
    }
    panic!("no script goes on for that long")
}

#[test]
fn the_matrix_is_what_the_rules_say() {
    let matrix = rehearsal::matrix();
    assert_eq!(matrix.len(), 144);
    for case in &matrix {
        let MatrixCase { max_steps, max_tool_calls, max_attempts, script, .. } = case;
        let limits =
            [max_steps, max_tool_calls, max_attempts].map(|n| usize::try_from(*n).unwrap());
        let (trace, reason) = model(limits[0], limits[1], limits[2], script);
        let got = serde_json::to_value(case).unwrap();
        assert_eq!(got["trace"], serde_json::json!(trace), "{got}");
        assert_eq!(got["reason"].as_str().unwrap_or(""), reason, "{got}");
        assert_eq!(got["status"], if reason.is_empty() { "AWAITING_REVIEW" } else { "STOPPED" });
        assert_eq!(got["steps"], trace.len());
        let lookups = trace.iter().filter(|visit| **visit == "LOOKUP").count();
        assert_eq!(got["tool_calls"], lookups);
    }
}

#[test]
fn the_matrix_is_in_the_order_of_its_ranges() {
    let key = |case: &MatrixCase| {
        let script = Tool::ALL.iter().position(|tool| tool.name() == case.script).unwrap();
        (case.max_steps, case.max_tool_calls, case.max_attempts, script)
    };
    let keys: Vec<_> = rehearsal::matrix().iter().map(key).collect();
    assert!(keys.is_sorted());
    assert_eq!((keys[0], keys[143]), ((1, 1, 1, 0), (6, 2, 2, 5)));
}

#[test]
fn the_seven_scenarios() {
    for scenario in rehearsal::scenarios() {
        assert_eq!(rehearsal::scenario(scenario.scenario).as_ref(), Some(&scenario));
        let json = serde_json::to_string_pretty(&scenario).unwrap();
        assert_snapshot(&format!("opening__{}", scenario.scenario), &json);
    }
    assert!(rehearsal::scenario("no-such").is_none());
}

fn card(id: &str, year: &str, note: &str) -> String {
    format!(
        r#"{{"request_id":"{id}","exhibit_id":"EX-101","observed_year":{year},"note":"{note}"}}"#
    )
}

fn workflow(tool: Tool) -> Workflow {
    Workflow::new(Catalogue::fixture(), tool, Limits::default())
}

#[test]
fn the_same_card_in_another_order_replays() {
    let mut workflow = workflow(Tool::Ok);
    workflow.submit(&card("R-1", "1904", "x")).unwrap();
    let same = r#"{"note":"\u0078", "observed_year":1904,
                   "exhibit_id":"EX-101", "request_id":"R-1"}"#;
    let again = workflow.submit(same).unwrap();
    assert!(again.replayed);
    assert_eq!((again.tool_calls, again.new_tool_calls, again.steps), (1, 0, 3));
}

#[test]
fn any_other_material_is_a_conflict_before_any_call() {
    let mut workflow = workflow(Tool::Ok);
    workflow.submit(&card("R-1", "1904", "x")).unwrap();
    for other in [card("R-1", "1905", "x"), card("R-1", "1904", "y"), card("R-1", "1904.0", "x")] {
        let refused = workflow.submit(&other).unwrap_err();
        assert_eq!(refused.code(), &Code::REQUEST_CONFLICT, "{other}");
    }
    let newer = Catalogue::fixture().at_version(countersign::SourceVersion::new("CAT-v2").unwrap());
    let mut workflow = workflow.reading(newer);
    let refused = workflow.submit(&card("R-1", "1904", "x")).unwrap_err();
    assert_eq!(refused.code(), &Code::REQUEST_CONFLICT);
}

#[test]
fn a_stopped_card_replays_too() {
    let mut workflow = workflow(Tool::TemporaryAlways);
    let first = workflow.submit(&card("R-1", "1904", "")).unwrap();
    assert_eq!(first.reason, Some(Code::ATTEMPTS_EXHAUSTED));
    let again = workflow.submit(&card("R-1", "1904", "")).unwrap();
    assert_eq!(again, Ending { replayed: true, new_tool_calls: 0, ..first });
    assert!(!workflow.submit(&card("R-2", "1904", "")).unwrap().replayed);
}

#[test]
fn an_invalid_card_makes_one_visit() {
    for year in ["true", "1904.0", "\"1904\"", "1e3", "999", "2101", "null", "1e30"] {
        let outcome = workflow(Tool::Ok).submit(&card("R-1", year, "")).unwrap();
        assert_eq!(outcome.status, Status::EndedEarly, "{year}");
        assert_eq!(outcome.reason, Some(Code::INVALID_REQUEST), "{year}");
        assert_eq!((outcome.steps, outcome.tool_calls), (1, 0), "{year}");
    }
}

#[test]
fn a_card_without_a_usable_id_is_stopped_and_not_kept() {
    let mut workflow = workflow(Tool::Ok);
    for unusable in ["{}", "[]", "no JSON", &card("r-1", "1904", "")] {
        for _ in 0..2 {
            let outcome = workflow.submit(unusable).unwrap();
            assert_eq!(outcome.reason, Some(Code::INVALID_REQUEST));
            assert!(!outcome.replayed);
            assert_eq!(outcome.steps, 1);
        }
    }
}

#[test]
fn a_flawed_card_is_the_same_wherever_its_flaw_stands() {
    let mut workflow = workflow(Tool::Ok);
    let flawed = card("R-1", "1904.0", "");
    assert_eq!(workflow.submit(&flawed).unwrap().reason, Some(Code::INVALID_REQUEST));
    assert!(workflow.submit(&flawed.replace(':', " : ")).unwrap().replayed);
    assert!(workflow.submit(&card("R-1", "1904", "")).is_err());
}
