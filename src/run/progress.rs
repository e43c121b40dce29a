//! What is left: budgets, and whether a planner goes round in a circle.

use crate::code::Code;
use crate::error::Reason;
use crate::planner::Candidate;
use crate::run::State;

/// How often the same candidate came in a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repeats {
    candidate: Option<Candidate>,
    length: u64,
    /// The last one met a temporary failure or was abandoned: repeating it is no circle.
    pub(super) excused: bool,
}

const MOST_REPEATS: u64 = 2;

impl Repeats {
    pub(super) fn is_full(&self, candidate: &Candidate) -> bool {
        self.candidate.as_ref() == Some(candidate) && !self.excused && self.length >= MOST_REPEATS
    }

    pub(super) fn push(&mut self, candidate: &Candidate) {
        if self.candidate.as_ref() != Some(candidate) {
            *self = Repeats { candidate: Some(candidate.clone()), length: 1, excused: false };
        } else if self.excused {
            self.excused = false;
        } else {
            self.length = self.length.saturating_add(1);
        }
    }
}

/// What a move needs, to be weighed against what is left.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Work<'a> {
    Reserve(&'a Candidate, &'a str),
    /// A good answer.
    Observe,
    /// A temporary failure, or an abandoned attempt: useless where no retry is left.
    ObserveTemporary,
    Draft(&'a Candidate),
    Simulate,
    BeginCommit,
}

impl State {
    /// Why this work may not be done, if it may not: the first reason, in the contract's order.
    pub(crate) fn obstacle(&self, work: Work<'_>) -> Option<Reason> {
        let budget = &self.opened.policy.budget;
        let no_progress = |candidate| {
            let detail = "the third identical candidate in a row";
            self.repeats.is_full(candidate).then(|| Reason::new(Code::NO_PROGRESS, detail))
        };
        let attempt = |lookup| budget.attempt_obstacle(&self.used, lookup);
        let before_the_step = match work {
            Work::Reserve(candidate, lookup) => no_progress(candidate).or_else(|| attempt(lookup)),
            Work::Draft(candidate) => no_progress(candidate),
            Work::ObserveTemporary => self.in_flight.as_ref().and_then(|f| attempt(&f.lookup)),
            Work::BeginCommit => budget.write_obstacle(&self.used),
            Work::Observe | Work::Simulate => None,
        };
        before_the_step.or_else(|| budget.step_obstacle(&self.used))
    }
}
