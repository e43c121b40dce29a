//! The promises from the draft to what follows from a decision, short of an effect.

use crate::code::Code;
use crate::conformance::Example;
use crate::conformance::reading::stopped_with;
use crate::conformance::report::{Checked, Outcome, broken, expect, not_checked};
use crate::conformance::trial::{DRAFTED, REQUESTER, Trial, said, tenant};
use crate::controller::save;
use crate::decision::{Decision, Verdict};
use crate::domain::Domain;
use crate::escape::{is_hidden, json_safe};
use crate::id::Reviewer;
use crate::json::{Canonical, Json};
use crate::phase::Review;
use crate::run::{AnyRun, Run};
use crate::tick::Tick;

pub(super) fn reviewers<E: Example>(example: &E) -> Checked {
    let mut trial = Trial::new(example)?;
    let review = trial.review("c-1")?;
    for (who, expected) in [
        ("conformance-stranger", &[Code::UNKNOWN_REVIEWER][..]),
        (REQUESTER.as_str(), &[Code::UNKNOWN_REVIEWER, Code::SELF_APPROVAL][..]),
    ] {
        let decision = Decision {
            card: &review.card(),
            verdict: Verdict::ApproveSimulation,
            reviewer: Reviewer::new(who)?,
            decided_at: DRAFTED,
            valid_through: DRAFTED,
        };
        // Who asked is turned away by the authority already.
        let Ok(signed) = trial.authority.sign(&decision) else { continue };
        let admitted = signed.verify_simulation(trial.keyring(), &review, &trial.domain, DRAFTED);
        let refused = admitted.as_ref().is_err_and(|no| expected.contains(&no.reason().code));
        expect(refused, format!("a decision of {who} is refused"), || match admitted {
            Ok(_) => "it was admitted".to_owned(),
            Err(unverified) => unverified.reason().to_string(),
        })?;
    }
    Ok(())
}

pub(super) fn request_conflict<E: Example>(example: &E) -> Checked {
    let Some(other) = example.invalid_requests().into_iter().next() else {
        return not_checked("the example has no other request");
    };
    let mut trial = Trial::new(example)?;
    drop(trial.review("c-1")?);
    let expected = format!("{other}, under the id of another request, is refused");
    match trial.submit_for(&tenant(), "c-1", &other) {
        Ok(run) => broken(expected, said(&run)),
        Err(_refused) => Ok(()),
    }
}

pub(super) fn whole_card<E: Example>(example: &E) -> Checked {
    let mut trial = Trial::new(example)?;
    let review = trial.review("c-1")?;
    let shown = example.shown(&review);
    let expected = "nothing in it that hides or reorders what stands around it";
    let hides = |c: &char| is_hidden(*c) && *c != '\n';
    expect(!shown.chars().any(|c| hides(&c)), expected, || "something does".to_owned())?;
    for bound in bound_values(&review)? {
        let expected = format!("the reviewer is shown {bound}");
        expect(shown.contains(&bound), expected, || format!("they are shown: {shown}"))?;
    }
    Ok(())
}

/// What a decision is bound to, as it would be shown.
fn bound_values<D: Domain>(review: &Run<D, Review>) -> Result<Vec<String>, Outcome> {
    let card = review.card();
    let mut bound = vec![
        card.tenant.to_string(),
        card.run_id.to_string(),
        card.requester.to_string(),
        card.source_version.to_string(),
        card.deadline.to_string(),
    ];
    if let Some(draft) = review.draft_content() {
        leaves(Canonical::of(draft)?.json(), &mut bound);
        leaves(Canonical::of(&D::args(draft))?.json(), &mut bound);
    }
    Ok(bound)
}

/// Every value within, without the quotes: services may show texts in their own.
fn leaves(json: &Json, into: &mut Vec<String>) {
    match json {
        Json::Object(members) => members.values().for_each(|member| leaves(member, into)),
        Json::Array(items) => items.iter().for_each(|item| leaves(item, into)),
        leaf => {
            let text = serde_json::to_string(leaf).unwrap_or_default();
            into.push(json_safe(text.trim_matches('"')).into_owned());
        }
    }
}

pub(super) fn deadline<E: Example>(example: &E) -> Checked {
    let last = DRAFTED.plus(example.policy().review_ttl)?;
    let mut in_time = vec![last];
    in_time.extend(last.get().checked_sub(1).and_then(|tick| Tick::new(tick).ok()));
    for now in in_time.into_iter().filter(|now| *now >= DRAFTED) {
        let run = decided_at(example, now)?;
        let expected = format!("a decision at tick {now} of {last} is in time");
        expect(matches!(run, AnyRun::AtApprovedForSimulation(_)), expected, || said(&run))?;
    }
    let late = last.plus(1)?;
    let run = decided_at(example, late)?;
    let expected = format!("a decision at tick {late} of {last} stops the run with review_expired");
    expect(stopped_with(&run, &Code::REVIEW_EXPIRED), expected, || said(&run))
}

fn decided_at<E: Example>(example: &E, now: Tick) -> Result<AnyRun<E::Domain>, Outcome> {
    let mut trial = Trial::new(example)?;
    let review = trial.review("c-1")?;
    let signed = trial.sign(&review, Verdict::ApproveSimulation, now.plus(100)?)?;
    let taken_for = example.clock(now);
    let approval = signed.verify_simulation(trial.keyring(), &review, &trial.domain, taken_for)?;
    Ok(save(review.approve(approval, &trial.domain)?, &mut trial.ledger)?)
}

pub(super) fn source_moved<E: Example>(example: &E) -> Checked {
    let Some(moved) = example.moved_domain() else {
        return not_checked("the example has no source that moves");
    };
    let mut trial = Trial::new(example)?;
    let review = trial.review("c-1")?;
    let signed = trial.sign(&review, Verdict::ApproveSimulation, DRAFTED)?;
    let approval = signed.verify_simulation(trial.keyring(), &review, &moved, DRAFTED)?;
    let run = save(review.approve(approval, &moved)?, &mut trial.ledger)?;
    let expected = "an approval after the source has moved stops the run with source_changed";
    expect(stopped_with(&run, &Code::SOURCE_CHANGED), expected, || said(&run))
}

pub(super) fn rejection_final<E: Example>(example: &E) -> Checked {
    let mut trial = Trial::new(example)?;
    let review = trial.review("c-1")?;
    let signed = trial.sign(&review, Verdict::Reject, DRAFTED)?;
    let no = signed.verify_rejection(trial.keyring(), &review, &trial.domain, DRAFTED)?;
    let run = save(review.reject(no, &trial.domain)?, &mut trial.ledger)?;
    expect(matches!(run, AnyRun::AtRejected(_)), "a no ends the run", || said(&run))?;
    let again = trial.looked_up("c-2")?;
    let run = save(again.draft(&trial.domain, DRAFTED)?, &mut trial.ledger)?;
    let expected = "the same, asked for again under another id, is stopped with already_rejected";
    expect(stopped_with(&run, &Code::ALREADY_REJECTED), expected, || said(&run))
}

pub(super) fn resumed<E: Example>(example: &E) -> Checked {
    let never_left = simulated(example, false)?;
    let brought_back = simulated(example, true)?;
    expect(never_left == brought_back, format!("a simulation that {never_left}"), || {
        format!("brought back after every event, it {brought_back}")
    })
}

/// Whether the simulation finds that something would change; brought back after every event, or not.
fn simulated<E: Example>(example: &E, brought_back: bool) -> Result<&'static str, Outcome> {
    let mut trial = Trial::new(example)?;
    let mut run = trial.submit("c-1")?;
    // Each round is one event more, and every event up to the receipt is at most one round away.
    for _ in 0..64 {
        if brought_back {
            run = trial.in_a_new_process(run)?;
        }
        run = match run {
            AnyRun::AtValidated(run) => trial.read_one(run.into())?,
            AnyRun::AtLookedUp(run) => save(run.draft(&trial.domain, DRAFTED)?, &mut trial.ledger)?,
            AnyRun::AtReview(review) => {
                let signed = trial.sign(&review, Verdict::ApproveSimulation, DRAFTED)?;
                let approval =
                    signed.verify_simulation(trial.keyring(), &review, &trial.domain, DRAFTED)?;
                save(review.approve(approval, &trial.domain)?, &mut trial.ledger)?
            }
            AnyRun::AtApprovedForSimulation(run) => {
                save(run.simulate(&trial.domain, DRAFTED)?, &mut trial.ledger)?
            }
            AnyRun::AtSimulated(run) if run.receipt().would_change => {
                return Ok("would change something");
            }
            AnyRun::AtSimulated(_) => return Ok("would change nothing"),
            other => return broken("the run gets to its simulation", said(&other)),
        };
    }
    broken("the run gets to its simulation", "it goes on for ever")
}
