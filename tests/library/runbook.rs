//! The runbook: in each phase a crash leaves a run, and what the runbook names leads on from there.

use countersign::decision::Verdict;
use countersign::json::Loose;
use countersign::ledger::MemoryLedger;
use countersign::runbook::Recovery;
use countersign::{AnyRun, Found, Observed, Opening, Policy, Requester, Run};

use crate::support::{run_id, tick};
use crate::tally::*;

/// Brings a run to where a crash finds it.
type Until = fn(&mut MemoryLedger);

/// A step: the method that the runbook names, and the phase that it leads to.
type Step = (&'static str, fn(&mut MemoryLedger, AnyRun<Tally>) -> AnyRun<Tally>, &'static str);

#[test]
fn from_every_phase_what_the_runbook_names_leads_on() {
    let phases: [(&str, Until, &[Step]); 12] = [
        ("VALIDATED", validated, &[("`reserve`", reserve, "IN_FLIGHT")]),
        (
            "IN_FLIGHT",
            |ledger| drop(validated_run(ledger).reserve(Count).save(ledger).unwrap().unwrap()),
            &[("`abandon`", abandon, "VALIDATED"), ("`reserve`", reserve, "IN_FLIGHT")],
        ),
        (
            "LOOKED_UP",
            |ledger| drop(looked_up(ledger, "op-1", Terms::default())),
            &[("`draft`", draft, "REVIEW")],
        ),
        (
            "REVIEW",
            |ledger| drop(review(ledger, "op-1")),
            &[("`approve`", say_yes, "APPROVED_FOR_COMMIT")],
        ),
        (
            "APPROVED_FOR_SIMULATION",
            |ledger| {
                drop(simulable(ledger));
            },
            &[("`simulate`", simulate, "SIMULATED")],
        ),
        (
            "APPROVED_FOR_COMMIT",
            |ledger| drop(approved(ledger, "op-1")),
            &[(
                "`begin_commit`",
                |ledger, run| {
                    let AnyRun::AtApprovedForCommit(run) = run else { panic!("{run:?}") };
                    begin(ledger, run).into()
                },
                "COMMITTING",
            )],
        ),
        // A commit that is begun, and of which nobody knows how far it came, reads as unconfirmed.
        (
            "UNCONFIRMED",
            |ledger| drop(committing(ledger, "op-1")),
            &[("`look_up`", look_up, "APPROVED_FOR_COMMIT")],
        ),
        (
            "UNCONFIRMED",
            |ledger| drop(committing(ledger, "op-1")),
            &[("`fence`", fence, "STOPPED")],
        ),
        (
            "SIMULATED",
            |ledger| {
                let run = simulable(ledger);
                drop(simulate(ledger, run));
            },
            &[],
        ),
        ("COMMITTED", committed, &[]),
        ("REJECTED", rejected, &[]),
        (
            "STOPPED",
            |ledger| {
                drop(committing(ledger, "op-1"));
                let run = found(ledger, "op-1");
                drop(fence(ledger, run));
            },
            &[],
        ),
    ];
    for (phase, until, steps) in phases {
        let mut ledger = MemoryLedger::new();
        until(&mut ledger);
        let mut run = found(&mut ledger, "op-1");
        assert_eq!(run.phase(), phase);
        let recovery = Recovery::find(phase).unwrap();
        for (method, step, leads_to) in steps {
            assert!(recovery.program.contains(method), "{phase}: {method} is not named");
            run = step(&mut ledger, run);
            assert_eq!(run.phase(), *leads_to, "{phase}: {method}");
        }
        if steps.is_empty() {
            assert!(recovery.means.starts_with("Finished"), "{phase}");
        }
    }
}

#[test]
fn no_phase_is_missing_and_none_is_there_twice() {
    let phases: Vec<&str> = Recovery::all().iter().map(|recovery| recovery.phase).collect();
    let in_order = [
        "VALIDATED",
        "IN_FLIGHT",
        "LOOKED_UP",
        "REVIEW",
        "APPROVED_FOR_SIMULATION",
        "APPROVED_FOR_COMMIT",
        "COMMITTING",
        "UNCONFIRMED",
        "SIMULATED",
        "COMMITTED",
        "REJECTED",
        "STOPPED",
    ];
    assert_eq!(phases, in_order);
    for Recovery { phase, means, lost, operator, program } in Recovery::all() {
        for text in [means, lost, operator, program] {
            assert!(text.ends_with('.'), "{phase}: {text}");
        }
    }
}

fn validated_run(ledger: &mut MemoryLedger) -> Run<Tally, countersign::phase::Validated> {
    let opening = Opening {
        tenant: tenant(),
        run_id: run_id("op-1"),
        requester: Requester::new("agent").unwrap(),
        policy: Policy::default(),
        overrides: None,
    };
    let request = Loose::parse("1").unwrap();
    Run::open(&Tally::default(), opening, &request).unwrap().save(ledger).unwrap().unwrap()
}

fn validated(ledger: &mut MemoryLedger) {
    drop(validated_run(ledger));
}

fn reserve(ledger: &mut MemoryLedger, run: AnyRun<Tally>) -> AnyRun<Tally> {
    let AnyRun::AtValidated(run) = run else { panic!("{run:?}") };
    run.reserve(Count).save(ledger).unwrap().unwrap().into()
}

fn abandon(ledger: &mut MemoryLedger, run: AnyRun<Tally>) -> AnyRun<Tally> {
    let AnyRun::AtInFlight(run) = run else { panic!("{run:?}") };
    match run.abandon().save(ledger).unwrap().unwrap() {
        Observed::MoreToRead(run) => run.into(),
        Observed::Complete(run) => run.into(),
    }
}

fn draft(ledger: &mut MemoryLedger, run: AnyRun<Tally>) -> AnyRun<Tally> {
    let AnyRun::AtLookedUp(run) = run else { panic!("{run:?}") };
    run.draft(&Tally::default(), tick(5)).unwrap().save(ledger).unwrap().unwrap().into()
}

fn say_yes(ledger: &mut MemoryLedger, run: AnyRun<Tally>) -> AnyRun<Tally> {
    let AnyRun::AtReview(run) = run else { panic!("{run:?}") };
    approve(ledger, run).into()
}

fn simulable(ledger: &mut MemoryLedger) -> AnyRun<Tally> {
    let review = review(ledger, "op-1");
    let signed = signed(&review, Verdict::ApproveSimulation);
    let tally = Tally::default();
    let approval = signed.verify_simulation(&keyring(), &review, &tally, tick(6)).unwrap();
    review.approve(approval, &tally).unwrap().save(ledger).unwrap().unwrap().into()
}

fn simulate(ledger: &mut MemoryLedger, run: AnyRun<Tally>) -> AnyRun<Tally> {
    let AnyRun::AtApprovedForSimulation(run) = run else { panic!("{run:?}") };
    run.simulate(&Tally::default(), tick(7)).unwrap().save(ledger).unwrap().unwrap().into()
}

fn look_up(ledger: &mut MemoryLedger, run: AnyRun<Tally>) -> AnyRun<Tally> {
    let AnyRun::AtUnconfirmed(run) = run else { panic!("{run:?}") };
    match run.look_up(ledger).unwrap().unwrap() {
        Found::Confirmed(run) => run.into(),
        Found::Absent(run) => run.into(),
    }
}

fn fence(ledger: &mut MemoryLedger, run: AnyRun<Tally>) -> AnyRun<Tally> {
    let AnyRun::AtUnconfirmed(run) = run else { panic!("{run:?}") };
    run.fence(ledger).unwrap().into()
}

fn committed(ledger: &mut MemoryLedger) {
    let committing = committing(ledger, "op-1");
    drop(committing.commit(&Tally::default(), &keyring(), || tick(8), ledger).unwrap().unwrap());
}

fn rejected(ledger: &mut MemoryLedger) {
    let review = review(ledger, "op-1");
    let signed = signed(&review, Verdict::Reject);
    let rejection =
        signed.verify_rejection(&keyring(), &review, &Tally::default(), tick(6)).unwrap();
    drop(review.reject(rejection, &Tally::default()).unwrap().save(ledger).unwrap().unwrap());
}
