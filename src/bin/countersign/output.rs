//! The only way to standard output and standard error: everything hidden is escaped here.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};
use countersign::escape::{json_safe, visible};
use serde::Serialize;

use crate::failure::Failure;
use crate::rows::{LEGEND, goes_on, rows};

/// The width that text is wrapped to.
const WIDTH: u16 = 80;

/// The width that tables may take.
const TABLE_WIDTH: u16 = 100;

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const WAITS: Style = AnsiColor::Yellow.on_default();

/// For whom the output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs: one document on standard output
    Json,
}

/// Standard output. When its reader has gone the rest is dropped, and the work goes on.
#[derive(Debug)]
pub(crate) struct Output {
    format: Format,
    reader_gone: bool,
}

impl Output {
    pub(crate) fn new(format: Format) -> Output {
        Output { format, reader_gone: false }
    }

    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// The whole answer of a command, in the form that was asked for.
    pub(crate) fn answer<T: Serialize>(
        &mut self,
        value: &T,
        text: impl FnOnce(&T) -> Text,
    ) -> Result<(), Failure> {
        if self.is_json() {
            let json = serde_json::to_string_pretty(value).map_err(Failure::output)?;
            self.write(io::stdout().lock(), &json_safe(&json))
        } else {
            self.text(&text(value))
        }
    }

    /// One document on a line of its own.
    pub(crate) fn json_line<T: Serialize>(&mut self, value: &T) -> Result<(), Failure> {
        let json = serde_json::to_string(value).map_err(Failure::output)?;
        self.write(io::stdout().lock(), &json_safe(&json))
    }

    pub(crate) fn text(&mut self, text: &Text) -> Result<(), Failure> {
        self.write(anstream::stdout().lock(), text.0.trim_end())
    }

    fn write(&mut self, mut to: impl Write, text: &str) -> Result<(), Failure> {
        if self.reader_gone {
            return Ok(());
        }
        match writeln!(to, "{text}").and_then(|()| to.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.reader_gone = true;
                Ok(())
            }
            Err(error) => Err(Failure::output(error)),
        }
    }
}

/// Tells the person at the terminal. Where nobody listens there is nobody to tell.
pub(crate) fn tell(text: &Text) {
    drop(writeln!(anstream::stderr().lock(), "{}", text.0.trim_end()));
}

/// The columns that quoted lines may take: the terminal's where it has fewer than most.
fn width() -> usize {
    let terminal = console::Term::stdout().size_checked();
    terminal.map_or(WIDTH, |(_, columns)| columns.min(WIDTH)).into()
}

/// Whether people see standard error as it is written.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Text for people. What is put in comes out escaped; only the styles here are raw.
#[derive(Debug, Default)]
pub(crate) struct Text(String);

impl Text {
    pub(crate) fn new() -> Text {
        Text::default()
    }

    /// Lines as they are, whatever is hidden in them escaped.
    pub(crate) fn plain(mut self, text: &str) -> Text {
        self.0.push_str(&json_safe(text));
        self
    }

    pub(crate) fn styled(mut self, style: Style, text: &str) -> Text {
        self.0.extend([&format!("{style}"), json_safe(text).as_ref(), &format!("{style:#}")]);
        self
    }

    pub(crate) fn line(self, text: &str) -> Text {
        self.plain(text).plain("\n")
    }

    pub(crate) fn heading(self, text: &str) -> Text {
        self.styled(BOLD, text).plain("\n")
    }

    /// A name and its value, aligned with its neighbours; a long value is wrapped.
    pub(crate) fn field(self, name: &str, value: impl Display) -> Text {
        let label = format!("  {name:<12}");
        let indent = label.len();
        let value = visible(&value.to_string()).into_owned();
        let wrapped = wrap(&value, usize::from(WIDTH).saturating_sub(indent));
        let rest = wrapped.join(&format!("\n{}", " ".repeat(indent)));
        self.styled(DIM, &label).line(&rest)
    }

    pub(crate) fn field_if(self, name: &str, value: Option<impl Display>) -> Text {
        match value {
            Some(value) => self.field(name, value),
            None => self,
        }
    }

    /// A paragraph, wrapped and indented.
    pub(crate) fn paragraph(self, indent: usize, text: &str) -> Text {
        let lines = wrap(text, usize::from(WIDTH).saturating_sub(indent));
        let margin = " ".repeat(indent);
        lines.iter().fold(self, |text, line| text.plain(&margin).line(line))
    }

    /// Lines that are shown as they were bound, each behind a margin. What is too long for a row of
    /// the terminal is broken behind a mark; JSON has the exact text.
    pub(crate) fn quoted(self, margin: &str, text: &str) -> Text {
        // Escaped first: an escape is longer than what it stands for.
        let rows = rows(&json_safe(text), width().saturating_sub(margin.len()));
        let text = if rows.iter().any(|row| goes_on(row)) { self.line(LEGEND) } else { self };
        rows.iter().fold(text, |text, row| text.plain(margin).line(row))
    }

    pub(crate) fn table(
        self,
        header: &[&str],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Text {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(TABLE_WIDTH);
        table.set_header(header.iter().copied());
        for row in rows {
            table.add_row(row.iter().map(|cell| visible(cell).into_owned()));
        }
        // Only the last column may be wrapped: codes and names stay whole.
        for column in table.column_iter_mut().rev().skip(1) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
        let mut lines = table.trim_fmt();
        lines.push('\n');
        match lines.split_once('\n') {
            Some((header, rows)) => self.styled(DIM, header).plain("\n").plain(rows),
            None => self,
        }
    }

    pub(crate) fn then(mut self, more: &Text) -> Text {
        self.0.push_str(&more.0);
        self
    }
}

/// Breaks at spaces; a word that is longer than the width stays whole, so that it can be copied.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { break };
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.extend([" ", word]);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
