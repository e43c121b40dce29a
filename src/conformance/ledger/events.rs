//! What a ledger keeps, and of whom.

use crate::code::Code;
use crate::conformance::ledger::LedgerExample;
use crate::conformance::ledger::sample::{TEXT, append, events_of, rejected_events_of, run_id};
use crate::conformance::report::{Checked, Standing, expect};
use crate::conformance::trial::{other_tenant, tenant};
use crate::decision::ApprovalId;
use crate::digest::Digest;
use crate::event::SavedEvent;
use crate::id::{RunId, Tenant};
use crate::ledger::{Ledger, LedgerTx, Mark};

pub(super) fn starts_empty<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let no_mark = Mark::RejectedArgs(&Digest::ZERO);
    let found = [
        ("runs", ledger.runs(&tenant)?.len()),
        ("runs that wait", ledger.pending(&tenant)?.len()),
        ("tenants", ledger.tenants()?.len()),
        ("events", ledger.events(&tenant, &run_id)?.len()),
        ("receipts", usize::from(ledger.receipt(&tenant, &run_id)?.is_some())),
        ("marks", usize::from(ledger.marked(&tenant, no_mark)?.is_some())),
    ];
    found.iter().try_for_each(|(what, count)| {
        expect(*count == 0, format!("a new ledger has no {what}"), || format!("it has {count}"))
    })
}

/// What storage likes to change on its way.
const ODD: &str = "\u{0}\u{1}\r\n\t'\"\\% _\u{e9}e\u{301}\u{202e}\u{feff}\u{1f600}  ";

pub(super) fn kept_as_given<E: LedgerExample>(example: &E) -> Checked {
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let long = "long ".repeat(4000);
    for text in [TEXT, ODD, &long] {
        let mut ledger = example.ledger()?;
        let events = events_of(example, &tenant, &run_id, text)?;
        let head = append(&mut ledger, &tenant, &run_id, &events, |tx| tx.head(&tenant, &run_id))?;
        let last = events.last();
        let of_last = |event: &SavedEvent| (event.revision, event.digest);
        let same = head.map(|head| (head.revision, head.digest)) == last.map(of_last);
        let expected = "the transaction that appended events sees the last of them as the head";
        expect(same, expected, || format!("it sees {head:?}"))?;
        same_events(&ledger.events(&tenant, &run_id)?, &events)?;
        expect(
            ledger.events(&other_tenant(), &run_id)?.is_empty(),
            "another tenant sees none of them",
            || "it sees them".to_owned(),
        )?;
    }
    Ok(())
}

pub(super) fn same_events(found: &[SavedEvent], given: &[SavedEvent]) -> Checked {
    let expected = format!("events that come back, byte for byte: {}", given.len());
    expect(found == given, expected, || {
        let differs = found.iter().zip(given).find(|(found, given)| found != given);
        match differs {
            Some((found, _)) => format!("the event of revision {} is another", found.revision),
            None => format!("events that come back: {}", found.len()),
        }
    })
}

pub(super) fn revision_conflict<E: LedgerExample>(example: &E) -> Checked {
    let (tenant, run_id) = (tenant(), run_id("c-1"));
    let events = events_of(example, &tenant, &run_id, TEXT)?;
    let others = events_of(example, &tenant, &run_id, "another text")?;
    let [Some(first), Some(second), Some(third)] = [events.first(), events.get(1), events.get(2)]
    else {
        return Ok(());
    };
    let Some(foreign) = others.get(1) else { return Ok(()) };
    for (what, event) in [
        ("an event for a revision that is there", first),
        ("an event that leaves a revision out", third),
        ("an event that follows another event than the head", foreign),
    ] {
        let mut ledger = example.ledger()?;
        append(&mut ledger, &tenant, &run_id, std::slice::from_ref(first), |_| Ok(()))?;
        let refused =
            append(&mut ledger, &tenant, &run_id, std::slice::from_ref(event), |_| Ok(()));
        let conflict =
            refused.as_ref().is_err_and(|error| *error.code() == Code::REVISION_CONFLICT);
        expect(conflict, format!("{what} is refused with revision_conflict"), || match refused {
            Ok(()) => "it is appended".to_owned(),
            Err(error) => error.to_string(),
        })?;
        append(&mut ledger, &tenant, &run_id, std::slice::from_ref(second), |_| Ok(()))?;
        same_events(&ledger.events(&tenant, &run_id)?, &[first.clone(), second.clone()])?;
    }
    Ok(())
}

/// Two tenants, each with a run of the same id; one has a receipt and marks.
pub(super) fn tenants_apart<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    let (tenant, other, run_id) = (tenant(), other_tenant(), run_id("c-1"));
    let (spent, args) = (ApprovalId([7; 16]), Digest::of("conformance", &[]));
    let events = events_of(example, &tenant, &run_id, TEXT)?;
    append(&mut ledger, &tenant, &run_id, &events, |tx| {
        tx.keep_receipt(&tenant, &run_id, "{}")?;
        tx.set_mark(&tenant, Mark::SpentApproval(&spent), &run_id)?;
        tx.set_mark(&tenant, Mark::RejectedArgs(&args), &run_id)
    })?;
    let theirs = events_of(example, &other, &run_id, "theirs")?;
    append(&mut ledger, &other, &run_id, &theirs, |tx| {
        Ok((tx.receipt(&other, &run_id)?, tx.marked(&other, Mark::SpentApproval(&spent))?))
    })
    .map_err(Standing::from)
    .and_then(|found| {
        let expected = "a transaction sees nothing of another tenant's receipts and marks";
        expect(found == (None, None), expected, || format!("it sees {found:?}"))
    })?;
    same_events(&ledger.events(&tenant, &run_id)?, &events)?;
    same_events(&ledger.events(&other, &run_id)?, &theirs)?;
    let found = (
        ledger.receipt(&other, &run_id)?,
        ledger.marked(&other, Mark::SpentApproval(&spent))?,
        ledger.marked(&other, Mark::RejectedArgs(&args))?,
    );
    let expected = "nothing is seen of another tenant's receipts and marks";
    expect(found == (None, None, None), expected, || format!("this is seen: {found:?}"))?;
    append(&mut ledger, &other, &run_id, &[], |tx| {
        tx.keep_receipt(&other, &run_id, r#"{"theirs":true}"#)?;
        tx.set_mark(&other, Mark::SpentApproval(&spent), &run_id)
    })?;
    let found = (ledger.receipt(&tenant, &run_id)?, ledger.receipt(&other, &run_id)?);
    let expected = "each tenant has a receipt of its own under the same id";
    let kept = (Some("{}"), Some(r#"{"theirs":true}"#));
    expect((found.0.as_deref(), found.1.as_deref()) == kept, expected, || format!("{found:?}"))?;
    for tenant in [&tenant, &other] {
        let (runs, waiting) = (ledger.runs(tenant)?.len(), ledger.pending(tenant)?.len());
        let expected = format!("{tenant} has one run, which waits");
        expect((runs, waiting) == (1, 1), expected, || {
            format!("{runs} runs, {waiting} that wait")
        })?;
    }
    Ok(())
}

pub(super) fn ids_as_bytes<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    let mut pairs = vec![("a".to_owned(), "b".to_owned())];
    pairs.extend([("A", "b"), ("a", "B")].map(|(t, r)| (t.to_owned(), r.to_owned())));
    for between in ["/", ":", ".", "_", "-", ""] {
        pairs.push(("a".to_owned(), format!("b{between}c")));
        pairs.push((format!("a{between}b"), "c".to_owned()));
    }
    let mut kept = Vec::new();
    for (tenant, id) in pairs {
        let (tenant, run_id) = (Tenant::new(&tenant)?, RunId::new(&id)?);
        let events = events_of(example, &tenant, &run_id, TEXT)?;
        let receipt = format!(r#"{{"of":"{tenant} {run_id}"}}"#);
        append(&mut ledger, &tenant, &run_id, &events, |tx| {
            tx.keep_receipt(&tenant, &run_id, &receipt)
        })?;
        kept.push((tenant, run_id, events, receipt));
    }
    kept.iter().try_for_each(|(tenant, run_id, events, receipt)| {
        same_events(&ledger.events(tenant, run_id)?, events)?;
        let found = ledger.receipt(tenant, run_id)?;
        let expected = format!("the receipt of {tenant}, {run_id}: {receipt}");
        expect(found.as_ref() == Some(receipt), expected, || format!("{found:?}"))
    })
}

/// Opens runs, of which those in `waiting` wait for a decision. Each goes on after all were opened, in
/// another order, and the others have waited before.
fn open_runs<E: LedgerExample>(
    example: &E,
    ledger: &mut E::Ledger,
    waiting: &[&str],
) -> Result<(), Standing> {
    let (tenant, ids) = (tenant(), ["c-3", "c-1", "c-10", "c-2"].map(run_id));
    for run_id in &ids {
        let events = rejected_events_of(example, &tenant, run_id, TEXT)?;
        append(ledger, &tenant, run_id, events.get(..2).unwrap_or_default(), |_| Ok(()))?;
    }
    for run_id in ids.iter().rev() {
        let events = rejected_events_of(example, &tenant, run_id, TEXT)?;
        append(ledger, &tenant, run_id, events.get(2..4).unwrap_or_default(), |_| Ok(()))?;
        if !waiting.contains(&run_id.as_str()) {
            append(ledger, &tenant, run_id, events.get(4..).unwrap_or_default(), |_| Ok(()))?;
        }
    }
    Ok(())
}

fn same_runs(found: &[RunId], expected: &[&str], what: &str) -> Checked {
    let found: Vec<&str> = found.iter().map(RunId::as_str).collect();
    expect(found == expected, format!("{what}: {}", expected.join(", ")), || found.join(", "))
}

pub(super) fn waiting_runs<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    open_runs(example, &mut ledger, &["c-3", "c-2"])?;
    same_runs(&ledger.pending(&tenant())?, &["c-3", "c-2"], "the runs that wait")
}

pub(super) fn order_of_runs<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    open_runs(example, &mut ledger, &[])?;
    same_runs(&ledger.runs(&tenant())?, &["c-3", "c-1", "c-10", "c-2"], "the runs")
}

pub(super) fn all_tenants<E: LedgerExample>(example: &E) -> Checked {
    let mut ledger = example.ledger()?;
    for tenant in [tenant(), other_tenant(), tenant()] {
        let id = if ledger.runs(&tenant)?.is_empty() { "c-1" } else { "c-2" };
        let events = events_of(example, &tenant, &run_id(id), TEXT)?;
        append(&mut ledger, &tenant, &run_id(id), &events, |_| Ok(()))?;
    }
    let mut found = ledger.tenants()?;
    found.sort();
    let names: Vec<&str> = found.iter().map(Tenant::as_str).collect();
    let expected = [tenant(), other_tenant()];
    expect(found == expected, "both tenants, once each", || names.join(", "))
}
