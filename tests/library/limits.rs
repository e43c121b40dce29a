//! What is bounded, and at which number.

#[cfg(feature = "sqlite")]
#[test]
fn i05_a_note_is_counted_in_characters_and_has_no_nul() {
    use countersign::domain::Domain;
    use countersign::domains::ticket::{CloseRequest, Tickets};

    let check = |note: String| {
        Tickets::check_request(&CloseRequest { resource: "CASE-1".to_owned(), note })
    };
    for taken in [
        String::new(),
        "x".repeat(500),
        "\u{1f600}".repeat(500),
        "e\u{301}".repeat(250),         // a letter and its mark are two
        "\u{202e}\u{200b}".repeat(250), // inert: the card shows them as escapes
    ] {
        assert_eq!(check(taken), Ok(()));
    }
    let too_long = [("x".repeat(501)), "\u{1f600}".repeat(501), "e\u{301}".repeat(251)];
    for refused in too_long.into_iter().chain(["\0".to_owned(), format!("x\0{}", "x".repeat(9))]) {
        assert!(check(refused).is_err());
    }
}

#[test]
fn i03_of_many_that_wait_one_decision_moves_one() {
    use crate::tally::{approve, found, review, tenant};
    use countersign::ledger::{Ledger, MemoryLedger};

    let mut ledger = MemoryLedger::new();
    let mut waiting: Vec<_> =
        (1..=200).map(|number| review(&mut ledger, &format!("op-{number}"))).collect();
    assert_eq!(ledger.pending(&tenant()).unwrap().len(), 200);
    let decided = waiting.remove(99);
    drop(approve(&mut ledger, decided));
    let left = ledger.pending(&tenant()).unwrap();
    assert_eq!(left.len(), 199);
    assert!(left.iter().all(|id| id.as_str() != "op-100"));
    assert_eq!(found(&mut ledger, "op-99").phase(), "REVIEW");
}

#[test]
fn i02_the_largest_budget_is_counted_in_and_does_not_overflow() {
    use countersign::domains::museum::{Museum, Question};
    use countersign::json::MAX_INTEGER;
    use countersign::ledger::MemoryLedger;
    use countersign::{Budget, Policy};

    let most = MAX_INTEGER;
    let budget = Budget { steps: most, lookups: most, attempts: most, writes: most };
    let mut ledger = MemoryLedger::new();
    let policy = Policy { budget, ..Policy::default() };
    let opened = Museum::default().open(&crate::support::card("R-1"), policy).unwrap();
    let run = opened.save(&mut ledger).unwrap().unwrap();
    assert!(run.reserve(Question::Catalogue).save(&mut ledger).unwrap().is_ok());

    let beyond = Policy { budget: Budget { steps: most + 1, ..budget }, ..policy };
    assert!(Museum::default().open(&crate::support::card("R-2"), beyond).is_err());
}
