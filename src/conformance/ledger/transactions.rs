//! What belongs together in a transaction: all of it is saved, or nothing.

use crate::code::Code;
use crate::conformance::ledger::LedgerExample;
use crate::conformance::ledger::events::same_events;
use crate::conformance::ledger::sample::{TEXT, append, events_of, run_id};
use crate::conformance::report::{Checked, Standing, broken, expect};
use crate::conformance::trial::tenant;
use crate::decision::ApprovalId;
use crate::digest::Digest;
use crate::domain::NoEffect;
use crate::ledger::{Database, Ledger, LedgerError, LedgerTx, Mark};

const SPENT: ApprovalId = ApprovalId([9; 16]);

/// Appends a run's first event, does more, and gives the transaction up.
fn given_up<E: LedgerExample>(
    example: &E,
    ledger: &mut E::Ledger,
    more: impl FnOnce(&mut <<E::Ledger as Ledger>::Db as Database>::Tx<'_>) -> Result<(), LedgerError>,
) -> Checked {
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let events = events_of(example, &tenant, &run_id, TEXT)?;
    let on_purpose = || LedgerError::new(Code::LEDGER_FAILED, "on purpose");
    let done = append(ledger, &tenant, &run_id, &events, |tx| {
        more(tx)?;
        Err::<(), _>(on_purpose())
    });
    let same = done.as_ref() == Err(&on_purpose());
    let expected = "the error that the transaction was given up with is handed on";
    expect(same, expected, || format!("this is: {done:?}"))
}

pub(super) fn events_together<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    given_up(example, &mut ledger, |_| Ok(()))?;
    same_events(&ledger.events(&tenant(), &run_id("c-1"))?, &[])
}

pub(super) fn no_half_transaction<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let events = events_of(example, &tenant, &run_id, TEXT)?;
    let passed_over = append(&mut ledger, &tenant, &run_id, &events, |tx| {
        for event in &events {
            // They are there already: each is refused.
            drop(tx.append(&tenant, &run_id, event, [0; 16]));
        }
        Ok(())
    });
    let expected = "the transaction fails, though its caller did not look at the refusal";
    expect(passed_over.is_err(), expected, || "it was committed".to_owned())?;
    same_events(&ledger.events(&tenant, &run_id)?, &[])
}

pub(super) fn receipt_inside<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    given_up(example, &mut ledger, |tx| tx.keep_receipt(&tenant(), &run_id("c-1"), "{}"))?;
    let found = ledger.receipt(&tenant(), &run_id("c-1"))?;
    expect(found.is_none(), "no receipt", || "there is one".to_owned())
}

pub(super) fn marks_inside<E: LedgerExample>(example: &E) -> Checked {
    let args = Digest::of("conformance", &[]);
    for mark in [Mark::SpentApproval(&SPENT), Mark::RejectedArgs(&args)] {
        let mut ledger = example.ledger()?;
        given_up(example, &mut ledger, |tx| tx.set_mark(&tenant(), mark, &run_id("c-1")))?;
        let found = ledger.marked(&tenant(), mark)?;
        expect(found.is_none(), "no mark", || format!("{mark:?} is there"))?;
    }
    Ok(())
}

fn no_database(no_effect: NoEffect) -> LedgerError {
    match no_effect {
        NoEffect::DatabaseFailed(error) => error,
        NoEffect::Because(reason) => LedgerError::new(Code::DOMAIN_FAULT, reason.to_string()),
    }
}

pub(super) fn effect_inside<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let events = events_of(example, &tenant, &run_id, TEXT)?;
    given_up(example, &mut ledger, |tx| {
        tx.effect(|handle| example.write(handle)).map_err(no_database)
    })?;
    expect_written(example, &mut ledger, 0, "after a transaction that was given up")?;
    let mut ledger = example.ledger()?;
    append(&mut ledger, &tenant, &run_id, &events, |tx| {
        tx.effect(|handle| example.write(handle)).map_err(no_database)
    })?;
    expect_written(example, &mut ledger, 1, "after one that was not")
}

fn expect_written<E: LedgerExample>(
    example: &E,
    ledger: &mut E::Ledger,
    times: u64,
    when: &str,
) -> Checked {
    let found = example.times_written(ledger)?;
    let expected = format!("{when}, times that the effect has happened: {times}");
    expect(found == times, expected, || format!("times that it has: {found}"))
}

pub(super) fn effect_undone<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let events = events_of(example, &tenant, &run_id, TEXT)?;
    let changed = || NoEffect::state_changed("on purpose");
    let given = append(&mut ledger, &tenant, &run_id, &events, |tx| {
        Ok(tx.effect(|handle| {
            example.write(handle)?;
            Err(changed())
        }))
    })?;
    let expected = "the effect's own reason is handed on";
    expect(given == Err(changed()), expected, || format!("this is: {given:?}"))?;
    expect_written(example, &mut ledger, 0, "after an effect that erred")?;
    same_events(&ledger.events(&tenant, &run_id)?, &events)
}

pub(super) fn one_receipt<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let events = events_of(example, &tenant, &run_id, TEXT)?;
    let first = r#"{"receipt":"the first, \u00e9"}"#;
    let seen = append(&mut ledger, &tenant, &run_id, &events, |tx| {
        tx.keep_receipt(&tenant, &run_id, first)?;
        tx.receipt(&tenant, &run_id)
    })?;
    let same = seen.as_deref() == Some(first);
    expect(same, "its transaction sees the receipt", || format!("it sees {seen:?}"))?;
    let second =
        append(&mut ledger, &tenant, &run_id, &[], |tx| tx.keep_receipt(&tenant, &run_id, "{}"));
    expect(second.is_err(), "a second receipt is refused", || "it is kept".to_owned())?;
    let found = ledger.receipt(&tenant, &run_id)?;
    let same = found.as_deref() == Some(first);
    expect(same, "the first receipt, byte for byte", || format!("{found:?}"))
}

/// Two runs, and a mark that each of them sets; the first sets another one as well, which stays.
fn marked_by_two<E: LedgerExample>(
    example: &E,
    [mark, another]: [Mark<'_>; 2],
) -> Result<(Result<(), LedgerError>, Option<String>), Standing> {
    let mut ledger = example.ledger()?;
    let mut last = Ok(());
    for (id, marks) in [("c-1", &[another, mark][..]), ("c-2", &[mark])] {
        let (tenant, run_id) = (tenant(), run_id(id));
        let events = events_of(example, &tenant, &run_id, TEXT)?;
        append(&mut ledger, &tenant, &run_id, &events, |_| Ok(()))?;
        last = append(&mut ledger, &tenant, &run_id, &[], |tx| {
            marks.iter().try_for_each(|mark| tx.set_mark(&tenant, *mark, &run_id))
        });
    }
    let stays = ledger.marked(&tenant(), another)? == Some(run_id("c-1"));
    expect(stays, "the other mark of c-1 stays with it", || "it is gone".to_owned())?;
    let by = ledger.marked(&tenant(), mark)?;
    Ok((last, by.map(|run_id| run_id.to_string())))
}

pub(super) fn spent_once<E: LedgerExample>(example: &E) -> Checked {
    let (second, by) =
        marked_by_two(example, [SPENT, ApprovalId([8; 16])].each_ref().map(Mark::SpentApproval))?;
    expect(second.is_err(), "an approval is not spent twice", || "it is".to_owned())?;
    expect(by.as_deref() == Some("c-1"), "it stays with c-1", || format!("{by:?}"))
}

pub(super) fn latest_no<E: LedgerExample>(example: &E) -> Checked {
    let args = ["conformance", "other args"].map(|label| Digest::of(label, &[]));
    let (second, by) = marked_by_two(example, args.each_ref().map(Mark::RejectedArgs))?;
    if let Err(error) = second {
        return broken("a second no to the same is kept", error.to_string());
    }
    expect(by.as_deref() == Some("c-2"), "the latest counts, that of c-2", || format!("{by:?}"))
}
