//! The evaluator: its figures, what it takes and refuses, and the decision table.

use countersign::Code;
use countersign::domains::museum::evaluate::{
    CaseResult, PlannerKind, builtin_cases, evaluate, read_cases,
};
use serde_json::{Value, json};

use crate::snapshot::assert_snapshot;

const PLANNERS: [PlannerKind; 3] = [PlannerKind::Baseline, PlannerKind::Repeat, PlannerKind::Rogue];

fn card(year: &str) -> String {
    format!(r#"{{"request_id":"R-1","exhibit_id":"EX-204","observed_year":{year},"note":"n"}}"#)
}

/// One case with the keys of `more`, under the baseline.
fn play(more: &Value) -> CaseResult {
    let mut case = json!({
        "name": "case",
        "card": {"request_id": "R-1", "exhibit_id": "EX-204", "observed_year": 1930, "note": "n"},
    });
    case.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let cases = read_cases(&json!([case]).to_string()).unwrap();
    evaluate(PlannerKind::Baseline, &cases).unwrap().cases.remove(0)
}

fn refused(text: &str) -> String {
    let refused = read_cases(text).unwrap_err();
    assert_eq!(refused.code(), &Code::INVALID_CASES, "{text}");
    refused.to_string()
}

#[test]
fn the_figures_of_the_eight() {
    let figures = PLANNERS.map(|planner| {
        let evaluation = evaluate(planner, &builtin_cases()).unwrap();
        (evaluation.correct, evaluation.total, evaluation.drafts, evaluation.calls)
    });
    assert_eq!(figures, [(8, 8, 3, 9), (5, 8, 0, 11), (1, 8, 0, 0)]);
}

#[test]
fn every_built_in_case_with_each_planner() {
    for planner in PLANNERS {
        let evaluation = evaluate(planner, &builtin_cases()).unwrap();
        for case in &evaluation.cases {
            let name = format!("case__{planner}__{}", case.name.replace(' ', "_"));
            let trace = case.trace.as_ref().unwrap();
            let verdict =
                if case.correct == Some(true) { "as expected" } else { "not as expected" };
            assert_snapshot(&name, &format!("{trace}{verdict}, {} calls", case.calls));
        }
    }
}

#[test]
fn everything_but_name_and_card_may_be_left_out() {
    let result = play(&json!({}));
    assert_eq!((result.phase, result.revision, result.calls), (Some("REVIEW"), 4, 1));
    assert_eq!(result.correct, None, "a case that expects nothing counts neither way");
    let cases = read_cases(r#"[{"name": "x", "card": 7}]"#).unwrap();
    let evaluation = evaluate(PlannerKind::Baseline, &cases).unwrap();
    assert_eq!((evaluation.correct, evaluation.total), (0, 0));
    let only = play(&json!({"budget": {"steps": 4}, "decisions": [{}], "finalize": [{}]}));
    assert_eq!(only.reason.as_deref(), Some("step_budget_exhausted"));
    assert_eq!(only.phase, Some("STOPPED"));
}

#[test]
fn a_key_that_is_left_out_of_what_is_expected_is_not_compared() {
    let correct = |expect| play(&json!({ "expect": expect })).correct;
    assert_eq!(correct(json!({"phase": "REVIEW"})), Some(true));
    assert_eq!(correct(json!({"reason": null})), Some(true));
    assert_eq!(correct(json!({"finding": null})), Some(false));
    assert_eq!(correct(json!({"phase": "REVIEW", "finding": "MATCH"})), Some(false));
    assert_eq!(correct(json!({"phase": null})), Some(false));
    assert_eq!(correct(json!({})), None);
}

#[test]
fn a_card_without_a_usable_id_has_no_phase() {
    let case = json!({"card": {"request_id": "r-1"}, "decisions": [{}], "finalize": [{}]});
    let result = play(&case);
    assert_eq!((result.phase, result.revision), (None, 0));
    assert_eq!(result.refusals, ["invalid_request_id"]);
}

#[test]
fn a_flawed_card_is_a_case_that_stops() {
    let keys_twice =
        r#"{"request_id":"R-1","exhibit_id":"EX-204","observed_year":1930,"note":"a","note":"b"}"#;
    let mut cards = vec![keys_twice.to_owned()];
    cards.extend(["true", "1904.0", "\"1904\"", "1e3", "1e30", "null", "-1", "2101"].map(card));
    for card in cards {
        let cases = read_cases(&format!(r#"[{{"name": "x", "card": {card}}}]"#)).unwrap();
        let result = evaluate(PlannerKind::Baseline, &cases).unwrap().cases.remove(0);
        assert_eq!(
            (result.phase, result.revision, result.steps),
            (Some("STOPPED"), 1, 0),
            "{card}"
        );
        assert_eq!(result.reason.as_deref(), Some("invalid_request"), "{card}");
    }
}

#[test]
fn an_unknown_key_or_value_refuses_the_file() {
    let with = |more: &str| {
        format!(r#"[{{"name": "good", "card": 1}}, {{"name": "bad one", "card": 1, {more}}}]"#)
    };
    let faults = [
        r#""tols": ["ok"]"#,
        r#""tool": ["maybe"]"#,
        r#""tool": []"#,
        r#""tool": "ok""#,
        r#""budget": {"stepps": 1}"#,
        r#""budget": {"steps": -1}"#,
        r#""tick": -1"#,
        r#""tick": 9007199254740992"#,
        r#""tick": "5""#,
        r#""decisions": [{"who": "x"}]"#,
        r#""decisions": [{"revision": "newest"}]"#,
        r#""decisions": [{"revision": -1}]"#,
        r#""decisions": [{"digest": "none"}]"#,
        r#""decisions": [{"source": "two words"}]"#,
        r#""decisions": [{"approve": "yes"}]"#,
        r#""decisions": [{"tick": 1.5}]"#,
        r#""finalize": [{"digest": "exact"}]"#,
        r#""finalize": [{"tick": -1}]"#,
        r#""expect": {"outcome": 1}"#,
        r#""expect": {"phase": "DONE"}"#,
        r#""expect": {"finding": "match"}"#,
        r#""catalogue": {"version": "CAT-v1"}"#,
        r#""catalogue": {"version": "CAT-v1", "entries": [{"exhibit_id": "EX-1", "year": 1904}]}"#,
        r#""catalogue": {"version": "", "entries": []}"#,
        // Keys that come twice.
        r#""tick": 5, "tick": 6"#,
        r#""name": "bad one""#,
        r#""budget": {"steps": 1, "steps": 2}"#,
        r#""decisions": [{"tick": 5, "tick": 6}]"#,
        r#""finalize": [{"tick": 5, "tick": 6}]"#,
        r#""expect": {"phase": "REVIEW", "phase": "STOPPED"}"#,
        r#""catalogue": {"version": "CAT-v1", "version": "CAT-v1", "entries": []}"#,
        // Arrays for objects, objects for words.
        r#""budget": [8, 2, 2]"#,
        r#""decisions": [[]]"#,
        r#""finalize": [[6]]"#,
        r#""expect": ["REVIEW"]"#,
        r#""catalogue": ["CAT-v1", []]"#,
        r#""catalogue": {"version": "CAT-v1", "entries": [["EX-101", 1904]]}"#,
        r#""tool": [{"ok": null}]"#,
        r#""expect": {"phase": {"REVIEW": null}}"#,
        r#""expect": {"finding": {"MATCH": null}}"#,
        // No value, a reason that nothing has, numbers that can't be saved.
        r#""decisions": [{"tick": null}]"#,
        r#""decisions": [{"source": null}]"#,
        r#""finalize": [{"tick": null}]"#,
        r#""expect": {"reason": "no_such_code"}"#,
        r#""review_ttl": 9007199254740992"#,
        r#""budget": {"steps": 9007199254740992}"#,
    ];
    for fault in faults {
        let text = refused(&with(fault));
        assert!(text.contains("case 1 \"bad one\": "), "{fault}: {text}");
    }
    assert!(refused(r#"[{"name": "good", "card": 1}, ["x", 1]]"#).contains("case 1: "));
    for text in ["", "{}", "[1]", "[{}]", r#"[{"name": "x"}]"#, r#"[{"card": 1}]"#, "[] []"] {
        refused(text);
    }
}

#[test]
fn a_card_may_nest_as_deep_in_a_file_as_alone() {
    let note = format!("{}1{}", "[".repeat(31), "]".repeat(31));
    let text = format!(r#"[{{"name": "x", "card": {{"request_id": "R-1", "note": {note}}}}}]"#);
    let cases = read_cases(&text).unwrap();
    let result = evaluate(PlannerKind::Baseline, &cases).unwrap().cases.remove(0);
    assert_eq!(result.reason.as_deref(), Some("invalid_request"));
}

#[test]
fn two_entries_for_one_exhibit_refuse_the_catalogue() {
    let entry = r#"{"exhibit_id": "EX-101", "year": 1904}"#;
    let text = format!(
        r#"[{{"name": "x", "card": 1, "catalogue": {{"version": "CAT-v1", "entries": [{entry}, {entry}]}}}}]"#
    );
    assert!(refused(&text).contains("EX-101 has two entries"));
}

/// The decision table: what each combination of ticks, names and sources comes to.
#[test]
fn the_decision_table() {
    let rows = [
        ("decided at tick 4", json!({"decisions": [{"tick": 4}]})),
        ("decided at tick 8", json!({"decisions": [{"tick": 8}]})),
        ("decided at tick 9", json!({"decisions": [{"tick": 9}]})),
        ("finalized at tick 5", json!({"decisions": [{"tick": 6}], "finalize": [{"tick": 5}]})),
        ("finalized at tick 8", json!({"decisions": [{"tick": 6}], "finalize": [{"tick": 8}]})),
        ("finalized at tick 9", json!({"decisions": [{"tick": 6}], "finalize": [{"tick": 9}]})),
        ("unknown reviewer", json!({"decisions": [{"reviewer": "somebody"}]})),
        ("no name at all", json!({"decisions": [{"reviewer": "two words"}]})),
        ("wrong digest", json!({"decisions": [{"digest": "wrong"}]})),
        ("a hex string", json!({"decisions": [{"digest": "C0FFEE"}]})),
        ("stale revision", json!({"decisions": [{"revision": "stale"}]})),
        ("revision 7", json!({"decisions": [{"revision": 7}]})),
        ("rejected", json!({"decisions": [{"approve": false}], "finalize": [{}]})),
        ("source moved before the decision", json!({"decisions": [{"source": "CAT-v2"}]})),
        (
            "source moved before the finalization",
            json!({"decisions": [{}], "finalize": [{"source": "CAT-v2"}]}),
        ),
        (
            "a refusal before a stop",
            json!({"decisions": [{"tick": 9, "source": "CAT-v2", "digest": "wrong"}]}),
        ),
        ("source before deadline", json!({"decisions": [{"tick": 9, "source": "CAT-v2"}]})),
        ("rejected too late", json!({"decisions": [{"approve": false, "tick": 9}]})),
        (
            "every refusal first",
            json!({"decisions": [
            {"reviewer": "x", "revision": "stale", "digest": "wrong", "tick": 4},
            {"revision": "stale", "digest": "wrong", "tick": 4},
            {"digest": "wrong", "tick": 4}, {"tick": 4}, {"tick": 6}]}),
        ),
        ("decided twice", json!({"decisions": [{}, {}]})),
        ("finalized without a decision", json!({"finalize": [{}]})),
        (
            "replayed after the deadline",
            json!({"decisions": [{"tick": 6}], "finalize": [{"tick": 6}, {"tick": 900}]}),
        ),
    ];
    let lines = rows.map(|(name, more)| {
        let CaseResult { phase, reason, refusals, revision, would_change, .. } = play(&more);
        let (phase, reason) = (phase.unwrap(), reason.unwrap_or_default());
        let receipt = would_change.map(|w| format!("would_change {w}")).unwrap_or_default();
        let line = format!(
            "{name:<37} {phase:<23} {revision} {reason} {receipt} [{}]",
            refusals.join(", ")
        );
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    assert_snapshot("decision_table", &lines.join("\n"));
}

#[test]
fn a_deadline_beyond_the_last_tick_is_refused() {
    let result = play(&json!({"tick": 9_007_199_254_740_991_u64, "review_ttl": 1}));
    assert_eq!(result.refusals, ["invalid_tick"]);
    assert_eq!((result.phase, result.revision), (Some("LOOKED_UP"), 3));
    let last =
        play(&json!({"tick": 9_007_199_254_740_991_u64, "review_ttl": 0, "decisions": [{}]}));
    assert_eq!(last.phase, Some("APPROVED_FOR_SIMULATION"));
}

#[test]
fn where_several_reasons_hold_the_first_is_given() {
    let stopped = |more| play(&more).reason.unwrap();
    assert_eq!(stopped(json!({"budget": {"steps": 0}})), "step_budget_exhausted");
    assert_eq!(
        stopped(json!({"budget": {"steps": 1, "lookups": 0, "attempts": 0}})),
        "attempts_exhausted"
    );
    assert_eq!(stopped(json!({"budget": {"steps": 1, "lookups": 0}})), "lookup_budget_exhausted");
    assert_eq!(stopped(json!({"budget": {"steps": 1}})), "step_budget_exhausted");
    // A temporary failure with no retry left stops at once, whatever else is short.
    let temporary = |steps, lookups, attempts| {
        let budget = json!({"steps": steps, "lookups": lookups, "attempts": attempts});
        stopped(json!({"tool": ["temporary"], "budget": budget}))
    };
    assert_eq!(temporary(2, 1, 1), "attempts_exhausted");
    assert_eq!(temporary(2, 1, 2), "lookup_budget_exhausted");
    assert_eq!(temporary(2, 2, 2), "step_budget_exhausted");
    // What is wrong with the answer comes before what is left.
    assert_eq!(
        stopped(json!({"tool": ["malformed"], "budget": {"steps": 2}})),
        "invalid_observation"
    );
    assert_eq!(
        stopped(
            json!({"card": {"request_id": "R-1", "exhibit_id": "EX-9"}, "budget": {"steps": 0}})
        ),
        "invalid_request"
    );
}

#[test]
fn a_card_may_be_any_json_value() {
    for card in ["null", "true", "-0", "1e300", "\"R-1\"", "[]", "[{}]", "{}"] {
        let cases = read_cases(&format!(r#"[{{"name": "x", "card": {card}}}]"#)).unwrap();
        let result = evaluate(PlannerKind::Baseline, &cases).unwrap().cases.remove(0);
        assert_eq!(result.phase, None, "{card}");
        assert_eq!(result.refusals, ["invalid_request_id"], "{card}");
    }
}

#[test]
fn a_list_in_the_place_of_an_object_refuses_the_file() {
    let with = |more: &str| format!(r#"[{{"name": "bad one", "card": 1, {more}}}]"#);
    for more in [
        r#""budget": [8, 2, 2]"#,
        r#""decisions": [[]]"#,
        r#""finalize": [[5]]"#,
        r#""expect": []"#,
        r#""catalogue": ["CAT-v1", []]"#,
        r#""catalogue": {"version": "CAT-v1", "entries": [["EX-101", 1904]]}"#,
    ] {
        let message = refused(&with(more));
        assert!(message.contains("bad one"), "{message}");
    }
    refused(r#"[["case", 1]]"#);
}

#[test]
fn null_is_no_way_to_leave_a_key_out_and_limits_have_a_range() {
    let with = |more: &str| format!(r#"[{{"name": "bad one", "card": 1, {more}}}]"#);
    for more in [
        r#""decisions": [{"tick": null}]"#,
        r#""decisions": [{"source": null}]"#,
        r#""finalize": [{"tick": null}]"#,
        r#""finalize": [{"source": null}]"#,
        r#""tick": null"#,
        r#""budget": {"steps": 9007199254740992}"#,
        r#""review_ttl": 9007199254740992"#,
        r#""expect": {"reason": "no_such_reason"}"#,
    ] {
        let message = refused(&with(more));
        assert!(message.contains("bad one"), "{message}");
    }
}
