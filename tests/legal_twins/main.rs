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

#[path = "../../ui-tests/pass/0101_draft_before_the_lookup.rs"]
mod l0101_draft_before_the_lookup;
#[path = "../../ui-tests/pass/0102_draft_while_in_flight.rs"]
mod l0102_draft_while_in_flight;
#[path = "../../ui-tests/pass/0103_approve_before_the_draft.rs"]
mod l0103_approve_before_the_draft;
#[path = "../../ui-tests/pass/0104_simulate_in_review.rs"]
mod l0104_simulate_in_review;
#[path = "../../ui-tests/pass/0105_commit_what_nobody_approved.rs"]
mod l0105_commit_what_nobody_approved;
#[path = "../../ui-tests/pass/0106_commit_before_beginning.rs"]
mod l0106_commit_before_beginning;
#[path = "../../ui-tests/pass/0107_reserve_in_review.rs"]
mod l0107_reserve_in_review;
#[path = "../../ui-tests/pass/0108_observe_without_a_reservation.rs"]
mod l0108_observe_without_a_reservation;
#[path = "../../ui-tests/pass/0109_borrow_an_attempt_too_early.rs"]
mod l0109_borrow_an_attempt_too_early;
#[path = "../../ui-tests/pass/0110_simulate_a_rejected_draft.rs"]
mod l0110_simulate_a_rejected_draft;
#[path = "../../ui-tests/pass/0111_move_a_stopped_run.rs"]
mod l0111_move_a_stopped_run;
#[path = "../../ui-tests/pass/0112_read_a_receipt_before_there_is_one.rs"]
mod l0112_read_a_receipt_before_there_is_one;
#[path = "../../ui-tests/pass/0113_ask_a_simulated_run_for_a_reason.rs"]
mod l0113_ask_a_simulated_run_for_a_reason;
#[path = "../../ui-tests/pass/0114_read_again_before_reading.rs"]
mod l0114_read_again_before_reading;
#[path = "../../ui-tests/pass/0115_abandon_what_was_not_reserved.rs"]
mod l0115_abandon_what_was_not_reserved;
#[path = "../../ui-tests/pass/0116_reject_after_approving.rs"]
mod l0116_reject_after_approving;
#[path = "../../ui-tests/pass/0201_use_a_run_after_its_move.rs"]
mod l0201_use_a_run_after_its_move;
#[path = "../../ui-tests/pass/0202_approve_after_reject.rs"]
mod l0202_approve_after_reject;
#[path = "../../ui-tests/pass/0203_simulate_twice.rs"]
mod l0203_simulate_twice;
#[path = "../../ui-tests/pass/0204_approve_twice.rs"]
mod l0204_approve_twice;
#[path = "../../ui-tests/pass/0205_commit_twice.rs"]
mod l0205_commit_twice;
#[path = "../../ui-tests/pass/0206_spend_an_approval_twice.rs"]
mod l0206_spend_an_approval_twice;
#[path = "../../ui-tests/pass/0207_spend_a_rejection_twice.rs"]
mod l0207_spend_a_rejection_twice;
#[path = "../../ui-tests/pass/0208_ask_twice_with_one_attempt.rs"]
mod l0208_ask_twice_with_one_attempt;
#[path = "../../ui-tests/pass/0209_carry_out_twice_with_one_permit.rs"]
mod l0209_carry_out_twice_with_one_permit;
#[path = "../../ui-tests/pass/0210_answer_twice_with_one_attempt.rs"]
mod l0210_answer_twice_with_one_attempt;
#[path = "../../ui-tests/pass/0301_default_a_run.rs"]
mod l0301_default_a_run;
#[path = "../../ui-tests/pass/0302_build_a_run_by_hand.rs"]
mod l0302_build_a_run_by_hand;
#[path = "../../ui-tests/pass/0303_deserialize_a_run.rs"]
mod l0303_deserialize_a_run;
#[path = "../../ui-tests/pass/0304_build_an_approval_by_hand.rs"]
mod l0304_build_an_approval_by_hand;
#[path = "../../ui-tests/pass/0305_read_an_approval_from_json.rs"]
mod l0305_read_an_approval_from_json;
#[path = "../../ui-tests/pass/0306_build_an_attempt_by_hand.rs"]
mod l0306_build_an_attempt_by_hand;
#[path = "../../ui-tests/pass/0307_readdress_an_answer.rs"]
mod l0307_readdress_an_answer;
#[path = "../../ui-tests/pass/0308_build_a_permit_by_hand.rs"]
mod l0308_build_a_permit_by_hand;
#[path = "../../ui-tests/pass/0309_build_a_commit_permit_by_hand.rs"]
mod l0309_build_a_commit_permit_by_hand;
#[path = "../../ui-tests/pass/0310_build_a_tick_past_its_check.rs"]
mod l0310_build_a_tick_past_its_check;
#[path = "../../ui-tests/pass/0401_clone_a_run.rs"]
mod l0401_clone_a_run;
#[path = "../../ui-tests/pass/0402_serialize_a_run.rs"]
mod l0402_serialize_a_run;
#[path = "../../ui-tests/pass/0403_clone_a_keyring.rs"]
mod l0403_clone_a_keyring;
#[path = "../../ui-tests/pass/0404_put_one_key_in_two_keyrings.rs"]
mod l0404_put_one_key_in_two_keyrings;
#[path = "../../ui-tests/pass/0405_write_a_key_out.rs"]
mod l0405_write_a_key_out;
#[path = "../../ui-tests/pass/0501_change_a_run_from_outside.rs"]
mod l0501_change_a_run_from_outside;
#[path = "../../ui-tests/pass/0502_change_the_draft_under_review.rs"]
mod l0502_change_the_draft_under_review;
#[path = "../../ui-tests/pass/0503_move_a_borrowed_run.rs"]
mod l0503_move_a_borrowed_run;
#[path = "../../ui-tests/pass/0504_narrow_and_hope.rs"]
mod l0504_narrow_and_hope;
#[path = "../../ui-tests/pass/0505_match_some_phases_only.rs"]
mod l0505_match_some_phases_only;
#[path = "../../ui-tests/pass/0506_narrow_to_no_phase.rs"]
mod l0506_narrow_to_no_phase;
#[path = "../../ui-tests/pass/0507_keep_two_phases_in_one_list.rs"]
mod l0507_keep_two_phases_in_one_list;
#[path = "../../ui-tests/pass/0508_print_a_key.rs"]
mod l0508_print_a_key;
#[path = "../../ui-tests/pass/0509_compare_keys.rs"]
mod l0509_compare_keys;
#[path = "../../ui-tests/pass/0510_move_before_narrowing.rs"]
mod l0510_move_before_narrowing;
#[path = "../../ui-tests/pass/0601_go_on_from_an_unsaved_move.rs"]
mod l0601_go_on_from_an_unsaved_move;
#[path = "../../ui-tests/pass/0602_forget_to_save.rs"]
mod l0602_forget_to_save;
#[path = "../../ui-tests/pass/0603_ignore_a_refusal.rs"]
mod l0603_ignore_a_refusal;
#[path = "../../ui-tests/pass/0604_save_what_may_be_refused.rs"]
mod l0604_save_what_may_be_refused;
#[path = "../../ui-tests/pass/0605_ignore_a_failed_save.rs"]
mod l0605_ignore_a_failed_save;
#[path = "../../ui-tests/pass/0606_overlook_a_stop.rs"]
mod l0606_overlook_a_stop;
#[path = "../../ui-tests/pass/0607_retry_with_the_move_that_was_spent.rs"]
mod l0607_retry_with_the_move_that_was_spent;
#[path = "../../ui-tests/pass/0608_commit_what_is_begun_and_not_saved.rs"]
mod l0608_commit_what_is_begun_and_not_saved;
#[path = "../../ui-tests/pass/0701_ask_without_an_attempt.rs"]
mod l0701_ask_without_an_attempt;
#[path = "../../ui-tests/pass/0702_look_up_a_raw_candidate.rs"]
mod l0702_look_up_a_raw_candidate;
#[path = "../../ui-tests/pass/0703_keep_an_attempt_past_its_phase.rs"]
mod l0703_keep_an_attempt_past_its_phase;
#[path = "../../ui-tests/pass/0704_carry_an_attempt_away.rs"]
mod l0704_carry_an_attempt_away;
#[path = "../../ui-tests/pass/0705_answer_with_another_fact.rs"]
mod l0705_answer_with_another_fact;
#[path = "../../ui-tests/pass/0706_draft_without_looking_at_the_answer.rs"]
mod l0706_draft_without_looking_at_the_answer;
#[path = "../../ui-tests/pass/0707_give_a_number_for_a_tick.rs"]
mod l0707_give_a_number_for_a_tick;
#[path = "../../ui-tests/pass/0708_approve_with_true.rs"]
mod l0708_approve_with_true;
#[path = "../../ui-tests/pass/0709_make_a_verdict_of_a_bool.rs"]
mod l0709_make_a_verdict_of_a_bool;
#[path = "../../ui-tests/pass/0710_review_as_the_requester.rs"]
mod l0710_review_as_the_requester;
#[path = "../../ui-tests/pass/0711_approve_with_a_raw_decision.rs"]
mod l0711_approve_with_a_raw_decision;
#[path = "../../ui-tests/pass/0712_approve_with_a_signed_decision.rs"]
mod l0712_approve_with_a_signed_decision;
#[path = "../../ui-tests/pass/0713_take_a_typed_name_in_service.rs"]
mod l0713_take_a_typed_name_in_service;
#[path = "../../ui-tests/pass/0714_approve_with_a_rejection.rs"]
mod l0714_approve_with_a_rejection;
#[path = "../../ui-tests/pass/0715_approve_with_another_domains_approval.rs"]
mod l0715_approve_with_another_domains_approval;
#[path = "../../ui-tests/pass/0716_give_a_revision_for_a_tick.rs"]
mod l0716_give_a_revision_for_a_tick;
#[path = "../../ui-tests/pass/0717_revoke_before_there_is_an_approval.rs"]
mod l0717_revoke_before_there_is_an_approval;
#[path = "../../ui-tests/pass/0718_sign_with_a_keyring.rs"]
mod l0718_sign_with_a_keyring;
#[path = "../../ui-tests/pass/0719_disallow_a_lookup.rs"]
mod l0719_disallow_a_lookup;
#[path = "../../ui-tests/pass/0801_commit_what_was_to_be_simulated.rs"]
mod l0801_commit_what_was_to_be_simulated;
#[path = "../../ui-tests/pass/0802_approve_a_museum_for_commit.rs"]
mod l0802_approve_a_museum_for_commit;
#[path = "../../ui-tests/pass/0803_simulate_what_was_to_be_carried_out.rs"]
mod l0803_simulate_what_was_to_be_carried_out;
#[path = "../../ui-tests/pass/0804_commit_with_another_domains_approval.rs"]
mod l0804_commit_with_another_domains_approval;
#[path = "../../ui-tests/pass/0805_commit_what_was_rejected.rs"]
mod l0805_commit_what_was_rejected;
#[path = "../../ui-tests/pass/0806_commit_after_a_stop.rs"]
mod l0806_commit_after_a_stop;
#[path = "../../ui-tests/pass/0807_keep_a_permit.rs"]
mod l0807_keep_a_permit;
#[path = "../../ui-tests/pass/0808_keep_a_commit_permit.rs"]
mod l0808_keep_a_commit_permit;
#[path = "../../ui-tests/pass/0809_keep_the_handle.rs"]
mod l0809_keep_the_handle;
#[path = "../../ui-tests/pass/0810_commit_from_inside_an_effect.rs"]
mod l0810_commit_from_inside_an_effect;
#[path = "../../ui-tests/pass/0811_ignore_a_lost_answer.rs"]
mod l0811_ignore_a_lost_answer;
#[path = "../../ui-tests/pass/0812_leave_the_lost_answer_out.rs"]
mod l0812_leave_the_lost_answer_out;
#[path = "../../ui-tests/pass/0813_take_a_lost_answer_for_a_yes.rs"]
mod l0813_take_a_lost_answer_for_a_yes;
#[path = "../../ui-tests/pass/0814_read_a_receipt_that_may_not_exist.rs"]
mod l0814_read_a_receipt_that_may_not_exist;
#[path = "../../ui-tests/pass/0815_commit_again_without_looking.rs"]
mod l0815_commit_again_without_looking;
#[path = "../../ui-tests/pass/0816_begin_again_without_looking.rs"]
mod l0816_begin_again_without_looking;
#[path = "../../ui-tests/pass/0817_look_up_what_is_not_in_doubt.rs"]
mod l0817_look_up_what_is_not_in_doubt;
#[path = "../../ui-tests/pass/0818_go_on_without_looking_at_what_was_found.rs"]
mod l0818_go_on_without_looking_at_what_was_found;
#[path = "../../ui-tests/pass/0819_fence_an_approved_run.rs"]
mod l0819_fence_an_approved_run;
#[path = "../../ui-tests/pass/0820_fence_a_committed_run.rs"]
mod l0820_fence_a_committed_run;
#[path = "../../ui-tests/pass/0821_revoke_what_is_begun.rs"]
mod l0821_revoke_what_is_begun;
#[path = "../../ui-tests/pass/0822_retry_with_the_run_that_was_spent.rs"]
mod l0822_retry_with_the_run_that_was_spent;
#[path = "../../ui-tests/pass/0823_take_a_fence_for_closed.rs"]
mod l0823_take_a_fence_for_closed;
#[path = "../../ui-tests/pass/0824_revoke_a_simulation.rs"]
mod l0824_revoke_a_simulation;
#[path = "../../ui-tests/pass/0901_add_a_phase.rs"]
mod l0901_add_a_phase;
#[path = "../../ui-tests/pass/0902_make_a_run_committed.rs"]
mod l0902_make_a_run_committed;
#[path = "../../ui-tests/pass/0903_add_something_to_approve_for.rs"]
mod l0903_add_something_to_approve_for;
#[path = "../../ui-tests/pass/0904_save_to_no_ledger.rs"]
mod l0904_save_to_no_ledger;
#[path = "../../ui-tests/pass/0905_commit_in_a_ledger_of_another_kind.rs"]
mod l0905_commit_in_a_ledger_of_another_kind;
#[path = "../../ui-tests/pass/0906_carry_out_in_a_rehearsal.rs"]
mod l0906_carry_out_in_a_rehearsal;
#[path = "../../ui-tests/pass/0907_ask_with_what_can_not_be_copied.rs"]
mod l0907_ask_with_what_can_not_be_copied;
#[path = "../../ui-tests/pass/1001_run_without_a_domain.rs"]
mod l1001_run_without_a_domain;
#[path = "../../ui-tests/pass/1002_move_in_any_phase.rs"]
mod l1002_move_in_any_phase;
#[path = "../../ui-tests/pass/1003_commit_for_any_domain.rs"]
mod l1003_commit_for_any_domain;
#[path = "../../ui-tests/pass/1004_commit_in_any_ledger.rs"]
mod l1004_commit_in_any_ledger;
#[path = "../../ui-tests/pass/1005_hand_one_run_to_two_threads.rs"]
mod l1005_hand_one_run_to_two_threads;
#[path = "../../ui-tests/pass/1006_save_to_a_shared_ledger.rs"]
mod l1006_save_to_a_shared_ledger;
#[path = "../../ui-tests/pass/1007_ask_from_a_thread_of_its_own.rs"]
mod l1007_ask_from_a_thread_of_its_own;
#[path = "../../ui-tests/pass/1008_keep_any_ledger_in_a_box.rs"]
mod l1008_keep_any_ledger_in_a_box;

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
