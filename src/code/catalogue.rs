//! The rows of the catalogue: a new code is a new row, and a use of it.
//!
//! A stop's row says who may stop a run with it. `Stop(Engine)`: the engine alone; which of its moves
//! does is in `src/run/state/stop.rs`; a code that is not in the list of a move that stops with it makes
//! a move which can not be saved (`domain_fault`). `Stop(DomainToo)`: a domain, too.

use std::borrow::Cow;

use super::{Code, Entry, Kind, StoppedBy};

/// Whether anything changed, in one wording each.
macro_rules! changed {
    (NOTHING) => {
        "Nothing changed; a run that was handed in is handed back as it was."
    };
    (ENDED) => {
        "The run has ended; the stop is saved as a revision of its own, and no action was carried out."
    };
    (STANDS) => {
        "The step that failed saved nothing; what was saved before it stands."
    };
    (NOT_SAVED) => {
        "Nothing was saved by this call."
    };
    (DONE) => {
        "What was asked is done and saved; only the answer is missing."
    };
    (EITHER) => {
        "Where the approval is presented too late, nothing. Where it ran out later, the run has ended, and no action was carried out."
    };
    (MAYBE) => {
        "Not known: it is saved whole or not at all."
    };
}

/// A kind's word, as it is printed.
macro_rules! printed {
    (Refusal) => {
        "refused"
    };
    (Stop) => {
        "stopped"
    };
    (Failure) => {
        "error"
    };
}

/// Who stops a run, in words.
macro_rules! by {
    (Engine) => {
        "the engine alone"
    };
    (DomainToo) => {
        "a domain, too"
    };
}

/// Whom a row lets stop a run. A row that does not say it of a stop is none.
macro_rules! stopped_by {
    (Stop $by:ident) => {
        Some(StoppedBy::$by)
    };
    (Refusal $by:ident) => {
        Some(StoppedBy::$by)
    };
    (Refusal) => {
        None
    };
    (Failure) => {
        None
    };
}

macro_rules! catalogue {
    ($($name:ident $code:literal $kind:ident $(($by:ident))? $what:literal $changed:ident $next:literal)*) => {
        impl Code {
            $(#[doc = $what]
            pub const $name: Code = Code(Cow::Borrowed($code));)*
        }

        impl Entry {
            /// The whole catalogue, in the order in which it is printed.
            ///
            /// | code | kind | who stops a run with it | what happened | whether anything changed | what to do |
            /// | --- | --- | --- | --- | --- | --- |
            $(#[doc = concat!(
                "| `", $code, "` | ", printed!($kind), " | ", $(by!($by),)? " | ", $what,
                " | ", changed!($changed), " | ", $next, " |"
            )])*
            #[must_use]
            pub const fn all() -> &'static [Entry] {
                &[$(Entry {
                    code: $code,
                    kind: Kind::$kind,
                    stopped_by: stopped_by!($kind $($by)?),
                    what: $what,
                    changed: changed!($changed),
                    next: $next,
                }),*]
            }
        }
    };
}

impl Kind {
    /// The word for it, as it is printed.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Refusal => printed!(Refusal),
            Kind::Stop => printed!(Stop),
            Kind::Failure => printed!(Failure),
        }
    }
}

catalogue! {
    INVALID_REQUEST "invalid_request" Stop(Engine)
        "The request does not follow the domain's rules." ENDED
        "Correct the request and send it under a new id; the old id keeps the stop."
    INVALID_ACTION "invalid_action" Stop(Engine)
        "A planner proposed something that is not on the allowlist, brought arguments of its own, or is not legal in this phase." ENDED
        "Look at the candidate in the trace and mend the planner; then open a new run."
    NO_PROGRESS "no_progress" Stop(Engine)
        "The same candidate came for the third time in a row." ENDED
        "The planner is going in a circle: mend it, or decide the case by hand under a new run."
    ATTEMPTS_EXHAUSTED "attempts_exhausted" Stop(Engine)
        "One lookup has used all its attempts." ENDED
        "Find out why the source does not answer; then open a new run."
    LOOKUP_BUDGET_EXHAUSTED "lookup_budget_exhausted" Stop(Engine)
        "The run has used all its lookups." ENDED
        "See in the trace what was read; open a new run, with a larger budget if the work needs it."
    WRITE_BUDGET_EXHAUSTED "write_budget_exhausted" Stop(Engine)
        "The run has begun as many commits as it may; each that was begun is proved not to have got through." ENDED
        "Find out why the answers are lost; then open a new run."
    STEP_BUDGET_EXHAUSTED "step_budget_exhausted" Stop(Engine)
        "The run has used all its steps." ENDED
        "See in the trace where they went; open a new run, with a larger budget if the work needs it."
    NOT_FOUND "not_found" Stop(DomainToo)
        "The source has nothing under the name that was looked up." ENDED
        "Check the name in the request; a corrected request needs a new id."
    INVALID_OBSERVATION "invalid_observation" Stop(DomainToo)
        "The source's answer is about something else, out of range, or of another version." ENDED
        "Do not trust the source until it is explained; then open a new run."
    SOURCE_CHANGED "source_changed" Stop(Engine)
        "The source has moved to another version since the run read it." ENDED
        "Open a new run, so that the evidence is read again and a new draft is decided on."
    REVIEW_EXPIRED "review_expired" Stop(Engine)
        "The decision came after the review deadline." ENDED
        "Open a new run and decide in time; the deadline itself still counts as in time."
    CONTENT_CHANGED "content_changed" Stop(Engine)
        "The saved draft is not the one that was decided on." ENDED
        "Treat the ledger as tampered with: keep a copy, verify it, and find out who wrote to it."
    APPROVAL_EXPIRED_BEFORE_SIMULATION "approval_expired_before_simulation" Stop(Engine)
        "The simulation was asked for after the deadline of the approval." ENDED
        "Open a new run and finalize it in time."

    ALREADY_REJECTED "already_rejected" Stop(Engine)
        "A person said no to exactly this action, under another id." ENDED
        "Do not ask the same again; where there is a reason to, name the rejected run that the new one overrides."
    STATE_CHANGED "state_changed" Stop(DomainToo)
        "What the draft rests on is no longer so: the write's condition matched nothing." ENDED
        "Open a new run, so that the evidence is read again and a new draft is decided on."
    APPROVAL_REVOKED "approval_revoked" Stop(Engine)
        "The approval was taken back, its key was revoked, or its reviewer may no longer decide." ENDED
        "If the action is still wanted, open a new run and have it decided on under a key that is good."
    APPROVAL_SPENT "approval_spent" Stop(Engine)
        "This very approval has already led to an action." ENDED
        "Find out how one approval came to be used twice; have a new run decided on."
    FENCED "fenced" Stop(Engine)
        "The operator closed the operation while its answer was lost: whatever is still on its way is refused for ever." ENDED
        "If the action is still wanted, open a new run."
    HANDOFF_CONFLICT "handoff_conflict" Stop(DomainToo)
        "Two sources that have to agree say different things." ENDED
        "Have a person find out which source is right; then open a new run."
    NO_AUTHORIZED_RESOURCE "no_authorized_resource" Stop(DomainToo)
        "The tenant has no resource of this name." ENDED
        "Check the name and the tenant; what other tenants have is not said."
    NOT_OPEN "not_open" Stop(DomainToo)
        "The ticket is not open, so that there is nothing to close." ENDED
        "Look at the ticket; a ticket that was opened again needs a new run."
    NOT_A_DUPLICATE "not_a_duplicate" Stop(DomainToo)
        "The ticket names no other that it duplicates." ENDED
        "Close it for another reason, by another way; or have the duplicate recorded and open a new run."
    INSUFFICIENT_STOCK "insufficient_stock" Stop(DomainToo)
        "More is asked for than is there." ENDED
        "Ask for less, or wait until more is there; either needs a new run."
    RULE_EXCEEDED "rule_exceeded" Stop(DomainToo)
        "More is asked for than one reservation may take." ENDED
        "Ask for less under a new run, or have the rule changed by whoever may."

    APPROVAL_INVALID "approval_invalid" Refusal
        "The signed decision is not a valid one for this run." NOTHING
        "Have the draft decided on by the authority; which check failed is told to the operator of the verifying service alone."
    SELF_APPROVAL "self_approval" Refusal
        "The reviewer is who asked." NOTHING
        "Have somebody else decide."
    APPROVAL_CHANGED_ARGS "approval_changed_args" Refusal
        "What was decided on is not what would be carried out." NOTHING
        "Show the draft again and have exactly that decided on."
    APPROVAL_EXPIRED "approval_expired" Refusal(Engine)
        "The approval is past the last tick at which it was good." EITHER
        "Have the draft decided on again while it is under review; else open a new run."
    OPERATION_CONFLICT "operation_conflict" Refusal
        "This operation id already belongs to an operation with another payload." NOTHING
        "Another intent needs an operation id of its own; the same one must be sent exactly as before."
    INVALID_KEY "invalid_key" Refusal
        "A root key is not 32 random bytes, or is the public one of the exercises." NOTHING
        "Take 32 bytes from a key store or from `RootKey::generate`."
    INVALID_KEYRING "invalid_keyring" Refusal
        "The keyring would have a key id twice or two active keys, or lacks the key that is named or needed." NOTHING
        "Keep one active key; let the others verify only, or revoke them."
    FOREIGN_FOLDER "foreign_folder" Refusal
        "The output folder is a link, or holds something other than this exercise." NOTHING
        "Name a new or an empty folder, or the one that this exercise wrote before."
    INVALID_REQUEST_ID "invalid_request_id" Refusal
        "The request has no usable id, so that nothing can be kept under it." NOTHING
        "Give the request an id that follows the rules of its domain, and send it again."
    REQUEST_CONFLICT "request_conflict" Refusal
        "This id already belongs to a run with other material." NOTHING
        "Different work needs a new id; the same work must be sent exactly as before."
    WRONG_PHASE "wrong_phase" Refusal
        "The run is in a phase that does not have this move." NOTHING
        "Show the run to see which phase it is in; a finished run is never moved again."
    UNKNOWN_REVIEWER "unknown_reviewer" Refusal
        "The reviewer is not one of those who may decide this." NOTHING
        "Have an allowed reviewer decide."
    STALE_REVISION "stale_revision" Refusal
        "The decision names another revision than the one under review." NOTHING
        "Show the draft again and decide on what is there now."
    WRONG_DIGEST "wrong_digest" Refusal
        "The decision names another draft than the one under review." NOTHING
        "Show the draft again and decide on what is there now."
    DECISION_BEFORE_DRAFT "decision_before_draft" Refusal
        "The decision is dated before the draft it decides on." NOTHING
        "Check the tick; a decision can not be older than its draft."
    FINALIZATION_BEFORE_DECISION "finalization_before_decision" Refusal
        "What should follow from the decision is dated before it, or before what came after it." NOTHING
        "Check the tick; ticks of a run never go back."
    WRONG_ATTEMPT "wrong_attempt" Refusal
        "The answer belongs to another attempt, of this run or of another." NOTHING
        "Hand each run the answer to its own attempt."
    WRONG_RUN "wrong_run" Refusal
        "The decision was admitted for another run, or for another draft." NOTHING
        "Have the draft of this run decided on."
    ATTEMPT_SPENT "attempt_spent" Refusal
        "The attempt of this reservation was already lent, or the reservation was made by another process." NOTHING
        "Observe the answer that came, or abandon the reservation; each reserved attempt reads once."
    INVALID_TICK "invalid_tick" Refusal
        "A tick, or a sum of ticks, is not an integer from 0 to 9007199254740991." NOTHING
        "Give a tick in range; mind that the deadline is the tick plus the review time."
    INVALID_ID "invalid_id" Refusal
        "A name is not 1 to 128 characters of A-Z a-z 0-9 . _ : / -" NOTHING
        "Correct the name; it is compared byte by byte, never trimmed."
    INVALID_JSON "invalid_json" Refusal
        "The text is not JSON as RFC 8259 has it, in UTF-8." NOTHING
        "Correct the text at the place named."
    DUPLICATE_KEY "duplicate_key" Refusal
        "An object has the same key twice, so that readers would differ on what it says." NOTHING
        "Remove one of the two."
    NUMBER_OUT_OF_RANGE "number_out_of_range" Refusal
        "A number is beyond 9007199254740991 in magnitude, or not a number, so that readers would differ on it." NOTHING
        "Send it as text."
    AMBIGUOUS_NUMBER "ambiguous_number" Refusal
        "A whole number is written with a fraction, an exponent or a negative zero." NOTHING
        "Write it in digits alone."
    LONE_SURROGATE "lone_surrogate" Refusal
        "A text holds half of a surrogate pair, which is no character." NOTHING
        "Correct the text; it is never repaired in silence."
    NESTING_TOO_DEEP "nesting_too_deep" Refusal
        "The JSON nests deeper than 32 levels." NOTHING
        "Send it flatter."
    TOO_LARGE "too_large" Refusal
        "The input is larger than its limit." NOTHING
        "Send less at a time; the message names the limit."
    INVALID_CATALOGUE "invalid_catalogue" Refusal
        "The catalogue file does not follow its rules." NOTHING
        "Correct the entry named; no entry of a refused file is used."
    INVALID_CASES "invalid_cases" Refusal
        "The case file does not follow its rules." NOTHING
        "Correct the case named; no case of a refused file is run."

    WRONG_USAGE "wrong_usage" Refusal
        "The command line is not one that the program has." NOTHING
        "See `countersign help`, or --help after the command."
    UNKNOWN_NAME "unknown_name" Refusal
        "There is no code, phase, lesson, module, scenario or planner of this name." NOTHING
        "Use one of the names that the message says, or that the command it names lists."

    DOMAIN_FAULT "domain_fault" Failure
        "The domain's own code broke a rule: its types can not read what they wrote, its lookups are badly named, or it stopped a run for a reason that is not its own." NOTHING
        "Mend the domain; where its types were changed, raise its version."
    UNKNOWN_RUN "unknown_run" Failure
        "The ledger has no run of this id for this tenant." NOTHING
        "Check the id, the tenant and the ledger's path."
    OTHER_DOMAIN "other_domain" Failure
        "The run, or a table of the ledger, is another domain's, or another version's of this one." NOTHING
        "Open it with the program that it was opened with."
    REVISION_CONFLICT "revision_conflict" Failure
        "Another process moved this run first." NOT_SAVED
        "Show the run and go on from where it is now."
    LEDGER_BUSY "ledger_busy" Failure
        "Another process held the ledger for longer than the wait." NOT_SAVED
        "Try again; if it stays so, find the process that holds the file."
    LEDGER_READ_ONLY "ledger_read_only" Failure
        "The ledger can not be written to." NOT_SAVED
        "Check the permissions of the file and of its folder."
    NOT_A_LEDGER "not_a_ledger" Failure
        "The file is not a ledger of this library." NOT_SAVED
        "Check the path; nothing was written to that file."
    NEWER_SCHEMA "newer_schema" Failure
        "The ledger was written by a newer version." NOT_SAVED
        "Use that version; there is no way back to an older one."
    LEDGER_DAMAGED "ledger_damaged" Failure
        "The ledger's content does not fit together: it was damaged or tampered with." NOT_SAVED
        "Stop using it, keep a copy with its -wal file, run `ledger verify`, and restore from a backup."
    RANDOM_FAILED "random_failed" Failure
        "The operating system gives no random bytes." NOT_SAVED
        "Mend that first: without them no key, approval or save can be told from another."
    LEDGER_FAILED "ledger_failed" Failure
        "The ledger's storage failed before the commit." NOT_SAVED
        "Read the cause, mend it (disk space, permissions, the disk), and save again."
    COMMIT_UNKNOWN "commit_unknown" Failure
        "The storage failed in the commit itself: whether it is saved is not known." MAYBE
        "Save the same move again (it is saved once, however often), look up again, or run the command again."
    FILE_FAILED "file_failed" Failure
        "A file could not be read or written." STANDS
        "Check the path and its permissions."
    OUTPUT_FAILED "output_failed" Failure
        "The answer could not be printed." DONE
        "Look at the run, or run the command again: what is done is not done twice."
}
