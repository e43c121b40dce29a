//! One run from opening to its receipt on the in-memory ledger: time and allocations.
//!
//! `cargo bench --bench allocations`
#![allow(clippy::unwrap_used, clippy::panic)]

use countersign::domains::museum::{self, Museum, Question};
use countersign::ledger::MemoryLedger;
use countersign::{FixtureDecision, Observed, Policy, Reviewer, Tick, resume};
use divan::{AllocProfiler, Bencher};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

fn card() -> museum::Card {
    museum::Card::read(
        r#"{"request_id":"R-1","exhibit_id":"EX-204","observed_year":1930,"note":""}"#,
    )
    .unwrap()
}

fn run(museum: &Museum, card: &museum::Card, ledger: &mut MemoryLedger) {
    let opening = museum.open(card, Policy::default()).unwrap();
    let mut in_flight = opening.then_reserve(Question::Catalogue).save(ledger).unwrap().unwrap();
    let answer = museum.look_up(in_flight.attempt().unwrap());
    let observed = in_flight.observe(answer).unwrap().save(ledger).unwrap().unwrap();
    let Observed::Complete(looked_up) = observed else { panic!("the fact is there") };
    let drafted = looked_up.draft(museum, Tick::new(5).unwrap()).unwrap();
    let review = drafted.save(ledger).unwrap().unwrap();
    let decision = FixtureDecision {
        reviewer: Reviewer::new(museum::FIXTURE_REVIEWER).unwrap(),
        draft_digest: review.draft_digest(),
        revision: review.revision(),
        decided_at: Tick::new(6).unwrap(),
    };
    let approval = decision.admit_approval(&review, museum).unwrap();
    let approved = review.approve(approval, museum).unwrap().save(ledger).unwrap().unwrap();
    let simulating = approved.simulate(museum, Tick::new(6).unwrap()).unwrap();
    drop(simulating.save(ledger).unwrap().unwrap());
}

#[divan::bench]
fn validated_to_simulated(bencher: Bencher<'_, '_>) {
    let (museum, card) = (Museum::default(), card());
    bencher.with_inputs(MemoryLedger::new).bench_local_refs(|ledger| run(&museum, &card, ledger));
}

#[divan::bench]
fn resumed(bencher: Bencher<'_, '_>) {
    let (museum, card, mut ledger) = (Museum::default(), card(), MemoryLedger::new());
    run(&museum, &card, &mut ledger);
    bencher.bench_local(|| {
        resume::<Museum, _>(&mut ledger, &museum::tenant(), card.run_id()).unwrap().unwrap()
    });
}
