//! One run from opening to its receipt on the in-memory ledger: time and allocations.
//!
//! `cargo bench --bench allocations`
#![allow(clippy::unwrap_used, clippy::panic)]

mod run;

use countersign::domains::museum::{self, Museum};
use countersign::ledger::MemoryLedger;
use countersign::resume;
use divan::{AllocProfiler, Bencher};
use run::{card, run};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

#[divan::bench]
fn validated_to_simulated(bencher: Bencher<'_, '_>) {
    let (museum, card) = (Museum::default(), card(1));
    bencher.with_inputs(MemoryLedger::new).bench_local_refs(|ledger| run(&museum, &card, ledger));
}

#[divan::bench]
fn resumed(bencher: Bencher<'_, '_>) {
    let (museum, card, mut ledger) = (Museum::default(), card(1), MemoryLedger::new());
    run(&museum, &card, &mut ledger);
    bencher.bench_local(|| {
        resume::<Museum, _>(&mut ledger, &museum::TENANT, card.run_id()).unwrap().unwrap()
    });
}
