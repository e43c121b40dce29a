//! The legal twin of each lesson compiles: what the lesson gets wrong is its marked line.

#![allow(
    dead_code,
    unreachable_pub,
    unused_variables,
    clippy::duplicate_mod,
    clippy::needless_pass_by_value,
    reason = "twins are compiled and never run, and keep the form of their lessons"
)]
#![allow(clippy::expect_used, reason = "a test")]

#[path = "../../ui-tests/pass/01_simulate_in_review.rs"]
mod l01_simulate_in_review;
#[path = "../../ui-tests/pass/02_simulate_a_rejected_draft.rs"]
mod l02_simulate_a_rejected_draft;
#[path = "../../ui-tests/pass/03_simulate_twice.rs"]
mod l03_simulate_twice;
#[path = "../../ui-tests/pass/04_approve_twice.rs"]
mod l04_approve_twice;
#[path = "../../ui-tests/pass/05_approve_after_reject.rs"]
mod l05_approve_after_reject;
#[path = "../../ui-tests/pass/06_draft_before_the_lookup.rs"]
mod l06_draft_before_the_lookup;
#[path = "../../ui-tests/pass/07_draft_while_in_flight.rs"]
mod l07_draft_while_in_flight;
#[path = "../../ui-tests/pass/08_approve_before_the_draft.rs"]
mod l08_approve_before_the_draft;
#[path = "../../ui-tests/pass/09_reserve_in_review.rs"]
mod l09_reserve_in_review;
#[path = "../../ui-tests/pass/10_observe_without_a_reservation.rs"]
mod l10_observe_without_a_reservation;
#[path = "../../ui-tests/pass/11_move_a_stopped_run.rs"]
mod l11_move_a_stopped_run;
#[path = "../../ui-tests/pass/12_use_a_run_after_its_move.rs"]
mod l12_use_a_run_after_its_move;
#[path = "../../ui-tests/pass/13_clone_a_run.rs"]
mod l13_clone_a_run;
#[path = "../../ui-tests/pass/14_default_a_run.rs"]
mod l14_default_a_run;
#[path = "../../ui-tests/pass/15_serialize_a_run.rs"]
mod l15_serialize_a_run;
#[path = "../../ui-tests/pass/16_deserialize_a_run.rs"]
mod l16_deserialize_a_run;
#[path = "../../ui-tests/pass/17_build_a_run_by_hand.rs"]
mod l17_build_a_run_by_hand;
#[path = "../../ui-tests/pass/18_change_a_run_from_outside.rs"]
mod l18_change_a_run_from_outside;
#[path = "../../ui-tests/pass/19_change_the_draft_under_review.rs"]
mod l19_change_the_draft_under_review;
#[path = "../../ui-tests/pass/20_move_a_borrowed_run.rs"]
mod l20_move_a_borrowed_run;
#[path = "../../ui-tests/pass/21_keep_two_phases_in_one_list.rs"]
mod l21_keep_two_phases_in_one_list;
#[path = "../../ui-tests/pass/22_add_a_phase.rs"]
mod l22_add_a_phase;
#[path = "../../ui-tests/pass/23_narrow_to_no_phase.rs"]
mod l23_narrow_to_no_phase;
#[path = "../../ui-tests/pass/24_match_some_phases_only.rs"]
mod l24_match_some_phases_only;
#[path = "../../ui-tests/pass/25_narrow_and_hope.rs"]
mod l25_narrow_and_hope;
#[path = "../../ui-tests/pass/26_ask_without_an_attempt.rs"]
mod l26_ask_without_an_attempt;
#[path = "../../ui-tests/pass/27_borrow_an_attempt_too_early.rs"]
mod l27_borrow_an_attempt_too_early;
#[path = "../../ui-tests/pass/28_ask_twice_with_one_attempt.rs"]
mod l28_ask_twice_with_one_attempt;
#[path = "../../ui-tests/pass/29_keep_an_attempt_past_its_phase.rs"]
mod l29_keep_an_attempt_past_its_phase;
#[path = "../../ui-tests/pass/30_carry_an_attempt_away.rs"]
mod l30_carry_an_attempt_away;
#[path = "../../ui-tests/pass/31_look_up_a_raw_candidate.rs"]
mod l31_look_up_a_raw_candidate;
#[path = "../../ui-tests/pass/32_answer_with_another_fact.rs"]
mod l32_answer_with_another_fact;
#[path = "../../ui-tests/pass/33_draft_without_looking_at_the_answer.rs"]
mod l33_draft_without_looking_at_the_answer;
#[path = "../../ui-tests/pass/34_go_on_from_an_unsaved_move.rs"]
mod l34_go_on_from_an_unsaved_move;
#[path = "../../ui-tests/pass/35_forget_to_save.rs"]
mod l35_forget_to_save;
#[path = "../../ui-tests/pass/36_ignore_a_refusal.rs"]
mod l36_ignore_a_refusal;
#[path = "../../ui-tests/pass/37_ignore_a_failed_save.rs"]
mod l37_ignore_a_failed_save;
#[path = "../../ui-tests/pass/38_overlook_a_stop.rs"]
mod l38_overlook_a_stop;
#[path = "../../ui-tests/pass/39_save_to_no_ledger.rs"]
mod l39_save_to_no_ledger;
#[path = "../../ui-tests/pass/40_retry_with_the_move_that_was_spent.rs"]
mod l40_retry_with_the_move_that_was_spent;
#[path = "../../ui-tests/pass/41_save_what_may_be_refused.rs"]
mod l41_save_what_may_be_refused;
#[path = "../../ui-tests/pass/42_approve_with_true.rs"]
mod l42_approve_with_true;
#[path = "../../ui-tests/pass/43_approve_with_a_rejection.rs"]
mod l43_approve_with_a_rejection;
#[path = "../../ui-tests/pass/44_approve_with_a_raw_decision.rs"]
mod l44_approve_with_a_raw_decision;
#[path = "../../ui-tests/pass/45_approve_with_another_domains_approval.rs"]
mod l45_approve_with_another_domains_approval;
#[path = "../../ui-tests/pass/46_take_a_typed_name_in_service.rs"]
mod l46_take_a_typed_name_in_service;
#[path = "../../ui-tests/pass/47_spend_an_approval_twice.rs"]
mod l47_spend_an_approval_twice;
#[path = "../../ui-tests/pass/48_review_as_the_requester.rs"]
mod l48_review_as_the_requester;
#[path = "../../ui-tests/pass/49_build_an_approval_by_hand.rs"]
mod l49_build_an_approval_by_hand;
#[path = "../../ui-tests/pass/50_readdress_an_answer.rs"]
mod l50_readdress_an_answer;
#[path = "../../ui-tests/pass/51_build_an_attempt_by_hand.rs"]
mod l51_build_an_attempt_by_hand;
#[path = "../../ui-tests/pass/52_build_a_permit_by_hand.rs"]
mod l52_build_a_permit_by_hand;
#[path = "../../ui-tests/pass/53_keep_a_permit.rs"]
mod l53_keep_a_permit;
#[path = "../../ui-tests/pass/54_give_a_number_for_a_tick.rs"]
mod l54_give_a_number_for_a_tick;
#[path = "../../ui-tests/pass/55_build_a_tick_past_its_check.rs"]
mod l55_build_a_tick_past_its_check;
#[path = "../../ui-tests/pass/56_read_a_receipt_before_there_is_one.rs"]
mod l56_read_a_receipt_before_there_is_one;
#[path = "../../ui-tests/pass/57_ask_a_simulated_run_for_a_reason.rs"]
mod l57_ask_a_simulated_run_for_a_reason;
#[path = "../../ui-tests/pass/58_run_without_a_domain.rs"]
mod l58_run_without_a_domain;
#[path = "../../ui-tests/pass/59_commit_what_nobody_approved.rs"]
mod l59_commit_what_nobody_approved;
#[path = "../../ui-tests/pass/60_commit_what_was_to_be_simulated.rs"]
mod l60_commit_what_was_to_be_simulated;
#[path = "../../ui-tests/pass/61_approve_a_museum_for_commit.rs"]
mod l61_approve_a_museum_for_commit;
#[path = "../../ui-tests/pass/62_commit_before_beginning.rs"]
mod l62_commit_before_beginning;
#[path = "../../ui-tests/pass/63_commit_what_is_begun_and_not_saved.rs"]
mod l63_commit_what_is_begun_and_not_saved;
#[path = "../../ui-tests/pass/64_commit_twice.rs"]
mod l64_commit_twice;
#[path = "../../ui-tests/pass/65_commit_what_was_rejected.rs"]
mod l65_commit_what_was_rejected;
#[path = "../../ui-tests/pass/66_commit_after_a_stop.rs"]
mod l66_commit_after_a_stop;
#[path = "../../ui-tests/pass/67_commit_again_without_looking.rs"]
mod l67_commit_again_without_looking;
#[path = "../../ui-tests/pass/68_begin_again_without_looking.rs"]
mod l68_begin_again_without_looking;
#[path = "../../ui-tests/pass/69_look_up_what_is_not_in_doubt.rs"]
mod l69_look_up_what_is_not_in_doubt;
#[path = "../../ui-tests/pass/70_fence_an_approved_run.rs"]
mod l70_fence_an_approved_run;
#[path = "../../ui-tests/pass/71_fence_a_committed_run.rs"]
mod l71_fence_a_committed_run;
#[path = "../../ui-tests/pass/72_revoke_what_is_begun.rs"]
mod l72_revoke_what_is_begun;
#[path = "../../ui-tests/pass/73_revoke_before_there_is_an_approval.rs"]
mod l73_revoke_before_there_is_an_approval;
#[path = "../../ui-tests/pass/74_spend_a_rejection_twice.rs"]
mod l74_spend_a_rejection_twice;
#[path = "../../ui-tests/pass/75_read_a_receipt_that_may_not_exist.rs"]
mod l75_read_a_receipt_that_may_not_exist;
#[path = "../../ui-tests/pass/76_go_on_without_looking_at_what_was_found.rs"]
mod l76_go_on_without_looking_at_what_was_found;
#[path = "../../ui-tests/pass/77_take_a_lost_answer_for_a_yes.rs"]
mod l77_take_a_lost_answer_for_a_yes;
#[path = "../../ui-tests/pass/78_ignore_a_lost_answer.rs"]
mod l78_ignore_a_lost_answer;
#[path = "../../ui-tests/pass/79_leave_the_lost_answer_out.rs"]
mod l79_leave_the_lost_answer_out;
#[path = "../../ui-tests/pass/80_make_a_run_committed.rs"]
mod l80_make_a_run_committed;
#[path = "../../ui-tests/pass/81_simulate_what_was_to_be_carried_out.rs"]
mod l81_simulate_what_was_to_be_carried_out;
#[path = "../../ui-tests/pass/82_commit_with_another_domains_approval.rs"]
mod l82_commit_with_another_domains_approval;
#[path = "../../ui-tests/pass/83_approve_with_a_signed_decision.rs"]
mod l83_approve_with_a_signed_decision;
#[path = "../../ui-tests/pass/84_read_an_approval_from_json.rs"]
mod l84_read_an_approval_from_json;
#[path = "../../ui-tests/pass/85_add_something_to_approve_for.rs"]
mod l85_add_something_to_approve_for;
#[path = "../../ui-tests/pass/86_build_a_commit_permit_by_hand.rs"]
mod l86_build_a_commit_permit_by_hand;
#[path = "../../ui-tests/pass/87_carry_out_twice_with_one_permit.rs"]
mod l87_carry_out_twice_with_one_permit;
#[path = "../../ui-tests/pass/88_keep_a_commit_permit.rs"]
mod l88_keep_a_commit_permit;
#[path = "../../ui-tests/pass/89_keep_the_handle.rs"]
mod l89_keep_the_handle;
#[path = "../../ui-tests/pass/90_commit_from_inside_an_effect.rs"]
mod l90_commit_from_inside_an_effect;
#[path = "../../ui-tests/pass/91_commit_in_a_ledger_of_another_kind.rs"]
mod l91_commit_in_a_ledger_of_another_kind;
#[path = "../../ui-tests/pass/92_print_a_key.rs"]
mod l92_print_a_key;
#[path = "../../ui-tests/pass/93_write_a_key_out.rs"]
mod l93_write_a_key_out;
#[path = "../../ui-tests/pass/94_clone_a_keyring.rs"]
mod l94_clone_a_keyring;
#[path = "../../ui-tests/pass/95_put_one_key_in_two_keyrings.rs"]
mod l95_put_one_key_in_two_keyrings;
#[path = "../../ui-tests/pass/96_compare_keys.rs"]
mod l96_compare_keys;
#[path = "../../ui-tests/pass/97_sign_with_a_keyring.rs"]
mod l97_sign_with_a_keyring;
#[path = "../../ui-tests/pass/98_give_a_revision_for_a_tick.rs"]
mod l98_give_a_revision_for_a_tick;
#[path = "../../ui-tests/pass/99_make_a_verdict_of_a_bool.rs"]
mod l99_make_a_verdict_of_a_bool;

#[test]
fn every_twin_is_compiled_here() {
    let this = include_str!("main.rs");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/ui-tests/pass");
    let mut twins = 0;
    for file in std::fs::read_dir(folder).expect("the twins are there") {
        let name = file.expect("a readable folder").file_name();
        let line = format!("#[path = \"../../ui-tests/pass/{}\"]\n", name.to_string_lossy());
        assert!(this.contains(&line), "missing: {line}");
        twins += 1;
    }
    assert_eq!(twins, this.lines().filter(|line| line.starts_with("#[path = ")).count());
}
