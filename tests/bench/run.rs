//! One run of the museum from opening to its receipt, for both benchmarks.

use countersign::domains::museum::{self, Card, Museum, Question};
use countersign::ledger::Ledger;
use countersign::{FixtureDecision, Observed, Policy, Tick};

pub(crate) fn card(number: usize) -> Card {
    let card = format!(
        r#"{{"request_id":"R-{number}","exhibit_id":"EX-204","observed_year":1930,"note":""}}"#
    );
    Card::read(&card).unwrap()
}

pub(crate) fn run<L: Ledger>(museum: &Museum, card: &Card, ledger: &mut L) {
    let opening = museum.open(card, Policy::default()).unwrap();
    let mut in_flight = opening.then_reserve(Question::Catalogue).save(ledger).unwrap().unwrap();
    let answer = museum.look_up(in_flight.attempt().unwrap());
    let observed = in_flight.observe(answer).unwrap().save(ledger).unwrap().unwrap();
    let Observed::Complete(looked_up) = observed else { panic!("the fact is there") };
    let drafted = looked_up.draft(museum, Tick::new(5).unwrap()).unwrap();
    let review = drafted.save(ledger).unwrap().unwrap();
    let decision = FixtureDecision {
        reviewer: museum::FIXTURE_REVIEWER,
        draft_digest: review.draft_digest(),
        revision: review.revision(),
        decided_at: Tick::new(6).unwrap(),
    };
    let approval = decision.admit_approval(&review, museum).unwrap();
    let approved = review.approve(approval, museum).unwrap().save(ledger).unwrap().unwrap();
    let simulating = approved.simulate(museum, Tick::new(6).unwrap()).unwrap();
    drop(simulating.save(ledger).unwrap().unwrap());
}
