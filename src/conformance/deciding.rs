//! The promises from the draft to what follows from a decision, short of an effect.

use crate::code::Code;
use crate::conformance::Example;
use crate::conformance::report::{Checked, Standing, broken, expect, not_checked};
use crate::conformance::trial::{DRAFTED, REQUESTER, Trial, said, stopped_with};
use crate::decision::{Decision, Verdict};
use crate::error::Error;
use crate::escape::is_hidden;
use crate::id::{Requester, Reviewer};
use crate::phase::Review;
use crate::random;
use crate::run::{AnyRun, Run};
use crate::tick::Tick;

pub(super) fn reviewers<E: Example>(example: &E) -> Checked {
    let mut trial = Trial::new(example)?;
    let review = trial.review("c-1")?;
    let asked = review.requester();
    let expected = format!("the run says that {REQUESTER} asked for it");
    expect(*asked == REQUESTER, expected, || format!("it says {asked}"))?;
    let reviewer = example.reviewer();
    let in_other_case: String = reviewer.as_str().chars().map(other_case).collect();
    refuses(&trial, &review, Reviewer::new("conformance-stranger")?)?;
    refuses(&trial, &review, somebody_new()?)?;
    if in_other_case != reviewer.as_str() {
        refuses(&trial, &review, Reviewer::new(&in_other_case)?)?;
    }

    let mut trial = Trial::new(example)?;
    trial.requester = Requester::new(reviewer.as_str())?;
    let review = trial.review("c-1")?;
    refuses(&trial, &review, reviewer)
}

/// Nobody whom a rule can have known when it was written.
fn somebody_new() -> Result<Reviewer, Standing> {
    let mut bytes = [0; 16];
    random::fill(&mut bytes).map_err(Error::Refusal)?;
    Ok(Reviewer::new(&format!("{:032x}", u128::from_be_bytes(bytes)))?)
}

fn other_case(c: char) -> char {
    if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
}

fn refuses<E: Example>(
    trial: &Trial<'_, E>,
    review: &Run<E::Domain, Review>,
    reviewer: Reviewer,
) -> Checked {
    let expected =
        format!("a decision of {reviewer}, asked for by {}, is refused", trial.requester);
    let decision = Decision {
        card: &review.card(),
        verdict: Verdict::ApproveSimulation,
        reviewer,
        decided_at: DRAFTED,
        valid_through: DRAFTED,
    };
    // Who asked is turned away by the authority already.
    let Ok(signed) = trial.authority.sign(&decision) else { return Ok(()) };
    let keyring = trial.authority.keyring();
    let admitted = signed.verify_simulation(keyring, review, &trial.domain, DRAFTED);
    let codes = [Code::UNKNOWN_REVIEWER, Code::SELF_APPROVAL];
    let refused = admitted.as_ref().is_err_and(|no| codes.contains(&no.reason().code));
    expect(refused, expected, || match admitted {
        Ok(_) => "it was admitted".to_owned(),
        Err(unverified) => unverified.reason().to_string(),
    })
}

pub(super) fn request_conflict<E: Example>(example: &E) -> Checked {
    let valid = example.undraftable_requests().into_iter().map(|(request, _)| request);
    let others: Vec<String> = valid.chain(example.invalid_requests()).collect();
    let Some(last) = others.last() else {
        return not_checked("the example has no other request");
    };
    for other in &others {
        told_of_a_conflict(example, &example.request(), other)?;
    }
    // Whatever it is that had the id first, what is said of it is the same.
    let said = told_of_a_conflict(example, &example.request(), last)?;
    let of_another = others.first().filter(|first| *first != last);
    let Some(of_another) = of_another else { return Ok(()) };
    let also_said = told_of_a_conflict(example, of_another, last)?;
    let expected = format!("nothing is told of what had the id first: {said}");
    expect(said == also_said, expected, || format!("of another request this is told: {also_said}"))
}

/// What is said where `other` comes under the id of `first`.
fn told_of_a_conflict<E: Example>(
    example: &E,
    first: &str,
    other: &str,
) -> Result<String, Standing> {
    let mut trial = Trial::new(example)?;
    let submitted = trial.submit_other("c-1", first)?;
    if let AnyRun::AtLookedUp(run) = trial.read(submitted)? {
        drop(run.draft(&trial.domain, DRAFTED)?.save_any(&mut trial.ledger)?);
    }
    let expected = format!("{other}, under the id of another request, is refused as a conflict");
    let error = match trial.submit_error("c-1", other)? {
        Ok(run) => return broken(expected, said(&run)),
        Err(error) => error,
    };
    if [Code::OPERATION_CONFLICT, Code::REQUEST_CONFLICT].contains(error.code()) {
        return Ok(error.to_string());
    }
    broken(expected, error.to_string())
}

pub(super) fn whole_card<E: Example>(example: &E) -> Checked {
    let mut trial = Trial::new(example)?;
    let review = trial.review("c-1")?;
    let shown = example.shown(&review);
    let expected = "nothing in it that hides or reorders what stands around it";
    let hides = |c: char| is_hidden(c) && c != '\n';
    expect(!shown.chars().any(hides), expected, || "something does".to_owned())?;
    // In order, each as it is: what stands before and after it on its line is the service's.
    let mut rest = shown.as_str();
    for line in review.review_text().lines() {
        let expected = format!("the reviewer is shown this, after what stands before it: {line}");
        let Some((_, after)) = rest.split_once(line) else {
            return broken(expected, format!("they are shown: {shown}"));
        };
        rest = after;
    }
    Ok(())
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
    // The largest tick has none after it.
    let Ok(late) = last.plus(1) else { return Ok(()) };
    for tick in (late.get()..).take(100).map_while(|tick| Tick::new(tick).ok()) {
        let taken_for = example.clock(tick);
        let expected = format!("tick {tick} is not taken for an earlier one");
        expect(taken_for >= tick, expected, || format!("it is taken for tick {taken_for}"))?;
    }
    let run = decided_at(example, late)?;
    let expected = format!("a decision at tick {late} of {last} stops the run with review_expired");
    expect(stopped_with(&run, &Code::REVIEW_EXPIRED), expected, || said(&run))
}

fn decided_at<E: Example>(example: &E, now: Tick) -> Result<AnyRun<E::Domain>, Standing> {
    let mut trial = Trial::new(example)?;
    let review = trial.review("c-1")?;
    let signed =
        trial.sign(&review, Verdict::ApproveSimulation, now.plus(100).unwrap_or(Tick::MAX))?;
    let taken_for = example.clock(now);
    let approval = signed.verify_simulation(trial.keyring(), &review, &trial.domain, taken_for)?;
    Ok(review.approve(approval, &trial.domain)?.save_any(&mut trial.ledger)?)
}

pub(super) fn source_moved<E: Example>(example: &E) -> Checked {
    let Some(moved) = example.moved_domain() else {
        return not_checked("the example has no source that moves");
    };
    let mut trial = Trial::new(example)?;
    let review = trial.review("c-1")?;
    let signed = trial.sign(&review, Verdict::ApproveSimulation, DRAFTED)?;
    let approval = signed.verify_simulation(trial.keyring(), &review, &moved, DRAFTED)?;
    let run = review.approve(approval, &moved)?.save_any(&mut trial.ledger)?;
    let expected = "an approval after the source has moved stops the run with source_changed";
    expect(stopped_with(&run, &Code::SOURCE_CHANGED), expected, || said(&run))
}

pub(super) fn rejection_final<E: Example>(example: &E) -> Checked {
    let mut trial = Trial::new(example)?;
    let review = trial.review("c-1")?;
    let signed = trial.sign(&review, Verdict::Reject, DRAFTED)?;
    let no = signed.verify_rejection(trial.keyring(), &review, &trial.domain, DRAFTED)?;
    let run = review.reject(no, &trial.domain)?.save_any(&mut trial.ledger)?;
    expect(matches!(run, AnyRun::AtRejected(_)), "a no ends the run", || said(&run))?;
    let again = trial.looked_up("c-2")?;
    let run = again.draft(&trial.domain, DRAFTED)?.save_any(&mut trial.ledger)?;
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
fn simulated<E: Example>(example: &E, brought_back: bool) -> Result<&'static str, Standing> {
    let mut trial = Trial::new(example)?;
    let mut run = trial.submit("c-1")?;
    // Each round is one event more, and every event up to the receipt is at most one round away.
    for _ in 0..64 {
        if brought_back {
            run = trial.in_a_new_process(run)?;
        }
        run = match run {
            AnyRun::AtValidated(run) => trial.read_one(run.into())?,
            AnyRun::AtLookedUp(run) => {
                run.draft(&trial.domain, DRAFTED)?.save_any(&mut trial.ledger)?
            }
            AnyRun::AtReview(review) => {
                let signed = trial.sign(&review, Verdict::ApproveSimulation, DRAFTED)?;
                let approval =
                    signed.verify_simulation(trial.keyring(), &review, &trial.domain, DRAFTED)?;
                review.approve(approval, &trial.domain)?.save_any(&mut trial.ledger)?
            }
            AnyRun::AtApprovedForSimulation(run) => {
                run.simulate(&trial.domain, DRAFTED)?.save_any(&mut trial.ledger)?
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
