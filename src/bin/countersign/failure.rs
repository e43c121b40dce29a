//! A command that could not do what it was asked: said to people and to programs.

use std::fmt::Display;
use std::process::ExitCode;

use countersign::code::{Entry, Kind};
use countersign::controller::NotDriven;
use countersign::domain::Domain;
use countersign::escape::visible;
use countersign::ledger::LedgerError;
use countersign::{AnyRun, Code, Error, InvalidTick, Reason, Refused};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::output::{BAD, Text};

/// Whose fault it was, as the exit code says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    CouldNot = 1,
    Usage = 2,
}

/// What happened, and what is known beside it.
#[derive(Clone, Debug)]
pub(crate) struct Failure(Box<Inside>);

#[derive(Clone, Debug)]
struct Inside {
    reason: Reason,
    exit: Exit,
    known: Map<String, Value>,
}

impl Failure {
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Failure {
        Failure::of(Reason { code, detail: detail.into() }, Exit::CouldNot)
    }

    pub(crate) fn usage(code: Code, detail: impl Into<String>) -> Failure {
        Failure::of(Reason { code, detail: detail.into() }, Exit::Usage)
    }

    fn of(reason: Reason, exit: Exit) -> Failure {
        Failure(Box::new(Inside { reason, exit, known: Map::new() }))
    }

    /// A file that failed.
    pub(crate) fn file(name: impl Display, error: impl Display) -> Failure {
        Failure::new(Code::FILE_FAILED, format!("{name}: {error}"))
    }

    pub(crate) fn output(error: impl Display) -> Failure {
        Failure::new(Code::OUTPUT_FAILED, format!("standard output: {error}"))
    }

    /// The same, with something that is known of it.
    pub(crate) fn with(mut self, key: &str, value: impl Serialize) -> Failure {
        let value = serde_json::to_value(value).unwrap_or_default();
        self.0.known.insert(key.to_owned(), value);
        self
    }

    /// The same, with all that is known of what it is about.
    pub(crate) fn with_all(self, known: &impl Serialize) -> Failure {
        let Ok(Value::Object(known)) = serde_json::to_value(known) else { return self };
        known.into_iter().fold(self, |failure, (key, value)| failure.with(&key, value))
    }

    /// The same, with its code as the state that the command ended in.
    pub(crate) fn with_state(self) -> Failure {
        let state = self.code().as_str().to_ascii_uppercase();
        self.with("state", state)
    }

    fn code(&self) -> &Code {
        &self.0.reason.code
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.0.exit as u8)
    }

    /// Whether the ledger itself failed, and not this one run or card.
    pub(crate) fn ends_the_work(&self) -> bool {
        let of_the_run = [Code::REVISION_CONFLICT, Code::OTHER_DOMAIN].contains(self.code());
        self.entry().is_some_and(|entry| entry.kind == Kind::Failure) && !of_the_run
    }

    fn entry(&self) -> Option<&'static Entry> {
        self.0.reason.code.entry()
    }

    /// For programs. What is known comes first, so that `line` leads its line.
    pub(crate) fn document(&self) -> Value {
        let mut document = self.0.known.clone();
        document.insert("error".to_owned(), json!(self.0.reason.code));
        document.insert("message".to_owned(), json!(self.0.reason.detail));
        let entry = self.entry();
        document.insert("kind".to_owned(), json!(entry.map(|entry| entry.kind)));
        document.insert("what".to_owned(), json!(entry.map(|entry| entry.what)));
        document.insert("changed".to_owned(), json!(entry.map(|entry| entry.changed)));
        document.insert("next".to_owned(), json!(entry.map(|entry| entry.next)));
        Value::Object(document)
    }

    /// For people: what happened, whether anything changed, what to do.
    pub(crate) fn text(&self) -> Text {
        let Reason { code, detail } = &self.0.reason;
        let kind = self.entry().map_or("error", |entry| entry.kind.as_str());
        let text = Text::new().styled(BAD, kind).plain(": ");
        let text = text.plain(&format!("{code}\n")).field("message", detail);
        let Some(entry) = self.entry() else { return text };
        text.field("what", entry.what).field("changed", entry.changed).field("next", entry.next)
    }

    /// For people, where many are told: one line.
    pub(crate) fn short_text(&self, line: u64) -> Text {
        let Reason { code, detail } = &self.0.reason;
        let text = Text::new().plain(&format!("line {line}: ")).styled(BAD, code.as_str());
        text.plain(": ").plain(&visible(detail))
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::of(refused.reason, Exit::CouldNot)
    }
}

impl From<LedgerError> for Failure {
    fn from(error: LedgerError) -> Failure {
        Failure::new(error.code().clone(), error.detail())
    }
}

impl From<InvalidTick> for Failure {
    fn from(error: InvalidTick) -> Failure {
        Failure::new(Code::INVALID_TICK, error.to_string())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Refusal(reason) | Error::Stop(reason) | Error::FileFailed(reason) => {
                Failure::of(reason, Exit::CouldNot)
            }
            Error::LedgerFailed(error) => error.into(),
            other => Failure::new(other.code().clone(), other.to_string()),
        }
    }
}

impl<D: Domain> From<NotDriven<D>> for Failure {
    fn from(not_driven: NotDriven<D>) -> Failure {
        match not_driven {
            NotDriven::LedgerFailed(error) => error.into(),
            NotDriven::Refusal(refused) => {
                let Refused { reason, run } = *refused;
                Failure::of(reason, Exit::CouldNot).at(&run)
            }
        }
    }
}

impl Failure {
    fn at<D: Domain>(self, run: &AnyRun<D>) -> Failure {
        self.with("phase", run.phase()).with("revision", run.revision())
    }
}
