//! The smallest domain there is, and no rehearsal: it reads nothing, and drafts nothing.

use countersign::domain::{Domain, Facts, Lookup, NoDraft};
use countersign::run::SimulationPermit;
use countersign::{Code, Reviewer, SourceVersion};

pub struct Garden;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {}

impl Lookup for Nothing {
    fn all() -> &'static [Nothing] {
        &[]
    }

    fn name(self) -> &'static str {
        match self {}
    }
}

impl Domain for Garden {
    const NAME: &'static str = "garden";
    const ACTION: &'static str = "garden.act";
    const VERSION: u64 = 1;

    type Request = ();
    type Lookup = Nothing;
    type Fact = ();
    type Draft = ();
    type Args = ();

    fn source_version(&self) -> SourceVersion {
        unreachable!("a lesson is compiled, never run")
    }

    fn may_decide(&self, _: &Reviewer) -> bool {
        false
    }

    fn check_request((): &()) -> Result<(), String> {
        Ok(())
    }

    fn check_fact((): &(), _: Nothing, (): &(), _: &SourceVersion) -> Result<(), String> {
        Ok(())
    }

    fn draft(&self, (): &(), _: &Facts<Garden>) -> Result<(), NoDraft> {
        Err(NoDraft { reason: Code::NOT_FOUND, detail: String::new() })
    }

    fn args((): &()) {}

    fn would_change(&self, _: SimulationPermit<'_, Garden>) -> bool {
        false
    }
}
