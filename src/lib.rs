//! A person agrees to exactly this, first.
//!
//! When a program, an AI agent above all, is about to do something that a person should have
//! agreed to, `countersign` carries the request through phases: it is validated, evidence is read
//! within a budget, a draft is made, a person decides on exactly that draft, and only then is it
//! simulated, or carried out once, leaving a receipt.
//!
//! ```text
//!            reserve            observe           draft          approve                    simulate
//!  open ─► Validated ─► InFlight ─► LookedUp ─► Review ─► ApprovedForSimulation ─► Simulated
//!              ▲            │           │          ├─► Rejected          any move may lead to ─► Stopped
//!              └────────────┘           └─► …      │ reject
//!            more to read          read again      │ approve       begin commit           commit
//!                                                  └─► ApprovedForCommit ─► Committing ─► Committed
//!                                                            ▲                   │ answer lost  ▲
//!                                                            └── Unconfirmed ◄───┘              │
//!                                                     absent      │    └── there is a receipt ──┘
//!                                                                 └─► Stopped: fenced
//! ```
//!
//! - **A phase is a type; a move consumes it.** [`Run<D, P>`](Run) is a run of domain `D` in
//!   [phase] `P`, and has the moves of that phase and no others.
//! - **A phase exists only once its event is saved.** A move gives [`Unsaved`], and
//!   [`save`](Unsaved::save) hands out the next run; a commit, a look-up and a fence save by themselves.
//! - **A decision is bound to one draft**, signed, and checked again where it is carried out:
//!   [`decision`].
//! - **Effect, receipt, spent approval and event are one transaction**, and an answer that was lost is
//!   a phase: [`Unconfirmed`](phase::Unconfirmed) can be looked up or fenced, and nothing else.
//! - **What comes back is checked.** [`resume`] replays a run's events, chained by digest, through
//!   the same code as live moves, into [`AnyRun`].
//! - **The agent proposes**, within a budget, and holds no key: [`planner`].
//! - **Refused, stopped, rejected and failed are different types**: [`Refused`] hands the run back,
//!   `Run<D, Stopped>` and `Run<D, Rejected>` are saved and terminal, [`ledger::LedgerError`] comes
//!   of a call to a ledger. [`Error`] takes them all for programs that only want to end early; what
//!   kind a code is of is said by [its entry](code::Entry::kind).
//!
//! It knows no reviewer, sends no notification, has no clock, runs no agent and judges no draft:
//! [what types do not prove](guide::what_types_do_not_prove) says what is checked instead, and what
//! is left to you.
//!
//! # A whole example
//!
//! ```
//! use countersign::domains::museum::{Card, Question, Museum};
//! use countersign::ledger::MemoryLedger;
//! use countersign::{FixtureDecision, Observed, Policy, Reviewer, Tick};
//!
//! let mut ledger = MemoryLedger::new();
//! let museum = Museum::default();
//! let card = Card::read(
//!     r#"{"request_id":"R-2","exhibit_id":"EX-204","observed_year":1930,"note":""}"#,
//! )?;
//!
//! let validated = museum.open(&card, Policy::default())?.save(&mut ledger)??;
//! let mut in_flight = validated.reserve(Question::Catalogue).save(&mut ledger)??;
//! let answer = museum.look_up(in_flight.attempt()?); // only a saved reservation can ask
//! let observed = in_flight.observe(answer)?.save(&mut ledger)??;
//! let Observed::Complete(looked_up) = observed else { panic!("reserve again") };
//! let review = looked_up.draft(&museum, Tick::new(5)?)?.save(&mut ledger)??;
//!
//! let decision = FixtureDecision {
//!     reviewer: Reviewer::new("synthetic-reviewer-a")?,
//!     draft_digest: review.draft_digest(),
//!     revision: review.revision(),
//!     decided_at: Tick::new(6)?,
//! };
//! let approval = decision.admit_approval(&review, &museum)?;
//! let approved = review.approve(approval, &museum)?.save(&mut ledger)??;
//! let simulated = approved.simulate(&museum, Tick::new(6)?)?.save(&mut ledger)??;
//! assert_eq!(simulated.receipt().real_writes, 0);
//! # Ok::<(), countersign::Error>(())
//! ```
//!
//! # A domain of your own
//!
//! [`guide::first_receipt`] leads from an empty project to a receipt, in about an hour. To learn by
//! filling holes, take the capstone (`src/domains/capstone/scaffold.rs`, in a clone). To look at a whole
//! one, take the stock (`src/domains/stock/`): it is written as yours would be. Then
//! [`conformance`] holds yours against everything that is promised of it.
//!
//! # Where things are
//!
//! At the root stands what a program names that opens runs and moves them; in the rooms, what the
//! author of a domain, a ledger or a review service names.
//!
//! | room | what is in it |
//! | --- | --- |
//! | [`guide`] | from an empty project to a domain of your own, remote services, async callers, traces, exercises |
//! | [`lessons`] | what must not compile, in ten chapters, with what rustc says; the table of all moves |
//! | [`runbook`] | what an operator sees, what it means, what to do |
//! | [`phase`], [`run`] | the phases, and one file for the moves of each |
//! | [`decision`] | what a person says, and what a run makes of it |
//! | [`domain`] | what you write: requests, lookups, facts, drafts |
//! | [`domains`] | worked domains: the stock, to copy from; the ticket, with more that can go wrong; [the museum](domains::museum), simulated only; the capstone: the stock with holes, to fill |
//! | [`conformance`] | the kit that holds a domain or a ledger of yours against what is promised of them |
//! | [`ledger`] | where events are kept: in memory, in SQLite, or your own |
//! | [`delivery`] | from an approval to a receipt, through lost answers |
//! | [`planner`], [`controller`] | who proposes the next lookup, and who disposes |
//! | [`event`], [`trace`] | what is saved, and how it is shown |
//! | [`code`], [`error`] | the catalogue of codes; refusals, stops and errors |
//! | [`budget`], [`policy`], [`tick`], [`id`] | the terms of a run, time as a value, names |
//! | [`json`], [`digest`], [`escape`] | canonical JSON, labelled digests, safe printing |
//!
//! | to change | begin in |
//! | --- | --- |
//! | a stop code | a row in `src/code/catalogue.rs`, which says whose it is; where it is the engine's, the lists in `src/run/state/stop.rs` of what each move may stop for; then the move that stops (what several ask is in `src/run/checks.rs`), and whether its event may carry one: `Move::may_carry_a_stop` in `src/event.rs` |
//! | a domain's lookup | the domain's [`Lookup`](domain::Lookup) enum, its `all`, `draft` and source; raise its [`VERSION`](domain::Domain::VERSION); the budget of whoever opens runs (by default two lookups), a worked domain's in its `exercise.rs`; then its tests, which count reads and revisions |
//! | a move of a phase | its method in `src/run/`, its `Move` in `src/event.rs`, `State::apply` in `src/run/state/mod.rs`; a row of `src/lessons/moves.md`, a lesson, the phase's row of `src/runbook/phases.md` |
//! | what an event holds | `src/event.rs`, the move that makes it in `src/run/`, `State::apply` in `src/run/state/mod.rs`, and what `src/trace/mod.rs` says of it |
//! | what a reviewer's card says | `src/run/review_text/mod.rs`, as a new form in `src/event.rs`: old texts are replayed |
//! | what a trace shows at its top | `src/trace/glance.rs`; the snapshots show who sees it |
//! | a column or a table of the file | one more step at the end of `STEPS` in `src/ledger/sqlite/schema.rs`, then what writes and reads it in `tx.rs` and `mod.rs` beside it. Older files are read as they are, so that a read asks the version; a value that does not follow from the event comes through `LedgerTx::append` |
//!
//! # How many waits for the disk
//!
//! Each save is one transaction, on disk one fsync. A run of one lookup from opening to its receipt
//! takes six, or five with [`then_reserve`](Unsaved::then_reserve), which opens and reserves in one;
//! to a commit it is one more, as the commit is begun in a transaction of its own.
//! Opening an SQLite ledger checks the list of its runs, and what waits for a decision is found by
//! looking at every run's last event: both take time with the number of runs.

// The stock is written as a domain of yours would be, and names this library from outside.
extern crate self as countersign;

pub mod budget;
pub mod code;
pub mod conformance;
pub mod controller;
pub mod decision;
pub mod delivery;
pub mod digest;
pub mod domain;
pub mod domains;
pub mod error;
pub mod escape;
pub mod event;
pub mod guide;
mod hard_links;
pub mod id;
pub mod json;
pub mod ledger;
pub mod lessons;
pub mod phase;
pub mod planner;
pub mod policy;
mod random;
pub mod run;
pub mod runbook;
pub mod tick;
pub mod trace;

pub use budget::Budget;
pub use code::Code;
pub use decision::{
    Approval, FixtureDecision, ForCommit, ForSimulation, Rejection, SignedDecision,
};
pub use digest::Digest;
pub use error::{Error, Reason, Refused};
pub use id::{InvalidId, Requester, Reviewer, RunId, SourceVersion, Tenant};
pub use policy::Policy;
pub use run::{
    Answer, AnyRun, Attempt, Delivered, Fence, Found, NotSaved, Observed, Opening, Run, Unsaved,
    resume, submit,
};
pub use tick::{InvalidTick, Tick};
pub use trace::Trace;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
