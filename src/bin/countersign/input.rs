//! Files, and standard input under the name `-`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use countersign::Code;
use countersign::domains::museum::{Catalogue, MAX_CARD_BYTES, Museum};

use crate::failure::Failure;

/// The largest catalogue or case file, in bytes.
const MAX_FILE_BYTES: usize = 16 * 1024 * 1024;

/// What a file is called in messages, which escape it.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.to_string_lossy().into_owned() }
}

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Opens a file to read from; its size is known where it is a file of its own.
pub(crate) fn open(path: &Path) -> Result<(Box<dyn BufRead>, Option<u64>), Failure> {
    if is_stdin(path) {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    let failed = |error| Failure::file(name(path), error);
    let file = File::open(path).map_err(failed)?;
    let about = file.metadata().map_err(failed)?;
    if about.is_dir() {
        return Err(Failure::file(name(path), "is a directory"));
    }
    Ok((Box::new(BufReader::new(file)), about.is_file().then_some(about.len())))
}

/// A whole file of at most `limit` bytes.
fn read(path: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    let (file, _) = open(path)?;
    let mut bytes = Vec::new();
    let one_more = limit.saturating_add(1) as u64;
    file.take(one_more)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::file(name(path), error))?;
    if bytes.len() > limit {
        let detail = format!("{}: more than {limit} bytes", name(path));
        return Err(Failure::new(Code::TOO_LARGE, detail));
    }
    Ok(bytes)
}

pub(crate) fn read_card(path: &Path) -> Result<Vec<u8>, Failure> {
    read(path, MAX_CARD_BYTES)
}

/// A text; `code` says what it is when it is none.
pub(crate) fn read_text(path: &Path, code: Code) -> Result<String, Failure> {
    String::from_utf8(read(path, MAX_FILE_BYTES)?)
        .map_err(|error| Failure::new(code, format!("{}: {error}", name(path))))
}

/// The museum with the catalogue of a file, or with the fixture.
pub(crate) fn museum(catalogue: Option<&PathBuf>) -> Result<Museum, Failure> {
    let Some(path) = catalogue else { return Ok(Museum::default()) };
    let text = read_text(path, Code::INVALID_CATALOGUE)?;
    Ok(Museum::new(Catalogue::read(&text)?))
}

/// A line of a file of cards.
#[derive(Debug)]
pub(crate) struct Line {
    /// Its number, from 1.
    pub(crate) number: u64,
    /// Its bytes; `None` where they are more than a card has.
    pub(crate) bytes: Option<Vec<u8>>,
    /// How many bytes of the file are behind it.
    pub(crate) read: u64,
}

impl Line {
    /// Whether there is nothing on it.
    pub(crate) fn is_blank(&self) -> bool {
        self.bytes.as_ref().is_some_and(|bytes| bytes.trim_ascii().is_empty())
    }
}

/// Lines, one at a time and never more of one than a card has.
pub(crate) struct Lines {
    from: Box<dyn BufRead>,
    number: u64,
    read: u64,
}

impl Lines {
    pub(crate) fn new(from: Box<dyn BufRead>) -> Lines {
        Lines { from, number: 0, read: 0 }
    }

    /// The next line; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let one_more = MAX_CARD_BYTES as u64 + 1;
        let read = (&mut self.from).take(one_more).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        self.read += read as u64;
        let whole = bytes.pop_if(|last| *last == b'\n').is_some() || bytes.len() <= MAX_CARD_BYTES;
        if !whole {
            self.read += self.from.skip_until(b'\n')? as u64;
        }
        let bytes = whole.then_some(bytes);
        Ok(Some(Line { number: self.number, bytes, read: self.read }))
    }
}
