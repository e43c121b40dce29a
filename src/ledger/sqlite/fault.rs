//! From what SQLite says to what a person can do about it.

use rusqlite::{ErrorCode, ffi};

use crate::code::Code;
use crate::ledger::LedgerError;

pub(super) fn damaged(detail: impl Into<String>) -> LedgerError {
    LedgerError::new(Code::LEDGER_DAMAGED, detail)
}

/// An error of anything but the commit itself.
#[expect(clippy::needless_pass_by_value, reason = "it stands in map_err")]
pub(super) fn fault(error: rusqlite::Error) -> LedgerError {
    use rusqlite::Error::{
        FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, SqliteFailure,
    };
    /// The file ends where a page should be.
    const SHORT_READ: i32 = 522;
    let code = match &error {
        SqliteFailure(inner, _) if inner.extended_code == SHORT_READ => {
            return damaged(format!("the file was cut off ({})", said_by(&error)));
        }
        InvalidColumnType(..) | FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) => {
            return damaged(format!("a row holds what it can not hold ({error})"));
        }
        _ => error.sqlite_error_code(),
    };
    let code = match code {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Code::LEDGER_BUSY,
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Code::LEDGER_READ_ONLY,
        Some(ErrorCode::NotADatabase) => Code::NOT_A_LEDGER,
        Some(ErrorCode::ConstraintViolation) if is_unique(&error) => Code::REVISION_CONFLICT,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::ConstraintViolation) => Code::LEDGER_DAMAGED,
        _ => Code::LEDGER_FAILED,
    };
    LedgerError::new(code, said_by(&error))
}

pub(super) fn is_unique(error: &rusqlite::Error) -> bool {
    const UNIQUE: [i32; 2] = [ffi::SQLITE_CONSTRAINT_UNIQUE, ffi::SQLITE_CONSTRAINT_PRIMARYKEY];
    error.sqlite_error().is_some_and(|error| UNIQUE.contains(&error.extended_code))
}

/// An error of the commit itself: nobody knows what is saved.
pub(super) fn unknown(error: &rusqlite::Error) -> LedgerError {
    LedgerError::new(Code::COMMIT_UNKNOWN, said_by(error))
}

/// SQLite's own message, without the statement.
pub(super) fn said_by(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(code, Some(message)) => {
            format!("{message} (SQLite error {})", code.extended_code)
        }
        rusqlite::Error::SqlInputError { error, msg, .. } => {
            format!("{msg} (SQLite error {})", error.extended_code)
        }
        other => other.to_string(),
    }
}
