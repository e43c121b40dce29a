//! The tables and indexes of a domain, beside the ledger's own.

use rusqlite::Connection;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};

use crate::code::Code;
use crate::ledger::LedgerError;
use crate::ledger::sqlite::handle::{guarded_by, of_a_statement};
use crate::ledger::sqlite::schema::is_reserved;

/// A table or an index of a domain.
///
/// `sql` is one statement that begins with `CREATE TABLE name`, `CREATE INDEX name` or `CREATE
/// UNIQUE INDEX name`, in capitals and with single spaces: it is compared with what SQLite keeps of
/// it. It may neither be a virtual table nor use `AUTOINCREMENT` or `DEFERRABLE`: what only shows
/// at the commit could not be told from a lost answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name: letters, digits and underscores.
    pub name: &'static str,
    /// The statement that makes it.
    pub sql: &'static str,
}

impl Part {
    /// Checks the form, before anything is done with it.
    pub(super) fn check(&self) -> Result<(), LedgerError> {
        let Part { name, sql } = self;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(plain) || is_reserved(name) {
            return Err(self.fault("has a name that no table of a domain can have"));
        }
        let starts = ["TABLE", "INDEX", "UNIQUE INDEX"]
            .into_iter()
            .filter_map(|kind| sql.strip_prefix(&format!("CREATE {kind} {name} ")))
            .count();
        if starts != 1 || sql.trim_end() != *sql || sql.ends_with(';') {
            return Err(self.fault("does not begin with CREATE TABLE or CREATE INDEX and its name"));
        }
        let is_word = |word: &str| sql.split(|c| !plain(c)).any(|w| w.eq_ignore_ascii_case(word));
        match ["AUTOINCREMENT", "DEFERRABLE"].into_iter().find(|word| is_word(word)) {
            Some(word) => Err(self.fault(&format!("uses {word}"))),
            None => Ok(()),
        }
    }

    /// Makes it: one statement, which can make this and nothing else.
    pub(super) fn make(&self, connection: &mut Connection) -> Result<(), LedgerError> {
        let name = self.name;
        let allow = move |context: AuthContext<'_>| {
            let allowed = context.database_name.is_none_or(|database| database == "main")
                && match context.action {
                    AuthAction::CreateTable { table_name } => table_name == name,
                    AuthAction::CreateIndex { index_name, table_name } => {
                        let automatic = index_name.starts_with("sqlite_autoindex_");
                        (index_name == name || automatic) && !is_reserved(table_name)
                    }
                    // What making a table comes down to inside SQLite.
                    AuthAction::Insert { table_name } | AuthAction::Update { table_name, .. } => {
                        ["sqlite_master", "sqlite_schema"].contains(&table_name)
                    }
                    AuthAction::Read { .. }
                    | AuthAction::Reindex { .. }
                    | AuthAction::Function { .. } => true,
                    _ => false,
                };
            if allowed { Authorization::Allow } else { Authorization::Deny }
        };
        guarded_by(connection, allow, |connection| {
            let made = connection.prepare(self.sql).and_then(|mut statement| statement.execute([]));
            made.map(|_| ()).map_err(|error| self.fault(of_a_statement(error).detail()))
        })
    }

    pub(super) fn fault(&self, why: &str) -> LedgerError {
        LedgerError::new(Code::DOMAIN_FAULT, format!("the domain's part {}: {why}", self.name))
    }
}
