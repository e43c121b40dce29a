//! Taking a request in: it opens a run, or finds the one that its id already has.

use crate::code::Code;
use crate::domain::Domain;
use crate::error::{Error, Reason};
use crate::json::Loose;
use crate::ledger::{Ledger, LedgerError};
use crate::run::{AnyRun, Opening, Run, resume};

/// Takes a request in under its id. The first time, a run is opened. After that the run of this id
/// comes back, wherever it is by then, so that sending a request twice asks for nothing twice.
///
/// # Errors
/// [`Error`]: `operation_conflict` where the id belongs to another payload, and nothing of that one
/// is said; else as [`Run::open`], [`resume`] and the ledger have it.
///
/// ```
/// use countersign::domains::museum::{self, Museum};
/// use countersign::json::Loose;
/// use countersign::{Opening, Policy, Requester, RunId, ledger::MemoryLedger, submit};
///
/// let mut ledger = MemoryLedger::new();
/// let opening = Opening {
///     tenant: museum::TENANT,
///     run_id: RunId::new("R-1")?,
///     requester: Requester::new("label-agent")?,
///     policy: Policy::default(),
///     overrides: None,
/// };
/// let card = |year| Loose::parse(&format!(
///     r#"{{"request_id":"R-1","exhibit_id":"EX-101","observed_year":{year},"note":""}}"#
/// ));
/// let opened = submit(&Museum::default(), opening.clone(), &card(1904)?, &mut ledger)?;
/// let again = submit(&Museum::default(), opening.clone(), &card(1904)?, &mut ledger)?;
/// assert_eq!((opened.revision(), again.revision()), (1, 1));
/// let other = submit(&Museum::default(), opening, &card(1905)?, &mut ledger).unwrap_err();
/// assert_eq!(other.code().as_str(), "operation_conflict");
/// # Ok::<(), countersign::Error>(())
/// ```
pub fn submit<D: Domain, L: Ledger>(
    domain: &D,
    opening: Opening,
    request: &Loose,
    ledger: &mut L,
) -> Result<AnyRun<D>, Error> {
    let (tenant, run_id) = (opening.tenant.clone(), opening.run_id.clone());
    let find = |ledger: &mut L| match resume::<D, L>(ledger, &tenant, &run_id)? {
        Some(run) if run.has_payload(request) => Ok(Some(run)),
        Some(_) => {
            let detail = format!("{run_id} belongs to another payload");
            Err(Error::Refusal(Reason { code: Code::OPERATION_CONFLICT, detail }))
        }
        None => Ok(None),
    };
    if let Some(run) = find(ledger)? {
        return Ok(run);
    }
    match Run::open(domain, opening, request)?.save_any(ledger) {
        // Another process opened it in between.
        Err(error) if error.is_revision_conflict() => {
            let gone = || LedgerError::damaged(&tenant, &run_id, "the run is gone");
            find(ledger)?.ok_or_else(|| gone().into())
        }
        opened => Ok(opened?),
    }
}
