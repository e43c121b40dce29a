//! Many cards, one a line.

use std::io::{self, BufRead, Read};

use countersign::domains::museum::MAX_CARD_BYTES;

/// A line of a file of cards.
#[derive(Debug)]
pub(super) struct Line {
    /// Its number, from 1.
    pub(super) number: u64,
    /// Its bytes; `None` where they are more than a card has.
    pub(super) bytes: Option<Vec<u8>>,
    /// How many bytes of the file are behind it.
    pub(super) read: u64,
}

impl Line {
    /// Whether there is nothing on it.
    pub(super) fn is_blank(&self) -> bool {
        self.bytes.as_ref().is_some_and(|bytes| bytes.trim_ascii().is_empty())
    }
}

/// Lines, one at a time and never more of one than a card has.
pub(super) struct Lines {
    from: Box<dyn BufRead>,
    number: u64,
    read: u64,
}

impl Lines {
    pub(super) fn new(from: Box<dyn BufRead>) -> Lines {
        Lines { from, number: 0, read: 0 }
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
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
