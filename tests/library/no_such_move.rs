//! A chain that was made anew by somebody who edited events: what live moves could never have led to is
//! not brought back, although every digest fits.

use countersign::code::{Entry, Kind, StoppedBy};
use countersign::decision::Verdict;
use countersign::event::SavedEvent;
use countersign::json::Canonical;
use countersign::ledger::{Ledger, MemoryLedger};
use countersign::{AnyRun, Delivered};
use serde_json::{Value, json};

use crate::support::{run_id, tick};
use crate::tally::*;

/// Opened, reserved, observed, drafted, decided, begun, committed.
fn committed() -> Vec<SavedEvent> {
    let mut ledger = MemoryLedger::new();
    let committing = committing(&mut ledger, "op-1");
    let outcome = committing.commit(&Tally::default(), &keyring(), || tick(7), &mut ledger);
    assert!(matches!(outcome.unwrap().unwrap(), Delivered::Confirmed(_)));
    ledger.events(&tenant(), &run_id("op-1")).unwrap()
}

/// The same up to the decision, then simulated.
fn simulated() -> Vec<SavedEvent> {
    let (mut ledger, tally) = (MemoryLedger::new(), Tally::default());
    let review = review(&mut ledger, "op-1");
    let signed = signed(&review, Verdict::ApproveSimulation);
    let approval = signed.verify_simulation(&keyring(), &review, &tally, tick(6)).unwrap();
    let approved = review.approve(approval, &tally).unwrap().save(&mut ledger).unwrap().unwrap();
    let _run = approved.simulate(&tally, tick(7)).unwrap().save(&mut ledger).unwrap().unwrap();
    ledger.events(&tenant(), &run_id("op-1")).unwrap()
}

/// The events with the last one edited.
fn with_last(events: &[SavedEvent], edit: impl Fn(&mut Value)) -> Rechained {
    Rechained::of(events, |event| {
        let mut body: Value = serde_json::from_str(&event.body).unwrap();
        if event.revision == events.len() as u64 {
            edit(&mut body);
        }
        Canonical::of(&body).unwrap().as_str().to_owned()
    })
}

fn stop(body: &mut Value, code: &str) {
    body["phase"] = json!("STOPPED");
    body["stop"] = json!({"code": code, "detail": ""});
}

/// A stop that was never met stands in place of the last event.
fn stopped_instead(events: &[SavedEvent], code: &str, candidate: &Value, at: &Value) -> Rechained {
    with_last(events, |body| {
        stop(body, code);
        body["move"] = json!({"stopped": {"candidate": candidate, "tick": at}});
    })
}

#[test]
fn f02_a_move_that_was_made_carries_no_stop() {
    let (committed, simulated) = (committed(), simulated());
    for events in [&committed[..2], &committed[..4], &committed[..6], &committed[..7], &simulated] {
        assert!(!with_last(events, |_| ()).refuses());
        let codes = Entry::all().iter().map(|entry| entry.code);
        for code in codes.chain(["my_own"]) {
            let mut edited = with_last(events, |body| stop(body, code));
            assert!(edited.refuses(), "{code} on revision {}", events.len());
        }
    }
}

/// Every row, so that one that is new is held to it as well.
#[test]
fn f02_a_domain_stops_a_run_with_none_of_the_engines_reasons() {
    let events = committed();
    let barred = |code: &str| {
        with_last(&events[..3], |body| {
            stop(body, code);
            body["move"] = json!({"observed": {"outcome": {"barred": {}}}});
        })
    };
    let drafts = json!({"operation": "prepare_draft", "arguments": "{}"});
    let (before_a_draft, in_a_commit) = (
        ["already_rejected", "source_changed", "invalid_action"],
        ["approval_expired", "approval_revoked", "approval_spent"],
    );
    for Entry { code, kind, stopped_by, .. } in Entry::all() {
        let undrafted = || stopped_instead(&events[..4], code, &drafts, &json!(5));
        let undone = || stopped_instead(&events[..7], code, &Value::Null, &json!(99));
        if *stopped_by == Some(StoppedBy::DomainToo) {
            assert_eq!(*kind, Kind::Stop, "{code}");
            for stopped in [barred(code), undrafted(), undone()] {
                assert!(matches!({ stopped }.resume(), AnyRun::AtStopped(_)), "{code}");
            }
        } else {
            assert_eq!(*kind == Kind::Stop || *code == "approval_expired", stopped_by.is_some());
            assert!(barred(code).refuses(), "{code}");
            assert_eq!(undrafted().refuses(), !before_a_draft.contains(code), "{code}");
            assert_eq!(undone().refuses(), !in_a_commit.contains(code), "{code}");
        }
    }
    for stopped in [barred("my_own"), stopped_instead(&events[..4], "my_own", &drafts, &json!(5))] {
        assert!(matches!({ stopped }.resume(), AnyRun::AtStopped(_)));
    }
}

#[test]
fn f02_an_approved_run_is_not_stopped_for_what_did_not_happen() {
    let (committed, simulated, none) = (committed(), simulated(), Value::Null);
    let at = json!(7);
    for (events, never) in [
        (&simulated[..], &["approval_expired_before_simulation", "content_changed", "my_own"][..]),
        (&committed[..6], &["approval_expired", "content_changed", "my_own", "approval_spent"][..]),
        (&committed[..7], &["approval_expired", "content_changed", "source_changed"][..]),
    ] {
        for code in never {
            let mut edited = stopped_instead(events, code, &none, &at);
            assert!(edited.refuses(), "{code} at revision {}", events.len());
        }
    }
    // One that did happen is brought back: it was too late.
    for (events, code) in [
        (&simulated[..], "approval_expired_before_simulation"),
        (&committed[..6], "approval_expired"),
        (&committed[..7], "approval_expired"),
        (&committed[..7], "my_own"),
    ] {
        let resumed = stopped_instead(events, code, &none, &json!(99)).resume();
        assert!(matches!(resumed, AnyRun::AtStopped(_)), "{code}");
    }
}

#[test]
fn f02_a_run_is_not_stopped_before_something_that_it_could_not_do() {
    let events = committed();
    let candidate =
        |operation: &str, arguments: &str| json!({"operation": operation, "arguments": arguments});
    let at = json!(5);
    let draft_codes = ["already_rejected", "source_changed", "my_own", "not_found"];
    for code in draft_codes {
        for other in [candidate("count", "{}"), candidate("nonsense", "{}")] {
            assert!(stopped_instead(&events[..4], code, &other, &at).refuses(), "{code}");
        }
        let with_arguments = candidate("prepare_draft", r#"{"x":1}"#);
        assert!(stopped_instead(&events[..4], code, &with_arguments, &at).refuses(), "{code}");
        let too_early = candidate("prepare_draft", "{}");
        assert!(stopped_instead(&events[..2], code, &too_early, &at).refuses(), "{code}");
        let made = stopped_instead(&events[..4], code, &candidate("prepare_draft", "{}"), &at);
        assert!(matches!({ made }.resume(), AnyRun::AtStopped(_)), "{code}");
    }
    // What a planner proposed may be anything, where that is why the run was stopped.
    let anything = candidate("nonsense", r#"{"x":1}"#);
    let kept = stopped_instead(&events[..2], "invalid_action", &anything, &Value::Null);
    assert!(matches!({ kept }.resume(), AnyRun::AtStopped(_)));
}

#[test]
fn f02_what_was_never_admitted_is_neither_read_nor_drafted() {
    let events = committed();
    let reserved = |operation: &'static str, arguments: &'static str| {
        with_last(&events[..2], move |body| {
            let reserved = &mut body["move"]["reserved"];
            reserved["candidate"] = json!({"operation": operation, "arguments": arguments});
            reserved["lookup"] = json!(operation);
        })
    };
    assert!(!reserved("count", "{}").refuses());
    for (operation, arguments) in
        [("count", r#"{"x":1}"#), ("bogus", "{}"), ("prepare_draft", "{}")]
    {
        assert!(reserved(operation, arguments).refuses(), "{operation} {arguments}");
    }
    let mut drafted = with_last(&events[..4], |body| {
        body["move"]["drafted"]["candidate"]["arguments"] = json!(r#"{"x":1}"#);
    });
    assert!(drafted.refuses());
}
