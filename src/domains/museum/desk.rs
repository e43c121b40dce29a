//! The museum's desk: cards go in, decisions and finalizations follow, each possibly in a process
//! of its own. Here a phase is only known at run time, so a move that it does not have is refused
//! with `wrong_phase`.
//!
//! ```
//! use countersign::domains::museum::{Card, Museum, desk};
//! use countersign::{ledger::MemoryLedger, Policy, Tick};
//!
//! let mut ledger = MemoryLedger::new();
//! let museum = Museum::default();
//! let card = Card::read(
//!     r#"{"request_id":"R-2","exhibit_id":"EX-204","observed_year":1930,"note":""}"#,
//! )?;
//! let submitted = desk::submit(&museum, &mut ledger, &card, Policy::default(), Tick::new(5)?)?;
//! assert_eq!(submitted.run.phase(), "REVIEW");
//!
//! let too_early = desk::finalize(&museum, submitted.run, Tick::new(6)?, &mut ledger);
//! assert!(too_early.is_err());
//! # Ok::<(), countersign::Error>(())
//! ```

use crate::code::Code;
use crate::controller::{Controller, NotDriven};
use crate::decision::FixtureDecision;
use crate::digest::Digest;
use crate::domains::museum::{Card, Museum, Question, TENANT};
use crate::error::{Error, Reason, Refused};
use crate::id::Reviewer;
use crate::ledger::Ledger;
use crate::planner::Baseline;
use crate::policy::Policy;
use crate::run::{AnyRun, Attempt, resume};
use crate::tick::Tick;

/// A card that went in.
#[derive(Debug)]
pub struct Submitted {
    /// The run, waiting for a decision or ended.
    pub run: AnyRun<Museum>,
    /// Whether it was there before, and nothing was left to do.
    pub replayed: bool,
}

/// Takes a card to review, or to its stop. A run that a crash left on its way goes on; a finished
/// one is handed out as it is.
///
/// # Errors
/// [`Error`]: `request_conflict` where the id belongs to other material; the ledger's errors.
pub fn submit<L: Ledger>(
    museum: &Museum,
    ledger: &mut L,
    card: &Card,
    policy: Policy,
    now: Tick,
) -> Result<Submitted, Error> {
    let (run, found) = if let Some(run) = resume(ledger, &TENANT, card.run_id())? {
        (run, true)
    } else {
        now.plus(policy.review_ttl)?; // else the run would end before its draft
        (open(museum, ledger, card, policy)?, false)
    };
    // Stricter than `crate::submit`, which compares the payload alone: a run of the museum is bound to
    // the version of its catalogue, and the same id with anything else different is a conflict.
    if !run.was_opened_by(museum, card.request()) {
        let detail = format!("{} was opened with other material", card.run_id());
        return Err(Error::Refusal(Reason::new(Code::REQUEST_CONFLICT, detail)));
    }
    let revision = run.revision();
    let mut controller = Controller {
        domain: museum,
        planner: &mut Baseline,
        source: &mut |attempt: Attempt<'_, Museum>| museum.look_up(attempt),
        now,
    };
    let run = controller.drive(run, ledger)?;
    let replayed = found && run.revision() == revision;
    Ok(Submitted { run, replayed })
}

/// Opening and the first reservation go into one transaction: that is one wait for the disk less.
fn open<L: Ledger>(
    museum: &Museum,
    ledger: &mut L,
    card: &Card,
    policy: Policy,
) -> Result<AnyRun<Museum>, Error> {
    let reserving = museum.open(card, policy)?.then_reserve(Question::Catalogue);
    Ok(reserving.save_any(ledger)?)
}

/// A decision as it comes from a command line or a file.
#[derive(Clone, Debug)]
pub struct DeskDecision {
    /// A typed name.
    pub reviewer: String,
    /// Yes or no.
    pub approve: bool,
    /// The draft that was decided on; `None` where the text was no digest at all.
    pub draft_digest: Option<Digest>,
    /// The revision that was under review.
    pub revision: u64,
    /// When.
    pub tick: Tick,
}

/// Decides on the draft under review.
///
/// # Errors
/// [`NotDriven`]: a refusal with the run as it was, `wrong_phase` where nothing is under review;
/// the ledger's errors.
pub fn decide<L: Ledger>(
    museum: &Museum,
    run: AnyRun<Museum>,
    decision: &DeskDecision,
    ledger: &mut L,
) -> Result<AnyRun<Museum>, NotDriven<Museum>> {
    let AnyRun::AtReview(review) = run else {
        return Err(wrong_phase(run, "decide"));
    };
    let Ok(reviewer) = Reviewer::new(&decision.reviewer) else {
        let detail = "no reviewer has such a name";
        return Err(refused(Refused::new(review.into(), Code::UNKNOWN_REVIEWER, detail)));
    };
    let fixture = FixtureDecision {
        reviewer,
        // A text that is no digest names no draft, as the digest zero does not.
        draft_digest: decision.draft_digest.unwrap_or(Digest::ZERO),
        revision: decision.revision,
        decided_at: decision.tick,
    };
    if decision.approve {
        match fixture.admit_approval(&review, museum) {
            Ok(approval) => Ok(review.approve(approval, museum)?.save_any(ledger)?),
            Err(refusal) => Err(refused(refusal.with_run(review.into()))),
        }
    } else {
        match fixture.admit_rejection(&review, museum) {
            Ok(rejection) => Ok(review.reject(rejection, museum)?.save_any(ledger)?),
            Err(refusal) => Err(refused(refusal.with_run(review.into()))),
        }
    }
}

/// Simulates an approved draft; hands out the saved receipt where that was done before.
///
/// # Errors
/// [`NotDriven`]: a refusal with the run as it was, `wrong_phase` where nothing was approved; the
/// ledger's errors.
pub fn finalize<L: Ledger>(
    museum: &Museum,
    run: AnyRun<Museum>,
    now: Tick,
    ledger: &mut L,
) -> Result<AnyRun<Museum>, NotDriven<Museum>> {
    match run {
        AnyRun::AtSimulated(_) => Ok(run),
        AnyRun::AtApprovedForSimulation(approved) => {
            Ok(approved.simulate(museum, now)?.save_any(ledger)?)
        }
        other => Err(wrong_phase(other, "finalize")),
    }
}

fn wrong_phase(run: AnyRun<Museum>, asked: &str) -> NotDriven<Museum> {
    let detail = format!("{asked}: the run is in {}", run.phase());
    refused(Refused::new(run, Code::WRONG_PHASE, detail))
}

fn refused(refusal: Refused<AnyRun<Museum>>) -> NotDriven<Museum> {
    NotDriven::Refusal(Box::new(refusal))
}
