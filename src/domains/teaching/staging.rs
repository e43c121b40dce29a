//! How a scenario is staged, as plain data: what the tables hold, who proposes, who answers, and
//! what goes wrong.

use std::path::Path;

use crate::code::Code;
use crate::domain::Domain;
use crate::ledger::{LedgerError, Loss, Value};
use crate::planner::Planner;
use crate::run::{Answer, Attempt};

/// One scenario of an exercise.
pub struct Staging<D: Domain> {
    /// Its name, as it is typed and printed.
    pub scenario: &'static str,
    /// What fills the domain's tables. All of it is carried out until there is a run, once more
    /// after a command that was killed before it opened one: let each do nothing where they are
    /// filled already.
    pub filling: Vec<Change>,
    /// Who proposes the next operation.
    pub planner: Box<dyn Planner>,
    /// Who answers.
    pub source: OpenSource<D>,
    /// What goes wrong.
    pub fault: Fault,
}

/// One statement on the domain's tables, with its values.
#[derive(Clone, Debug)]
pub struct Change {
    /// The statement.
    pub sql: &'static str,
    /// What stands for `?1`, `?2` and so on.
    pub values: Vec<Value>,
}

/// Who answers a lookup.
pub type Source<D> = Box<dyn FnMut(Attempt<'_, D>) -> Answer<D>>;

/// Opens the source of an exercise, whose tables are in this ledger's file.
pub type OpenSource<D> = fn(&Path) -> Result<Source<D>, LedgerError>;

/// What goes wrong in a scenario: one thing, or nothing.
#[derive(Clone, Debug)]
pub enum Fault {
    /// Nothing.
    Nothing,
    /// Nobody approves: the run waits.
    NobodyApproves,
    /// What is signed are not the args that the ledger holds.
    OtherArgsSigned,
    /// One bit of the signature is wrong.
    WrongBit,
    /// The approval is presented one tick too late.
    PresentedLate,
    /// Somebody changes the domain's tables, between the approval and the commit.
    Meddling(Change),
    /// The answer to the commit is lost.
    AnswerLost(Loss),
    /// The same approved operation is delivered twice, the second time by a process that took it up
    /// before the first was done.
    DeliveredTwice,
    /// The run is stopped with this code, before there is a draft.
    StopOnTheWay(Code),
}

impl<D: Domain> std::fmt::Debug for Staging<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Staging")
            .field("scenario", &self.scenario)
            .field("fault", &self.fault)
            .finish_non_exhaustive()
    }
}
