//! Files, and standard input under the name `-`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use countersign::Code;
use countersign::domains::museum::MAX_CARD_BYTES;

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

/// What is read as a card.
pub(crate) fn card_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    read(path, MAX_CARD_BYTES)
}

/// A text; `code` says what it is when it is none.
pub(crate) fn read_text(path: &Path, code: Code) -> Result<String, Failure> {
    String::from_utf8(read(path, MAX_FILE_BYTES)?)
        .map_err(|error| Failure::new(code, format!("{}: {error}", name(path))))
}
