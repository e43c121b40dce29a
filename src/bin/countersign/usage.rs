//! Wrong usage, and the values that the parser checks.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use countersign::domains::Named;
use countersign::escape::visible;
use countersign::{Code, RunId, Tenant, Tick};

use crate::failure::Failure;
use crate::output::{Format, Output, Text, tell};

/// A value that is not what its option takes.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{code}: {detail}")]
pub(crate) struct BadValue {
    code: Code,
    detail: String,
}

impl BadValue {
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> BadValue {
        BadValue { code, detail: detail.into() }
    }
}

/// A tick: digits alone, so that every reader takes it alike.
pub(crate) fn tick(text: &str) -> Result<Tick, BadValue> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.and_then(|number| Tick::new(number).ok()).ok_or_else(|| {
        BadValue::new(Code::INVALID_TICK, format!("a tick is an integer from 0 to {}", Tick::MAX))
    })
}

/// A number of ticks.
pub(crate) fn ticks(text: &str) -> Result<u64, BadValue> {
    tick(text).map(Tick::get)
}

pub(crate) fn run_id(text: &str) -> Result<RunId, BadValue> {
    RunId::new(text).map_err(|error| BadValue::new(Code::INVALID_ID, error.to_string()))
}

pub(crate) fn tenant(text: &str) -> Result<Tenant, BadValue> {
    Tenant::new(text).map_err(|error| BadValue::new(Code::INVALID_ID, error.to_string()))
}

/// One of those that have a name.
pub(crate) fn named<N: Named>(name: &str) -> Result<N, BadValue> {
    let detail = || format!("the {}s are {}", N::KIND, N::names());
    N::named(name).ok_or_else(|| BadValue::new(Code::UNKNOWN_NAME, detail()))
}

/// What the parser ended with: help, or a usage error.
pub(crate) fn report(mut error: clap::Error, args: &[OsString]) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // Where nobody reads the help there is nobody to tell.
        drop(write!(anstream::stdout().lock(), "{}", error.render().ansi()));
        return ExitCode::SUCCESS;
    }
    escape_context(&mut error, args);
    let rendered = error.render().to_string();
    let failure = failure(&error, &rendered);
    if wants_json(args) {
        let mut output = Output::new(Format::Json);
        if let Err(failure) = output.json_line(&failure.document()) {
            tell(&failure.text());
        }
    }
    tell(&Text::new().plain(&rendered));
    failure.exit_code()
}

fn failure(error: &clap::Error, rendered: &str) -> Failure {
    let source = std::error::Error::source(error);
    if let Some(bad) = source.and_then(|source| source.downcast_ref::<BadValue>()) {
        return Failure::usage(bad.code.clone(), bad.detail.clone());
    }
    let first = rendered.split("\n\n").next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(first).trim_end();
    Failure::usage(Code::WRONG_USAGE, first)
}

/// The parser quotes what was typed: escaped, line feeds too, or left out where it is a tip with
/// styles in it.
fn escape_context(error: &mut clap::Error, args: &[OsString]) {
    let hides = args.iter().any(|arg| {
        let arg = arg.to_string_lossy();
        visible(&arg) != arg
    });
    if !hides {
        return;
    }
    let escaped: Vec<(ContextKind, ContextValue)> =
        error.context().filter_map(|(kind, value)| Some((kind, escaped(value)?))).collect();
    for (kind, value) in escaped {
        error.insert(kind, value);
    }
}

fn escaped(value: &ContextValue) -> Option<ContextValue> {
    match value {
        ContextValue::String(text) => Some(ContextValue::String(visible(text).into_owned())),
        ContextValue::Strings(texts) => {
            let escaped = texts.iter().map(|text| visible(text).into_owned());
            Some(ContextValue::Strings(escaped.collect()))
        }
        ContextValue::StyledStrs(_) => Some(ContextValue::None),
        _ => None,
    }
}

/// Whether JSON was asked for, as far as arguments tell that could not be parsed.
fn wants_json(args: &[OsString]) -> bool {
    let pairs = args.iter().zip(args.iter().skip(1));
    args.iter().any(|arg| arg == "--format=json")
        || pairs.into_iter().any(|(name, value)| name == "--format" && value == "json")
}
