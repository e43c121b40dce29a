//! Digests: SHA-256 over pieces that can not be mistaken for other pieces.
//!
//! Every use has a label of its own (`countersign.draft/v1`), the first piece of all, so that the
//! digest of one use is never one of another; and every piece carries its length, so that what
//! ends one piece can not begin the next.
//!
//! ```
//! use countersign::digest::{Digest, Piece};
//!
//! let view = Digest::of("countersign.view/v1", &[Piece::Text("Close CASE-1042")]);
//! assert_eq!(view.to_string().parse(), Ok(view));
//!
//! let parts = Digest::of("countersign.view/v1", &[Piece::Text("Close "), Piece::Text("CASE-1042")]);
//! assert_ne!(view, parts);
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// PASETO's pre-authentication encoding: the count of the pieces, then each with its length before
/// it, all 8 bytes little-endian. No two lists of pieces have the same encoding. It is public to be
/// checked against other implementations: what is hashed here goes through [`Digest::of`].
#[must_use]
pub fn pae(pieces: &[&[u8]]) -> Vec<u8> {
    let mut encoded = length(pieces.len()).to_vec();
    for piece in pieces {
        encoded.extend(length(piece.len()));
        encoded.extend_from_slice(piece);
    }
    encoded
}

fn length(length: usize) -> [u8; 8] {
    (length as u64).to_le_bytes()
}

/// One piece of what is hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Bytes as they are.
    Bytes(&'a [u8]),
    /// A text's UTF-8, not normalized.
    Text(&'a str),
    /// A number: 8 bytes, big-endian.
    Number(u64),
    /// Another digest: its 32 bytes.
    Digest(&'a Digest),
}

/// A SHA-256 digest; in text 64 lower-case hexadecimal digits, in no other spelling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    /// 32 zero bytes: what stands before the first event of a chain. No pieces have it.
    pub const ZERO: Digest = Digest([0; 32]);

    /// SHA-256 over [`pae`] of a label and pieces.
    ///
    /// The label is one for this use alone, and says its version: whoever hashes something else,
    /// or hashes it otherwise, takes another.
    #[must_use]
    pub fn of(label: &str, pieces: &[Piece<'_>]) -> Digest {
        let numbers: Vec<[u8; 8]> = pieces
            .iter()
            .map(
                |piece| {
                    if let Piece::Number(number) = piece { number.to_be_bytes() } else { [0; 8] }
                },
            )
            .collect();
        let mut all = vec![label.as_bytes()];
        all.extend(pieces.iter().zip(&numbers).map(|(piece, number)| match piece {
            Piece::Bytes(bytes) => bytes,
            Piece::Text(text) => text.as_bytes(),
            Piece::Number(_) => number.as_slice(),
            Piece::Digest(digest) => digest.as_bytes().as_slice(),
        }));
        Digest(Sha256::digest(pae(&all)).into())
    }

    /// A digest that was made elsewhere.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }

    /// The 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = InvalidDigest;

    fn from_str(text: &str) -> Result<Digest, InvalidDigest> {
        read_hex(text).map(Digest).ok_or(InvalidDigest)
    }
}

pub(crate) fn write_hex(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// Lower-case digits for exactly `N` bytes, in no other spelling.
pub(crate) fn read_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, odd) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != N || !odd.is_empty() {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = digit(*high)? << 4 | digit(*low)?;
    }
    Some(bytes)
}

impl TryFrom<String> for Digest {
    type Error = InvalidDigest;
    fn try_from(text: String) -> Result<Digest, InvalidDigest> {
        text.parse()
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        digest.to_string()
    }
}

/// A text that is no digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a digest is 64 digits of 0-9 a-f")]
pub struct InvalidDigest;
