//! Taking turns: while one process holds the claim, no other that asks for it works on the ledger.
//!
//! An attempt in flight tells nobody whether the process that reserved it is alive. Under the claim
//! it is known: whoever finds one knows that its process has died, as the system frees a claim
//! with its process.

use std::fs::{File, OpenOptions, TryLockError};
use std::time::{Duration, Instant};

use crate::code::Code;
use crate::ledger::LedgerError;
use crate::ledger::sqlite::SqliteLedger;
use crate::ledger::sqlite::open::companion;

/// How often to ask again.
const PAUSE: Duration = Duration::from_millis(1);

/// A process's turn at a ledger; it ends when this is dropped, or with the process.
#[derive(Debug)]
#[must_use = "the turn lasts as long as this is held"]
pub struct Claim(#[expect(dead_code, reason = "holding it is its use")] File);

impl SqliteLedger {
    /// Waits for this process's turn. Saving needs no claim: a rival's save is a conflict.
    ///
    /// The claim is on a file of its own beside the ledger, `-claim`: closing the ledger's own file
    /// a second time would end SQLite's locks on it.
    ///
    /// # Errors
    /// [`LedgerError`] with `ledger_busy` where the turn does not come in time, `file_failed` where
    /// the file beside the ledger can not be opened.
    pub fn claim(&self) -> Result<Claim, LedgerError> {
        let path = companion(&self.path, "-claim");
        // Made where it is missing, never through a link; a pipe would be waited for.
        let is_another = std::fs::symlink_metadata(&path).is_ok_and(|about| !about.is_file());
        let failed = |error: std::io::Error| {
            let detail = format!("the file beside the ledger, -claim: {error}");
            LedgerError::new(Code::FILE_FAILED, detail)
        };
        if is_another {
            return Err(failed(std::io::Error::other("is a link, or no file")));
        }
        let open = OpenOptions::new().create(true).truncate(false).write(true).open(path);
        let file = open.map_err(failed)?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Claim(file)),
                Err(TryLockError::WouldBlock) if start.elapsed() < self.wait => {
                    std::thread::sleep(PAUSE);
                }
                Err(TryLockError::WouldBlock) => {
                    let detail = "another process is at work on the ledger";
                    return Err(LedgerError::new(Code::LEDGER_BUSY, detail));
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
    }
}
