//! The contract: what is promised, in one place. The kit checks each, and names it where it is
//! broken.

use serde::Serialize;

/// One promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Promise {
    /// Its name.
    pub name: &'static str,
    /// What is promised.
    #[serde(rename = "promise")]
    pub text: &'static str,
    /// Where the rule is documented, which is also where it is to be kept.
    pub rule: &'static str,
}

macro_rules! promises {
    ($($name:ident $word:literal $text:literal $rule:literal)*) => {
        $(pub(super) const $name: Promise =
            Promise { name: $word, text: $text, rule: $rule };)*

        impl Promise {
            /// Every promise, in the order in which they are checked and best kept.
            ///
            /// | promise | what is promised | where |
            /// | --- | --- | --- |
            $(#[doc = concat!("| `", $word, "` | ", $text, " | `", $rule, "` |")])*
            #[must_use]
            pub const fn all() -> &'static [Promise] {
                &[$($name),*]
            }
        }
    };
}

promises! {
    COMES_TO_REVIEW "comes-to-review"
        "A request that can be carried out is taken in, read for, and comes to its review."
        "domain::Domain"
    REQUEST_RULES "request-rules"
        "A request that breaks the domain's rules is stopped with invalid_request, and nothing is read for it."
        "domain::Domain::check_request"
    UNKNOWN_FIELDS "unknown-fields"
        "A field that the domain does not know is refused, not dropped: in requests, facts, drafts and args."
        "domain::Domain"
    FOREIGN_FACTS "foreign-facts"
        "A fact about something else than was asked is never used: the run stops with invalid_observation."
        "domain::Domain::check_fact"
    DRAFT_RULES "draft-rules"
        "What the facts do not allow is never proposed: the run stops with the domain's code."
        "domain::Domain::draft"
    SAME_DRAFT "same-draft"
        "The same request and the same facts make the same draft, to the byte."
        "domain::Domain::draft"
    REVIEWERS "reviewers"
        "Who may not decide can not decide, nor can who asked."
        "domain::Domain::may_decide"
    SOURCE_MOVED "source-moved"
        "A draft is not approved once its source is at another version: the run stops with source_changed."
        "domain::Domain::source_version"
    TENANTS_READ "tenants-read"
        "What one tenant has is never read for another."
        "run::Attempt::tenant"
    REQUEST_CONFLICT "request-conflict"
        "An id belongs to one payload: another one under it is refused, and is told nothing of the first."
        "submit"
    READ_BUDGET "read-budget"
        "A source that never answers is given up, within 100 attempts."
        "Budget"
    WHOLE_CARD "whole-card"
        "A reviewer is shown every bound field, whole, and nothing that hides."
        "run::Run::review_text"
    DEADLINE "deadline"
        "A decision is in time up to the deadline, and no tick later."
        "run::Run::deadline"
    REJECTION_FINAL "rejection-final"
        "A signed no ends the run, and the same asked for again under another id is stopped with already_rejected."
        "domain::Domain::args"
    RESUMED "resumed"
        "A run that is brought back after every event, into a new process, ends as one that never left."
        "resume"

    CARRIED_OUT "carried-out"
        "What was approved is carried out, once, and leaves its receipt."
        "domain::Commit::effect"
    STALE_FACTS "stale-facts"
        "Where what the args rest on has changed since it was read, the run stops and nothing is carried out."
        "domain::Commit::effect"
    TENANTS_EFFECT "tenants-effect"
        "What is carried out for one tenant leaves every other as it was."
        "run::CommitPermit::tenant"
    UNDONE "undone"
        "An effect whose transaction did not get through has not happened, and after a fence it never will."
        "domain::Commit::effect"
    RESUMED_COMMIT "resumed-commit"
        "A run that is brought back after every event up to its commit, into a new process, is carried out as one that never left."
        "domain::Commit::effect"
    REDELIVERY "redelivery"
        "The same operation, sent again, is answered with the same receipt, and nothing is carried out again."
        "submit"
    LOST_ANSWER "lost-answer"
        "A commit whose answer was lost is settled under the same id: carried out once in the end, with its receipt."
        "delivery::Delivery"
    VALID_THROUGH "valid-through"
        "An approval is carried out up to its last tick, and no tick later."
        "delivery::Delivery::clock"
    WRITE_BUDGET "write-budget"
        "A commit that never gets through is given up, within 100 attempts."
        "Budget"

    STARTS_EMPTY "starts-empty"
        "A new ledger has no runs, no receipts and no marks."
        "ledger::Ledger"
    KEPT_AS_GIVEN "kept-as-given"
        "Events come back in order, byte for byte, with their digests, and are seen by the transaction that wrote them."
        "ledger::LedgerTx::append"
    LONG_RUN "long-run"
        "Every event of a run comes back, however many there are."
        "ledger::Ledger::events"
    REVISION_CONFLICT "revision-conflict"
        "An event that does not follow the run's head is refused with revision_conflict."
        "ledger::Head::check_next"
    EVENTS_TOGETHER "events-together"
        "The events of a transaction that is given up are not there."
        "ledger::Ledger::transact"
    NO_HALF_TRANSACTION "no-half-transaction"
        "Where an append was refused, nothing of its transaction is saved, even if the caller passes over the refusal."
        "ledger::LedgerTx::append"
    RECEIPT_INSIDE "receipt-inside"
        "A receipt is kept in the transaction: given up, it is not there."
        "ledger::LedgerTx::keep_receipt"
    MARKS_INSIDE "marks-inside"
        "A mark is set in the transaction: given up, it is not there."
        "ledger::LedgerTx::set_mark"
    EFFECT_INSIDE "effect-inside"
        "An effect is in the transaction: given up, it has not happened."
        "ledger::LedgerTx::effect"
    EFFECT_UNDONE "effect-undone"
        "An effect that errs is undone, and the transaction goes on without it."
        "ledger::LedgerTx::effect"
    ONE_RECEIPT "one-receipt"
        "There is never a second receipt for one operation; the first stays as it was."
        "ledger::LedgerTx::keep_receipt"
    SPENT_ONCE "spent-once"
        "An approval is marked as spent once, and stays with the run that spent it."
        "ledger::LedgerTx::set_mark"
    LATEST_NO "latest-no"
        "Of two people's noes to the same action the latest counts."
        "ledger::LedgerTx::set_mark"
    TENANTS_APART "tenants-apart"
        "Nothing of one tenant's is seen or counted with another's, whatever their ids look like."
        "ledger::Ledger"
    IDS_AS_BYTES "ids-as-bytes"
        "Ids are compared as bytes: case, and where one id ends, count."
        "id"
    WAITING_RUNS "waiting-runs"
        "The runs that wait for a decision are listed, and no others, in the order in which they were opened."
        "ledger::Ledger::pending"
    ORDER_OF_RUNS "order-of-runs"
        "Runs are listed in the order in which they were opened."
        "ledger::Ledger::runs"
    ALL_TENANTS "all-tenants"
        "Every tenant that has a run is listed, once."
        "ledger::Ledger::tenants"
    SAVED_AGAIN "saved-again"
        "A save whose answer was lost can be tried again: it is found, and not taken for a rival's."
        "ledger::Head::token"
    OPENED_AGAIN "opened-again"
        "What was saved is there after the ledger was opened again."
        "ledger::Ledger::reconnect"
    RIVALS "rivals"
        "Of two connections that move the same run only one gets through."
        "ledger::Ledger::transact"
    DAMAGE "damage"
        "A stored event that somebody has edited is not brought back."
        "ledger::Ledger::events"
    WHOLE_RUNS "whole-runs"
        "Runs get to their receipts, through lost answers and past fences, with the ledger whole at the end."
        "ledger::verify"
}
