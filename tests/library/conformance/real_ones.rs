//! The domains and ledgers of this crate, held against the promises.

use std::cell::Cell;

use countersign::conformance::{self, EffectExample, Example, LedgerExample, Report};
use countersign::domain::NoEffect;
use countersign::domains::ticket::{TicketFact, TicketLookup, Tickets};
use countersign::ledger::{
    LedgerError, MemoryHandle, MemoryLedger, Part, SqliteHandle, SqliteLedger,
};
use countersign::{Answer, Attempt, Code, Reviewer, RunId, Tenant};
use tempfile::TempDir;

fn all_kept(report: &Report, not_checked: &[&str]) {
    assert!(report.is_kept(), "{report}");
    let skipped: Vec<&str> = report.not_checked().map(|finding| finding.promise.name).collect();
    assert_eq!(skipped, not_checked, "{report}");
}

struct InMemory;

impl LedgerExample for InMemory {
    type Ledger = MemoryLedger;

    fn name(&self) -> String {
        "MemoryLedger".to_owned()
    }

    fn ledger(&self) -> Result<MemoryLedger, LedgerError> {
        Ok(MemoryLedger::new())
    }

    fn write(&self, handle: &mut MemoryHandle<'_>) -> Result<(), NoEffect> {
        let before: u64 = handle.value("written").map_or(0, |times| times.parse().unwrap());
        handle.set_value("written", &(before + 1).to_string());
        Ok(())
    }

    fn times_written(&self, ledger: &mut MemoryLedger) -> Result<u64, LedgerError> {
        Ok(ledger.value("written").map_or(0, |times| times.parse().unwrap()))
    }
}

#[test]
fn the_ledger_in_memory_keeps_its_promises() {
    // There is one connection to it, and it can not be edited from outside.
    all_kept(&conformance::ledger(&InMemory), &["rivals", "damage"]);
}

/// Ledgers in a folder, each a file of its own.
struct Files {
    folder: TempDir,
    made: Cell<u64>,
}

impl Files {
    fn new() -> Files {
        Files { folder: tempfile::tempdir().unwrap(), made: Cell::new(0) }
    }

    fn open(&self, parts: &'static [Part]) -> Result<SqliteLedger, LedgerError> {
        self.made.set(self.made.get() + 1);
        SqliteLedger::open_with(self.latest(), parts)
    }

    fn latest(&self) -> std::path::PathBuf {
        self.folder.path().join(format!("{}.ledger", self.made.get()))
    }
}

const WRITTEN: &[Part] =
    &[Part { name: "written", sql: "CREATE TABLE written (id INTEGER PRIMARY KEY) STRICT" }];

impl LedgerExample for Files {
    type Ledger = SqliteLedger;

    fn name(&self) -> String {
        "SqliteLedger".to_owned()
    }

    fn ledger(&self) -> Result<SqliteLedger, LedgerError> {
        self.open(WRITTEN)
    }

    fn write(&self, handle: &mut SqliteHandle<'_>) -> Result<(), NoEffect> {
        handle.execute("INSERT INTO written DEFAULT VALUES", &[])?;
        Ok(())
    }

    fn times_written(&self, ledger: &mut SqliteLedger) -> Result<u64, LedgerError> {
        let row = ledger.query_row("SELECT count(*) FROM written", &[])?.unwrap();
        Ok(row[0].as_integer().unwrap().try_into().unwrap())
    }

    fn open_again(&self, ledger: SqliteLedger) -> Result<SqliteLedger, LedgerError> {
        drop(ledger);
        SqliteLedger::open_with(self.latest(), WRITTEN)
    }

    fn connect_again(&self, _: &SqliteLedger) -> Result<Option<SqliteLedger>, LedgerError> {
        SqliteLedger::open_with(self.latest(), WRITTEN).map(Some)
    }

    fn damage(&self, _: &mut SqliteLedger, _: &Tenant, _: &RunId) -> Result<bool, LedgerError> {
        let shell = rusqlite::Connection::open(self.latest()).unwrap();
        let edit = "UPDATE events SET body = replace(body, 'a text', 'another') WHERE revision = 4";
        Ok(shell.execute(edit, []).unwrap() == 1)
    }
}

#[test]
fn the_ledger_in_a_file_keeps_its_promises() {
    all_kept(&conformance::ledger(&Files::new()), &[]);
}

struct TicketExample(Files);

const RESOURCE: &str = "CASE-1042";

impl Example for TicketExample {
    type Domain = Tickets;
    type Ledger = SqliteLedger;

    fn domain(&self) -> Tickets {
        Tickets
    }

    fn ledger(&self, tenants: &[Tenant]) -> Result<SqliteLedger, LedgerError> {
        let mut ledger = self.0.open(Tickets::TABLES)?;
        for tenant in tenants {
            ledger.change_tables(|tickets| {
                let add = "INSERT INTO tickets VALUES (?1, ?2, 'OPEN', 7, 'CASE-0977', NULL, NULL)";
                tickets.execute(add, &[tenant.as_str().into(), RESOURCE.into()])
            })?;
        }
        Ok(ledger)
    }

    fn request(&self) -> String {
        format!(r#"{{"resource":"{RESOURCE}","note":"the same fault"}}"#)
    }

    fn invalid_requests(&self) -> Vec<String> {
        vec![
            self.request().replace(RESOURCE, "two words"),
            self.request().replace("fault", &"fault ".repeat(100)),
            self.request().replace("fault", "\\u0000"),
        ]
    }

    fn undraftable_requests(&self) -> Vec<(String, Code)> {
        vec![(self.request().replace("1042", "1043"), Code::NO_AUTHORIZED_RESOURCE)]
    }

    fn answer(&self, ledger: &mut SqliteLedger, attempt: Attempt<'_, Tickets>) -> Answer<Tickets> {
        let (tenant, resource) = (attempt.tenant(), attempt.request().resource.clone());
        let sql = "SELECT status, version, duplicate_of FROM tickets
                   WHERE tenant = ?1 AND resource = ?2";
        let row = ledger.query_row(sql, &[tenant.as_str().into(), resource.as_str().into()]);
        match row.unwrap() {
            None => attempt.barred(Code::NO_AUTHORIZED_RESOURCE, "no such ticket"),
            Some(row) => attempt.found(TicketFact {
                resource,
                status: row[0].as_text().unwrap().to_owned(),
                version: row[1].as_integer().unwrap().try_into().unwrap(),
                duplicate_of: row[2].as_text().map(str::to_owned),
            }),
        }
    }

    fn foreign_facts(&self, _: TicketLookup) -> Vec<TicketFact> {
        vec![TicketFact {
            resource: "CASE-1043".to_owned(),
            status: "OPEN".to_owned(),
            version: 7,
            duplicate_of: Some("CASE-0977".to_owned()),
        }]
    }

    fn reviewer(&self) -> Reviewer {
        Reviewer::new("desk-reviewer").unwrap()
    }
}

impl EffectExample for TicketExample {
    fn times_carried_out(
        &self,
        ledger: &mut SqliteLedger,
        tenant: &Tenant,
    ) -> Result<u64, LedgerError> {
        let sql = "SELECT count(*) FROM tickets WHERE tenant = ?1 AND status = 'CLOSED'";
        let row = ledger.query_row(sql, &[tenant.as_str().into()])?.unwrap();
        Ok(row[0].as_integer().unwrap().try_into().unwrap())
    }

    fn change_what_was_read(
        &self,
        ledger: &mut SqliteLedger,
        tenant: &Tenant,
    ) -> Result<(), LedgerError> {
        let values = [tenant.as_str().into()];
        ledger.change_tables(|tickets| {
            tickets.execute("UPDATE tickets SET version = 8 WHERE tenant = ?1", &values)
        })?;
        Ok(())
    }
}

#[test]
fn the_ticket_keeps_its_promises() {
    let report = conformance::effect(&TicketExample(Files::new()));
    all_kept(&report, &["source-moved"]);
}
