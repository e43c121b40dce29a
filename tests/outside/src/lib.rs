//! A package of its own, with a domain of its own: a book is lent to a reader, once a person agrees.

use countersign::domain::{Commit, Domain, Effectful, Facts, Lookup, NoDraft, NoEffect};
use countersign::ledger::{Memory, MemoryHandle};
use countersign::run::{CommitPermit, SimulationPermit};
use countersign::{Code, Reviewer, SourceVersion};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub book: String,
    pub reader: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shelf {
    pub book: String,
    pub version: u64,
    pub lent: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loan {
    pub book: String,
    pub reader: String,
    pub version: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GetShelf;

impl Lookup for GetShelf {
    fn all() -> &'static [GetShelf] {
        &[GetShelf]
    }
    fn name(self) -> &'static str {
        "get_shelf"
    }
}

pub struct Loans {
    pub catalogue: u64,
}

impl Domain for Loans {
    const NAME: &'static str = "loans";
    const ACTION: &'static str = "book.lend";
    const VERSION: u64 = 1;
    type Request = Request;
    type Lookup = GetShelf;
    type Fact = Shelf;
    type Draft = Loan;
    type Args = Loan;

    fn source_version(&self) -> SourceVersion {
        SourceVersion::new(&format!("catalogue-{}", self.catalogue)).expect("an id")
    }
    fn may_decide(&self, reviewer: &Reviewer) -> bool {
        reviewer.as_str() == "librarian"
    }
    fn check_request(request: &Request) -> Result<(), String> {
        if request.reader.trim().is_empty() { Err("reader: nobody".to_owned()) } else { Ok(()) }
    }
    fn check_fact(
        asked: &Request,
        _: GetShelf,
        shelf: &Shelf,
        _: &SourceVersion,
    ) -> Result<(), String> {
        if shelf.book == asked.book { Ok(()) } else { Err("it is another book".to_owned()) }
    }
    fn draft(&self, request: &Request, facts: &Facts<Loans>) -> Result<Loan, NoDraft> {
        let no =
            |reason| NoDraft { reason: Code::own(reason).expect("a code"), detail: String::new() };
        let shelf = facts.get(GetShelf).ok_or_else(|| no("nothing_read"))?;
        if shelf.lent {
            return Err(no("already_lent"));
        }
        Ok(Loan {
            book: shelf.book.clone(),
            reader: request.reader.clone(),
            version: shelf.version,
        })
    }
    fn args(draft: &Loan) -> Loan {
        Loan { book: draft.book.clone(), reader: draft.reader.clone(), version: draft.version }
    }
    fn would_change(&self, _: SimulationPermit<'_, Loans>) -> bool {
        true
    }
}

impl Effectful for Loans {}

impl Commit<Memory> for Loans {
    fn effect(
        &self,
        permit: CommitPermit<'_, Loans>,
        shelves: &mut MemoryHandle<'_>,
    ) -> Result<(), NoEffect> {
        let Loan { book, reader, version } = permit.args();
        let place = format!("{}/{book}", permit.tenant());
        if shelves.value(&place) != Some(&format!("in {version}")) {
            return Err(NoEffect::state_changed("the book is not where it was"));
        }
        shelves.set_value(&place, &format!("lent to {reader}"));
        Ok(())
    }
}
