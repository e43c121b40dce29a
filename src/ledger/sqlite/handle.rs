//! What a domain's effect works with: single statements on the domain's own tables.
//!
//! While one is lent, SQLite asks an authorizer about every statement: it allows reading and
//! writing the domain's tables and nothing else. So an effect can not commit, roll back, attach,
//! change the schema or a setting, or touch the ledger's own tables.

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, ToSql, params_from_iter};

use crate::code::Code;
use crate::ledger::LedgerError;
use crate::ledger::sqlite::fault::{fault, said_by};
use crate::ledger::sqlite::schema;

/// A value in a statement, or in a row: whole numbers, texts and bytes, nothing that is rounded.
#[derive(Clone, PartialEq, Eq)]
pub enum Value {
    /// SQL's `NULL`.
    Null,
    /// A whole number.
    Integer(i64),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl Value {
    /// The number, where it is one.
    #[must_use]
    pub fn as_integer(&self) -> Option<i64> {
        if let Value::Integer(number) = self { Some(*number) } else { None }
    }

    /// The text, where it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Integer(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Value {
        Value::Bytes(bytes.to_vec())
    }
}

/// What kind of value it is, never what it says.
impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Value::Null => "Null",
            Value::Integer(_) => "Integer(..)",
            Value::Text(_) => "Text(..)",
            Value::Bytes(_) => "Bytes(..)",
        })
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>, rusqlite::Error> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// Single statements on the domain's own tables, within a transaction that the ledger ends.
#[derive(Debug)]
pub struct SqliteHandle<'t> {
    connection: &'t Connection,
    /// The first error: after it nothing more is done, and nothing is committed.
    failed: &'t mut Option<LedgerError>,
}

impl<'t> SqliteHandle<'t> {
    pub(super) fn new(
        connection: &'t Connection,
        failed: &'t mut Option<LedgerError>,
    ) -> SqliteHandle<'t> {
        SqliteHandle { connection, failed }
    }

    /// Runs one statement that writes, and says how many rows it changed.
    ///
    /// # Errors
    /// [`LedgerError`], `domain_fault` where the statement is not one that an effect may run. The
    /// whole transaction is then given up.
    pub fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, LedgerError> {
        self.unless_failed(|connection| {
            let mut statement = connection.prepare(sql)?;
            statement.execute(params_from_iter(values)).map(|rows| rows as u64)
        })
    }

    /// Runs one statement that reads, and gives its first row.
    ///
    /// # Errors
    /// As [`execute`](SqliteHandle::execute).
    pub fn query_row(
        &mut self,
        sql: &str,
        values: &[Value],
    ) -> Result<Option<Vec<Value>>, LedgerError> {
        self.unless_failed(|connection| {
            if connection.prepare(sql)?.readonly() {
                return first_row(connection, sql, values);
            }
            Err(rusqlite::Error::InvalidQuery)
        })
    }

    fn unless_failed<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, rusqlite::Error>,
    ) -> Result<T, LedgerError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        work(self.connection).map_err(|error| {
            let error = of_a_statement(error);
            *self.failed = Some(error.clone());
            error
        })
    }
}

fn first_row(
    connection: &Connection,
    sql: &str,
    values: &[Value],
) -> Result<Option<Vec<Value>>, rusqlite::Error> {
    let mut statement = connection.prepare(sql)?;
    let columns = statement.column_count();
    let mut rows = statement.query(params_from_iter(values))?;
    let Some(row) = rows.next()? else { return Ok(None) };
    (0..columns)
        .map(|column| value(row.get_ref(column)?, column))
        .collect::<Result<_, _>>()
        .map(Some)
}

fn value(found: ValueRef<'_>, column: usize) -> Result<Value, rusqlite::Error> {
    Ok(match found {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Text(_) => Value::Text(found.as_str()?.to_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
        ValueRef::Real(_) => {
            let kind = rusqlite::types::Type::Real;
            return Err(rusqlite::Error::InvalidColumnType(column, "a fraction".to_owned(), kind));
        }
    })
}

/// Reads one row outside of a transaction; a statement that would write is refused.
pub(super) fn read_row(
    connection: &mut Connection,
    sql: &str,
    values: &[Value],
) -> Result<Option<Vec<Value>>, LedgerError> {
    guarded(connection, |connection| {
        SqliteHandle::new(connection, &mut None).query_row(sql, values)
    })
}

/// Runs `work` while every statement is held to the domain's own tables.
pub(super) fn guarded<T, E: From<LedgerError>>(
    connection: &mut Connection,
    work: impl FnOnce(&Connection) -> Result<T, E>,
) -> Result<T, E> {
    guarded_by(connection, allow, work)
}

/// Runs `work` while every statement is held to what `allow` allows.
pub(super) fn guarded_by<T, E: From<LedgerError>>(
    connection: &mut Connection,
    allow: impl FnMut(AuthContext<'_>) -> Authorization + Send + 'static,
    work: impl FnOnce(&Connection) -> Result<T, E>,
) -> Result<T, E> {
    connection.authorizer(Some(allow)).map_err(fault)?;
    let done = work(connection);
    let none: Option<fn(AuthContext<'_>) -> Authorization> = None;
    connection.authorizer(none).map_err(fault)?;
    done
}

fn allow(context: AuthContext<'_>) -> Authorization {
    let of_the_domain = |table: &str| {
        context.database_name.is_none_or(|name| name == "main") && !schema::is_reserved(table)
    };
    let allowed = match context.action {
        AuthAction::Select | AuthAction::Recursive => true,
        AuthAction::Function { function_name } => {
            !function_name.eq_ignore_ascii_case("load_extension")
        }
        AuthAction::Read { table_name, .. }
        | AuthAction::Insert { table_name }
        | AuthAction::Delete { table_name }
        | AuthAction::Update { table_name, .. } => of_the_domain(table_name),
        _ => false,
    };
    if allowed { Authorization::Allow } else { Authorization::Deny }
}

/// An error of a domain's own statement. What SQLite says of the database itself counts as always;
/// all else is the domain's doing.
pub(super) fn of_a_statement(error: rusqlite::Error) -> LedgerError {
    let of_the_statement = match &error {
        rusqlite::Error::SqliteFailure(failure, _) => matches!(
            failure.code,
            ErrorCode::AuthorizationForStatementDenied
                | ErrorCode::ConstraintViolation
                | ErrorCode::TypeMismatch
                | ErrorCode::ParameterOutOfRange
                | ErrorCode::ReadOnly
                | ErrorCode::Unknown
        ),
        _ => true,
    };
    if of_the_statement {
        return LedgerError::new(Code::DOMAIN_FAULT, said_by(&error));
    }
    fault(error)
}
