//! The top of a trace's text: the same rows for every run, so that two texts are compared row by row
//! and what is not there is said.

use std::borrow::Cow;

use crate::budget::Budget;
use crate::decision::Verdict;
use crate::error::Reason;
use crate::escape::{json_safe, visible};
use crate::event::{
    AuthorityKind, Drafted, Event, Move, Opened, Outcome, SavedDecision, SimulationReceipt,
};
use crate::json::Canonical;
use crate::phase::PhaseName;
use crate::run::State;

/// The column in which what is said begins: what goes on stands under it, behind no label.
const MARGIN: usize = 11;

/// All of it escaped, and nothing in it that differs from one run of a program to the next.
#[derive(Clone, Debug)]
pub(super) struct Glance {
    before: Vec<Row>,
    /// Of a run that left no receipt of a commit.
    pub(super) done: String,
    after: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Row(&'static str, String);

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{:<MARGIN$}{}", self.0, self.1)
    }
}

impl Glance {
    pub(super) fn of(state: &State, events: &[Event]) -> Glance {
        let mut before = asked(&state.opened);
        before.extend(labelled("read", read(state, events)));
        match &state.draft {
            None => before.push(Row("drafted", "nothing".to_owned())),
            Some(draft) => {
                before.push(Row("drafted", drafted(&draft.drafted)));
                before.push(Row("digest", draft.digest.to_string()));
            }
        }
        let decisions = events.iter().filter_map(|event| match &event.made {
            Move::Decided(decided) | Move::Revoked(decided) => Some(decided),
            _ => None,
        });
        before.extend(decisions.clone().flat_map(decided));
        if decisions.count() == 0 {
            before.push(Row("decided", "nothing".to_owned()));
        }
        let done = done(state, events);
        Glance { before, done, after: labelled("left", left(state)).collect() }
    }

    /// With what was done, line by line.
    pub(super) fn write(
        &self,
        f: &mut std::fmt::Formatter<'_>,
        done: impl IntoIterator<Item = String>,
    ) -> std::fmt::Result {
        let done: Vec<Row> = labelled("done", done).collect();
        self.before.iter().chain(&done).chain(&self.after).try_for_each(|row| write!(f, "{row}"))
    }
}

/// The first of the texts behind the label, the others under it.
fn labelled(
    label: &'static str,
    texts: impl IntoIterator<Item = String>,
) -> impl Iterator<Item = Row> {
    let labels = std::iter::once(label).chain(std::iter::repeat(""));
    labels.zip(texts).map(|(label, text)| Row(label, text))
}

/// On one line, whatever is in it.
fn json(canonical: &Canonical) -> Cow<'_, str> {
    json_safe(canonical.as_str())
}

fn asked(opened: &Opened) -> Vec<Row> {
    let Opened { domain, domain_version, requester, request, source_version, .. } = opened;
    let action = opened.action.as_ref().map(|action| format!(", action {}", visible(action)));
    let mut rows = vec![
        Row("asked", format!("by {requester}: {}", json(request))),
        Row(
            "of",
            format!(
                "domain {}/{domain_version}{}, source {source_version}",
                visible(domain),
                action.unwrap_or_default()
            ),
        ),
    ];
    let overrides = opened.overrides.as_ref();
    rows.extend(overrides.map(|run| Row("against", format!("the no to run {run}"))));
    rows
}

/// A line an attempt, in the order in which they were made.
fn read(state: &State, events: &[Event]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut asked = String::new();
    for Event { made, stop, .. } in events {
        match made {
            Move::Reserved { lookup, attempt, .. } => {
                asked = format!("{}, attempt {attempt}", visible(lookup));
            }
            Move::Observed { outcome } => {
                lines.push(format!("{asked}: {}", answer(outcome, stop.as_ref())));
            }
            Move::Abandoned {} => lines.push(format!("{asked}: the answer never came")),
            _ => {}
        }
    }
    if state.phase == PhaseName::InFlight {
        lines.push(format!("{asked}: no answer yet"));
    }
    if lines.is_empty() {
        lines.push("nothing".to_owned());
    }
    lines
}

fn answer(outcome: &Outcome, stop: Option<&Reason>) -> String {
    match outcome {
        Outcome::Fact(fact) if stop.is_none() => format!("fact {}", json(fact)),
        Outcome::Fact(fact) => format!("not taken, fact {}", json(fact)),
        Outcome::Temporary { detail } => format!("temporary failure: {}", visible(detail)),
        Outcome::NotFound { detail } => format!("not found: {}", visible(detail)),
        Outcome::Invalid { detail } => format!("invalid: {}", visible(detail)),
        Outcome::Barred {} => "barred".to_owned(),
    }
}

fn drafted(drafted: &Drafted) -> String {
    let Drafted { draft, created_at, deadline, .. } = drafted;
    format!("at tick {created_at}, to be decided by tick {deadline}: {}", json(draft))
}

fn decided(decided: &SavedDecision) -> [Row; 2] {
    let SavedDecision { reviewer, decided_at, draft_digest, .. } = decided;
    let by = match &decided.authority {
        AuthorityKind::Fixture => "(a fixture, not authenticated)".to_owned(),
        AuthorityKind::Signed { presented_at, .. } => {
            format!("(signed, presented at tick {presented_at})")
        }
    };
    let verdict = verdict(decided);
    [
        Row("decided", format!("{verdict} by {reviewer} at tick {decided_at} {by}")),
        Row("on digest", draft_digest.to_string()),
    ]
}

pub(super) fn verdict(decided: &SavedDecision) -> &'static str {
    match decided.verdict {
        Verdict::ApproveCommit => "approved for commit",
        Verdict::ApproveSimulation => "approved for simulation",
        Verdict::Reject => "rejected",
    }
}

/// What a run that has not ended waits for, until when; and of one that has, what there is to say.
fn done(state: &State, events: &[Event]) -> String {
    let waits = |what: String| format!("nothing yet: waits for {what}");
    let good_through = state.good_through();
    match state.phase {
        PhaseName::Validated => {
            let there = |name: &&String| !state.facts.contains_key(*name);
            let missing = state.opened.required.iter().filter(there).map(|name| visible(name));
            waits(format!("lookups: {}", missing.collect::<Vec<_>>().join(", ")))
        }
        PhaseName::InFlight => {
            let asked = state.in_flight.as_ref().map_or("", |in_flight| &in_flight.lookup);
            waits(format!("the answer to {}", visible(asked)))
        }
        PhaseName::LookedUp => waits("a draft".to_owned()),
        PhaseName::Review => waits(format!("a decision until tick {good_through}")),
        PhaseName::ApprovedForSimulation => {
            waits(format!("its simulation until tick {good_through}"))
        }
        PhaseName::ApprovedForCommit => waits(format!("its commit until tick {good_through}")),
        PhaseName::Committing | PhaseName::Unconfirmed => {
            let begun = events.iter().rev().find_map(|event| match &event.made {
                Move::CommitBegun { tick, write } => {
                    Some(format!("write {write} was begun at tick {tick}"))
                }
                _ => None,
            });
            format!("not known: {}; look it up, or fence", begun.unwrap_or_default())
        }
        PhaseName::Simulated => {
            let receipt = state.receipt.as_ref();
            let receipt = receipt.map(|SimulationReceipt { simulated_at, would_change, real_writes, .. }| {
                format!("at tick {simulated_at}, would_change {would_change}, real_writes {real_writes}")
            });
            format!("simulated {}", receipt.unwrap_or_default())
        }
        PhaseName::Committed => "committed".to_owned(),
        PhaseName::Rejected => "nothing: rejected".to_owned(),
        PhaseName::Stopped => {
            let stop = state.stop.as_ref().map(Reason::to_string).unwrap_or_default();
            let at = events.last().map(|event| not_made(&event.made)).unwrap_or_default();
            format!("nothing: stopped {at}{}{stop}", if at.is_empty() { "with " } else { ": " })
        }
    }
}

/// Of the move that was stopped: before what, and when, where these are known.
pub(super) fn not_made(made: &Move) -> String {
    let Move::Stopped { candidate, tick } = made else { return String::new() };
    let before =
        candidate.as_ref().map(|candidate| format!("before {}", visible(candidate.operation())));
    let at = tick.map(|tick| format!("at tick {tick}"));
    [before, at].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn left(state: &State) -> Vec<String> {
    let Budget { steps, lookups, attempts, writes } = state.opened.policy.budget;
    let used = &state.used;
    let of = |all: u64, used: u64| format!("{} of {all}", all.saturating_sub(used));
    let all = format!(
        "steps {}, lookups {}, writes {}",
        of(steps, used.steps),
        of(lookups, used.lookups),
        of(writes, used.writes)
    );
    let each =
        |name: &String| format!("{} at {}", of(attempts, used.attempts(name)), visible(name));
    let each = state.opened.required.iter().map(each).collect::<Vec<_>>().join(", ");
    let each = (!each.is_empty()).then(|| format!("attempts {each}"));
    [all].into_iter().chain(each).collect()
}
