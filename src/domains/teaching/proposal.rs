//! The proposal: how people read it, and how the reviewer's decision on it arrives.

use serde::Serialize;

use crate::decision::{Decision, ReviewCard, SignedDecision, Verdict};
use crate::digest::Digest;
use crate::domain::Domain;
use crate::domains::teaching::{self, Fault, Folder};
use crate::error::Error;
use crate::id::Reviewer;
use crate::phase::Review;
use crate::run::Run;
use crate::tick::Tick;

/// The proposal as people read it, from what is bound.
#[derive(Serialize)]
struct Proposal<'a, Args> {
    operation_id: &'a str,
    args: Option<Args>,
    #[serde(flatten)]
    card: &'a ReviewCard,
    expires_at: Tick,
}

pub(super) fn proposal<D: Domain>(review: &Run<D, Review>) -> Result<Vec<u8>, Error> {
    let card = review.card();
    Folder::document(&Proposal {
        operation_id: card.run_id.as_str(),
        args: review.draft_content().map(D::args),
        expires_at: card.deadline.plus(1)?,
        card: &card,
    })
}

/// What the reviewer signs, and when it is presented: as it should be, unless the fault is that it
/// is not.
pub(super) fn present<D: Domain>(
    review: &Run<D, Review>,
    reviewer: &Reviewer,
    fault: &Fault,
) -> Result<(SignedDecision, Tick), Error> {
    let mut card = review.card();
    if let Fault::OtherArgsSigned = fault {
        card.args_digest = Digest::of("other args than those in the ledger", &[]);
    }
    let now = teaching::NOW;
    let valid_through = now.plus(teaching::REVIEW_TTL)?;
    let (verdict, reviewer) = (Verdict::ApproveCommit, reviewer.clone());
    let decision = Decision { card: &card, verdict, reviewer, decided_at: now, valid_through };
    let signed = teaching::authority()?.sign(&decision)?;
    Ok(match fault {
        Fault::WrongBit => (with_a_wrong_bit(&signed), now),
        Fault::PresentedLate => (signed, valid_through.plus(1)?),
        _ => (signed, now),
    })
}

/// The same, but for one bit of the tag.
fn with_a_wrong_bit(signed: &SignedDecision) -> SignedDecision {
    let (body, tag) = signed.as_str().rsplit_once('.').unwrap_or_default();
    let swapped = if tag.starts_with('A') { "B" } else { "A" };
    SignedDecision::from_text(&format!("{body}.{swapped}{}", tag.get(1..).unwrap_or_default()))
}
