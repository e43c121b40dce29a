//! The course: what must not compile, what rustc says to it, and the legal move beside it.
//!
//! Each lesson is a test of this crate, and stands here as it is tested. Its head says the rule, the
//! error to expect, what is tried, why it is refused, and what to do instead; then comes what rustc
//! says, and the legal twin, which differs in the lines that are marked `<-- here`: what rustc points
//! at may stand below them. The chapters are
//! the modules below, in the order in which one learns.
//! On the command line, `countersign lessons` shows them, too.
//!
//! The types' own part is this table: every move that there is. A phase has no method of the name of
//! any other phase's move, and neither has a run whose phase is not known ([`AnyRun`](crate::AnyRun))
//! or not saved ([`Unsaved`](crate::Unsaved)): the tests ask rustc for each of the 181 pairs.
//!
#![doc = include_str!("moves.md")]
//!
//! ```
//! let course = countersign::lessons::course();
//! let lesson = countersign::lessons::find("approve_after_reject").expect("it is one of them");
//!
//! assert_eq!(course.len(), 10);
//! assert_eq!(lesson.error(), "E0382");
//! assert!(lesson.rustc_says.contains("use of moved value: `review`"));
//! ```

mod search;

pub use search::search;

/// A chapter of the course.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// Its number, from 1.
    pub number: u8,
    /// What it is called.
    pub title: &'static str,
    /// What it is about, in a sentence or two.
    pub about: &'static str,
    /// Its lessons, in order.
    pub lessons: &'static [Lesson],
}

/// One lesson: the texts of its files.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The name of its files: two digits of the chapter, two of the lesson, and what is tried.
    pub name: &'static str,
    /// The file that does not compile.
    pub file: &'static str,
    /// What rustc says to it.
    pub rustc_says: &'static str,
    /// The file of the legal twin.
    pub twin: &'static str,
}

impl Lesson {
    /// What holds.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        self.head("rule")
    }

    /// The compiler's error code, `E0382` say, or the name of the lint that refuses it.
    #[must_use]
    pub fn error(&self) -> &'static str {
        self.head("expect")
    }

    /// What the learner tries.
    #[must_use]
    pub fn tried(&self) -> &'static str {
        self.head("tried")
    }

    /// Why it is refused.
    #[must_use]
    pub fn why(&self) -> &'static str {
        self.head("why")
    }

    /// What to do instead.
    #[must_use]
    pub fn instead(&self) -> &'static str {
        self.head("instead")
    }

    /// What does not compile, without its head.
    #[must_use]
    pub fn code(&self) -> &'static str {
        without_head(self.file)
    }

    /// The legal move, without its head.
    #[must_use]
    pub fn legal(&self) -> &'static str {
        without_head(self.twin)
    }

    /// The name without its number, `approve_twice` say.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.name.split_once('_').map_or(self.name, |(_, title)| title)
    }

    fn text(&self) -> String {
        [self.name, self.file, self.rustc_says, self.twin].join("\n")
    }

    fn head(&self, label: &str) -> &'static str {
        let mut lines = self.file.lines().map_while(|line| line.strip_prefix("//! "));
        lines.find_map(|line| line.strip_prefix(label)?.strip_prefix(": ")).unwrap_or_default()
    }
}

fn without_head(file: &'static str) -> &'static str {
    file.split_once("\n\n").map_or(file, |(_, code)| code)
}

/// The chapters, in order.
#[must_use]
pub fn course() -> &'static [Chapter] {
    COURSE
}

/// The lesson of this name: whole, its number alone, or without its number.
#[must_use]
pub fn find(name: &str) -> Option<&'static Lesson> {
    let named = |lesson: &&Lesson| {
        lesson.name == name
            || lesson.name.split_once('_').is_some_and(|(n, t)| n == name || t == name)
    };
    lessons().find(named)
}

fn lessons() -> impl Iterator<Item = &'static Lesson> {
    COURSE.iter().flat_map(|chapter| chapter.lessons)
}

/// The course as values, and each chapter as a page.
macro_rules! course {
    ($($number:literal $page:ident $title:literal $about:literal [$($lesson:literal)*])*) => {
        static COURSE: &[Chapter] = &[$(Chapter {
            number: $number,
            title: $title,
            about: $about,
            lessons: &[$(Lesson {
                name: $lesson,
                file: include_str!(concat!("../../ui-tests/", $lesson, ".rs")),
                rustc_says: include_str!(concat!("../../ui-tests/", $lesson, ".stderr")),
                twin: include_str!(concat!("../../ui-tests/pass/", $lesson, ".rs")),
            }),*],
        }),*];

        $(
            #[doc = concat!("Chapter ", $number, ": ", $title, ".\n\n", $about, "\n\n")]
            // They are compiled as lessons, not as doctests.
            $(#[cfg_attr(all(doc, not(doctest)), doc = concat!(
                "# ", $lesson,
                "\n\n```rust,compile_fail\n",
                include_str!(concat!("../../ui-tests/", $lesson, ".rs")),
                "```\n\nWhat rustc says:\n\n```text\n",
                include_str!(concat!("../../ui-tests/", $lesson, ".stderr")),
                "```\n\nThe legal move:\n\n```rust\n",
                include_str!(concat!("../../ui-tests/pass/", $lesson, ".rs")),
                "```\n\n",
            ))])*
            pub mod $page {}
        )*
    };
}

course! {
    1 skipping_a_phase "Skipping a phase"
        "Each move belongs to one phase. Whoever leaves a phase out finds that the move is not there." [
        "0101_draft_before_the_lookup"
        "0102_draft_while_in_flight"
        "0103_approve_before_the_draft"
        "0104_simulate_in_review"
        "0105_commit_what_nobody_approved"
        "0106_commit_before_beginning"
        "0107_reserve_in_review"
        "0108_observe_without_a_reservation"
        "0109_borrow_an_attempt_too_early"
        "0110_simulate_a_rejected_draft"
        "0111_move_a_stopped_run"
        "0112_read_a_receipt_before_there_is_one"
        "0113_ask_a_simulated_run_for_a_reason"
        "0114_read_again_before_reading"
        "0115_abandon_what_was_not_reserved"
        "0116_reject_after_approving"
    ]
    2 using_a_run_twice "Using a run twice"
        "A move takes the run by value, and so does whatever spends a decision, an attempt or a permit." [
        "0201_use_a_run_after_its_move"
        "0202_approve_after_reject"
        "0203_simulate_twice"
        "0204_approve_twice"
        "0205_commit_twice"
        "0206_spend_an_approval_twice"
        "0207_spend_a_rejection_twice"
        "0208_ask_twice_with_one_attempt"
        "0209_carry_out_twice_with_one_permit"
        "0210_answer_twice_with_one_attempt"
    ]
    3 forging "Forging"
        "Nothing that the library vouches for can be made by hand, read in or filled in." [
        "0301_default_a_run"
        "0302_build_a_run_by_hand"
        "0303_deserialize_a_run"
        "0304_build_an_approval_by_hand"
        "0305_read_an_approval_from_json"
        "0306_build_an_attempt_by_hand"
        "0307_readdress_an_answer"
        "0308_build_a_permit_by_hand"
        "0309_build_a_commit_permit_by_hand"
        "0310_build_a_tick_past_its_check"
    ]
    4 forking "Forking"
        "What must be one can not become two: no copy, no text, no second owner." [
        "0401_clone_a_run"
        "0402_serialize_a_run"
        "0403_clone_a_keyring"
        "0404_put_one_key_in_two_keyrings"
        "0405_write_a_key_out"
    ]
    5 opening_the_box "Opening the box"
        "What is inside stays inside, and what only run time knows has to be looked at." [
        "0501_change_a_run_from_outside"
        "0502_change_the_draft_under_review"
        "0503_move_a_borrowed_run"
        "0504_narrow_and_hope"
        "0505_match_some_phases_only"
        "0506_narrow_to_no_phase"
        "0507_keep_two_phases_in_one_list"
        "0508_print_a_key"
        "0509_compare_keys"
        "0510_move_before_narrowing"
    ]
    6 not_saving "Not saving"
        "A move is nothing until it is saved, and what a save says has to be taken." [
        "0601_go_on_from_an_unsaved_move"
        "0602_forget_to_save"
        "0603_ignore_a_refusal"
        "0604_save_what_may_be_refused"
        "0605_ignore_a_failed_save"
        "0606_overlook_a_stop"
        "0607_retry_with_the_move_that_was_spent"
        "0608_commit_what_is_begun_and_not_saved"
    ]
    7 evidence_and_decisions "Evidence and decisions"
        "Only a paid question is asked, only its answer is taken, and only what was held against the draft decides on it." [
        "0701_ask_without_an_attempt"
        "0702_look_up_a_raw_candidate"
        "0703_keep_an_attempt_past_its_phase"
        "0704_carry_an_attempt_away"
        "0705_answer_with_another_fact"
        "0706_draft_without_looking_at_the_answer"
        "0707_give_a_number_for_a_tick"
        "0708_approve_with_true"
        "0709_make_a_verdict_of_a_bool"
        "0710_review_as_the_requester"
        "0711_approve_with_a_raw_decision"
        "0712_approve_with_a_signed_decision"
        "0713_take_a_typed_name_in_service"
        "0714_approve_with_a_rejection"
        "0715_approve_with_another_domains_approval"
        "0716_give_a_revision_for_a_tick"
        "0717_revoke_before_there_is_an_approval"
        "0718_sign_with_a_keyring"
        "0719_disallow_a_lookup"
    ]
    8 effects "Effects"
        "What is carried out, once, in one transaction; and what to do when nobody knows whether it was." [
        "0801_commit_what_was_to_be_simulated"
        "0802_approve_a_museum_for_commit"
        "0803_simulate_what_was_to_be_carried_out"
        "0804_commit_with_another_domains_approval"
        "0805_commit_what_was_rejected"
        "0806_commit_after_a_stop"
        "0807_keep_a_permit"
        "0808_keep_a_commit_permit"
        "0809_keep_the_handle"
        "0810_commit_from_inside_an_effect"
        "0811_ignore_a_lost_answer"
        "0812_leave_the_lost_answer_out"
        "0813_take_a_lost_answer_for_a_yes"
        "0814_read_a_receipt_that_may_not_exist"
        "0815_commit_again_without_looking"
        "0816_begin_again_without_looking"
        "0817_look_up_what_is_not_in_doubt"
        "0818_go_on_without_looking_at_what_was_found"
        "0819_fence_an_approved_run"
        "0820_fence_a_committed_run"
        "0821_revoke_what_is_begun"
        "0822_retry_with_the_run_that_was_spent"
        "0823_take_a_fence_for_closed"
        "0824_revoke_a_simulation"
    ]
    9 adding_from_outside "Adding from outside"
        "A domain, a ledger or an effect of your own is welcome; a phase or a scope is not." [
        "0901_add_a_phase"
        "0902_make_a_run_committed"
        "0903_add_something_to_approve_for"
        "0904_save_to_no_ledger"
        "0905_commit_in_a_ledger_of_another_kind"
        "0906_carry_out_in_a_rehearsal"
        "0907_ask_with_what_can_not_be_copied"
    ]
    10 generic_code_and_threads "Generic code and threads"
        "Code for every domain, every phase or every ledger has to say what it needs; a thread takes the run with it, or leaves it." [
        "1001_run_without_a_domain"
        "1002_move_in_any_phase"
        "1003_commit_for_any_domain"
        "1004_commit_in_any_ledger"
        "1005_hand_one_run_to_two_threads"
        "1006_save_to_a_shared_ledger"
        "1007_ask_from_a_thread_of_its_own"
        "1008_keep_any_ledger_in_a_box"
    ]
}
