//! The promises up to the draft.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::code::Code;
use crate::conformance::Example;
use crate::conformance::report::{Checked, Standing, broken, expect, not_checked};
use crate::conformance::trial::{DRAFTED, PATIENCE, Trial, other_tenant, said, stopped_with};
use crate::domain::{Domain, Lookup};
use crate::json::{Canonical, Json, Loose};
use crate::run::{AnyRun, Run};

pub(super) fn comes_to_review<E: Example>(example: &E) -> Checked {
    Trial::new(example)?.review("c-1").map(drop)
}

pub(super) fn request_rules<E: Example>(example: &E) -> Checked {
    let invalid = example.invalid_requests();
    if invalid.is_empty() {
        return not_checked("the example has no request that breaks a rule");
    }
    for request in invalid {
        let mut trial = Trial::new(example)?;
        let run = trial.submit_other("c-1", &request)?;
        expect(
            stopped_with(&run, &Code::INVALID_REQUEST),
            format!("{request} is stopped with invalid_request"),
            || said(&run),
        )?;
    }
    Ok(())
}

pub(super) fn unknown_fields<E: Example>(example: &E) -> Checked {
    let request = Loose::parse(&example.request())?.identity()?;
    refuses_more::<<E::Domain as Domain>::Request>("request", &request)?;
    let run = Trial::new(example)?.looked_up("c-1")?;
    let domain = example.domain();
    for lookup in <E::Domain as Domain>::Lookup::all() {
        if let Some(fact) = run.facts().and_then(|facts| facts.get(*lookup)) {
            refuses_more::<<E::Domain as Domain>::Fact>("fact", &Canonical::of(fact)?)?;
        }
    }
    let draft = draft_of(&domain, &run)?;
    refuses_more::<<E::Domain as Domain>::Draft>("draft", &Canonical::of(&draft)?)?;
    let args = Canonical::of(&E::Domain::args(&draft))?;
    refuses_more::<<E::Domain as Domain>::Args>("args", &args)
}

/// Adds a field to each object within, and has it read.
fn refuses_more<T: Serialize + DeserializeOwned>(what: &str, canonical: &Canonical) -> Checked {
    let mut places = Vec::new();
    with_one_more(canonical.json(), &mut |json| places.push(json));
    for json in places {
        let text = Canonical::of(&json)?;
        let Ok(read) = text.decode::<T>() else { continue };
        // A map keeps whatever name it is given: then nothing was dropped.
        let kept = Canonical::of(&read)?.as_str() == text.as_str();
        let expected = format!("a {what} with a field {UNKNOWN} is not read");
        expect(kept, expected, || {
            format!("it is read as if the field were not there: {}", text.as_str())
        })?;
    }
    Ok(())
}

const UNKNOWN: &str = "a_field_that_nobody_knows";

/// Every value that is as this one, but for a field more in one of its objects with fields.
fn with_one_more(json: &Json, give: &mut dyn FnMut(Json)) {
    match json {
        Json::Object(members) => {
            let mut more = members.clone();
            more.insert(UNKNOWN.to_owned(), Json::Bool(true));
            give(Json::Object(more));
            for (key, member) in members {
                with_one_more(member, &mut |changed| {
                    let mut members = members.clone();
                    members.insert(key.clone(), changed);
                    give(Json::Object(members));
                });
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                with_one_more(item, &mut |changed| {
                    let same = |(at, item): (usize, &Json)| {
                        if at == index { changed.clone() } else { item.clone() }
                    };
                    give(Json::Array(items.iter().enumerate().map(same).collect()));
                });
            }
        }
        _ => {}
    }
}

fn draft_of<D: Domain, P>(domain: &D, run: &Run<D, P>) -> Result<D::Draft, Standing> {
    let (Some(request), Some(facts)) = (run.request(), run.facts()) else {
        return broken("the run has its request and facts", "they are gone");
    };
    match domain.draft(request, facts) {
        Ok(draft) => Ok(draft),
        Err(no) => broken("the facts allow a draft", format!("{}: {}", no.reason, no.detail)),
    }
}

pub(super) fn foreign_facts<E: Example>(example: &E) -> Checked {
    let mut without = None;
    for lookup in <E::Domain as Domain>::Lookup::all() {
        let foreign = example.foreign_facts(*lookup);
        if foreign.is_empty() {
            without = Some(lookup.name());
        }
        for fact in foreign {
            let text = Canonical::of(&fact)?;
            let mut trial = Trial::new(example)?;
            let mut run = trial.submit("c-1")?;
            if let AnyRun::AtValidated(validated) = run {
                run = validated.reserve(*lookup).save_any(&mut trial.ledger)?;
                run = trial.observe(run, |_, attempt| attempt.found(fact))?;
            }
            let expected = format!(
                "{}, as answer to {}, is about something else, and stops the run with \
                 invalid_observation",
                text.as_str(),
                lookup.name()
            );
            expect(stopped_with(&run, &Code::INVALID_OBSERVATION), expected, || said(&run))?;
        }
    }
    match without {
        Some(name) => not_checked(format!("the example has no foreign fact for {name}")),
        None => Ok(()),
    }
}

pub(super) fn draft_rules<E: Example>(example: &E) -> Checked {
    let undraftable = example.undraftable_requests();
    if undraftable.is_empty() {
        return not_checked("the example has no request whose facts do not allow a draft");
    }
    for (request, code) in undraftable {
        let mut trial = Trial::new(example)?;
        let submitted = trial.submit_other("c-1", &request)?;
        let run = match trial.read(submitted)? {
            AnyRun::AtLookedUp(run) => {
                run.draft(&trial.domain, DRAFTED)?.save_any(&mut trial.ledger)?
            }
            other => other,
        };
        let expected = format!("{request} is stopped with {code}, before there is a draft");
        expect(stopped_with(&run, &code), expected, || said(&run))?;
    }
    Ok(())
}

pub(super) fn same_draft<E: Example>(example: &E) -> Checked {
    let run = Trial::new(example)?.looked_up("c-1")?;
    let mut made = Vec::new();
    for domain in [example.domain(), example.domain()] {
        for _ in 0..8 {
            let draft = draft_of(&domain, &run)?;
            let args = E::Domain::args(&draft);
            made.push((Canonical::of(&draft)?, Canonical::of(&args)?));
        }
    }
    let Some(((draft, args), others)) = made.split_first() else { return Ok(()) };
    for (other, other_args) in others {
        let differ = |one: &Canonical, other: &Canonical| {
            format!("once {} and once {}", one.as_str(), other.as_str())
        };
        let same = draft.as_str() == other.as_str();
        expect(same, "the same draft every time", || differ(draft, other))?;
        let same = args.as_str() == other_args.as_str();
        expect(same, "the same args every time", || differ(args, other_args))?;
    }
    Ok(())
}

pub(super) fn tenants_read<E: Example>(example: &E) -> Checked {
    let lookups = <E::Domain as Domain>::Lookup::all().iter().copied();
    let mut of_a_tenant = lookups.filter(|lookup| !example.is_read_by_all(*lookup)).peekable();
    if of_a_tenant.peek().is_none() {
        return not_checked("the example says that every tenant reads the same");
    }
    // Each in a run of its own: the first that stops would hide what the next ones tell.
    for lookup in of_a_tenant {
        let mut trial = Trial::new(example)?;
        // Whoever may read has done so before: what was kept of it is not for others.
        drop(trial.looked_up("c-1")?);
        trial.tenant = other_tenant();
        let submitted = trial.submit("c-1")?;
        let run = trial.ask(submitted, lookup)?;
        let expected = format!(
            "a tenant that has nothing of this name is told nothing by {}, and the run stops",
            lookup.name()
        );
        expect(matches!(run, AnyRun::AtStopped(_)), expected, || said(&run))?;
    }
    Ok(())
}

pub(super) fn read_budget<E: Example>(example: &E) -> Checked {
    let Some(first) = <E::Domain as Domain>::Lookup::all().first() else {
        return not_checked("the domain has no lookup");
    };
    let mut trial = Trial::new(example)?;
    let mut run = trial.submit("c-1")?;
    for _ in 0..PATIENCE {
        let AnyRun::AtValidated(validated) = run else { break };
        run = validated.reserve(*first).save_any(&mut trial.ledger)?;
        run = trial.observe(run, |_, attempt| attempt.temporary("no answer"))?;
    }
    let expected = format!("the run stops, within {PATIENCE} attempts");
    expect(matches!(run, AnyRun::AtStopped(_)), expected, || said(&run))
}
