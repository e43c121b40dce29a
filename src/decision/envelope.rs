//! The decision envelope, version 1: what is signed, byte for byte, in one spelling only.
//!
//! `cs1.` + base64url(body) + `.` + base64url(tag), without padding. There is no field for an
//! algorithm or a version: another version has another prefix and a function of its own.

use std::fmt;
use std::str::FromStr;

use base64ct::{Base64UrlUnpadded, Encoding};
use serde::{Deserialize, Serialize};

use crate::decision::Verdict;
use crate::digest::{Digest, pae, read_hex, write_hex};
use crate::id::{
    Audience, Issuer, KeyId, Requester, Reviewer, RunId, SourceVersion, Tenant, is_id,
};
use crate::tick::Tick;

/// The longest envelope, in characters.
const MAX_CHARACTERS: usize = 4096;

const PREFIX: &str = "cs1.";
const TYPE: &[u8] = b"countersign.decision/v1";
const PIECES: usize = 18;
pub(super) const TAG_BYTES: usize = 32;

/// What tells one approval from every other: 16 random bytes; in text 32 lower-case hexadecimal
/// digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ApprovalId(pub(crate) [u8; 16]);

impl ApprovalId {
    /// The 16 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for ApprovalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Debug for ApprovalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for ApprovalId {
    type Err = InvalidApprovalId;

    fn from_str(text: &str) -> Result<ApprovalId, InvalidApprovalId> {
        read_hex(text).map(ApprovalId).ok_or(InvalidApprovalId)
    }
}

impl TryFrom<String> for ApprovalId {
    type Error = InvalidApprovalId;
    fn try_from(text: String) -> Result<ApprovalId, InvalidApprovalId> {
        text.parse()
    }
}

impl From<ApprovalId> for String {
    fn from(id: ApprovalId) -> String {
        id.to_string()
    }
}

/// A text that is no approval id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an approval id is 32 digits of 0-9 a-f")]
pub struct InvalidApprovalId;

/// The 18 pieces of a decision but for the first, which is always the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Envelope {
    pub(crate) key_id: KeyId,
    pub(crate) issuer: Issuer,
    pub(crate) audience: Audience,
    pub(crate) tenant: Tenant,
    pub(crate) run_id: RunId,
    pub(crate) requester: Requester,
    pub(crate) action: String,
    pub(crate) args_digest: Digest,
    pub(crate) draft_digest: Digest,
    pub(crate) view_digest: Digest,
    pub(crate) source_version: SourceVersion,
    pub(crate) revision: u64,
    pub(crate) verdict: Verdict,
    pub(crate) reviewer: Reviewer,
    pub(crate) decided_at: Tick,
    /// Inclusive.
    pub(crate) valid_through: Tick,
    pub(crate) approval_id: ApprovalId,
}

/// A text in the envelope's form: its parts, of which nothing is believed yet.
pub(super) struct Parts {
    pub(super) body: Vec<u8>,
    pub(super) tag: [u8; TAG_BYTES],
}

/// Why a text is no envelope; for the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    Size,
    Form,
    Pieces,
}

impl Flaw {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Flaw::Size => "size",
            Flaw::Form => "form",
            Flaw::Pieces => "pieces",
        }
    }
}

/// The text of a body and its tag.
pub(super) fn print(body: &[u8], tag: &[u8]) -> String {
    let encode = Base64UrlUnpadded::encode_string;
    format!("{PREFIX}{}.{}", encode(body), encode(tag))
}

pub(super) fn read(text: &str) -> Result<Parts, Flaw> {
    if text.len() > MAX_CHARACTERS {
        return Err(Flaw::Size);
    }
    let parts = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('.'));
    let (body, tag) = parts.ok_or(Flaw::Form)?;
    let tag = decode(tag)?.try_into().map_err(|_| Flaw::Form)?;
    Ok(Parts { body: decode(body)?, tag })
}

/// One spelling only: whatever would be written otherwise is refused.
fn decode(text: &str) -> Result<Vec<u8>, Flaw> {
    let bytes = Base64UrlUnpadded::decode_vec(text).map_err(|_| Flaw::Form)?;
    if Base64UrlUnpadded::encode_string(&bytes) == text { Ok(bytes) } else { Err(Flaw::Form) }
}

impl Envelope {
    /// The pieces of an envelope whose tag nobody has looked at.
    pub(crate) fn unverified(text: &str) -> Option<Envelope> {
        Envelope::decode(&read(text).ok()?.body).ok()
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let number = |number: u64| number.to_be_bytes();
        let verdict = [self.verdict.byte()];
        pae(&[
            TYPE,
            self.key_id.as_str().as_bytes(),
            self.issuer.as_str().as_bytes(),
            self.audience.as_str().as_bytes(),
            self.tenant.as_str().as_bytes(),
            self.run_id.as_str().as_bytes(),
            self.requester.as_str().as_bytes(),
            self.action.as_bytes(),
            self.args_digest.as_bytes(),
            self.draft_digest.as_bytes(),
            self.view_digest.as_bytes(),
            self.source_version.as_str().as_bytes(),
            &number(self.revision),
            &verdict,
            self.reviewer.as_str().as_bytes(),
            &number(self.decided_at.get()),
            &number(self.valid_through.get()),
            &self.approval_id.0,
        ])
    }

    pub(super) fn decode(body: &[u8]) -> Result<Envelope, Flaw> {
        let mut pieces = Pieces::of(body).ok_or(Flaw::Pieces)?;
        let envelope = pieces.envelope().ok_or(Flaw::Pieces)?;
        if pieces.left.is_empty() { Ok(envelope) } else { Err(Flaw::Pieces) }
    }
}

/// Takes PAE apart, piece by piece, without believing a length in it.
struct Pieces<'a> {
    left: &'a [u8],
}

impl<'a> Pieces<'a> {
    fn of(body: &'a [u8]) -> Option<Pieces<'a>> {
        let mut pieces = Pieces { left: body };
        (pieces.length()? == PIECES).then_some(pieces)
    }

    fn length(&mut self) -> Option<usize> {
        let (length, left) = self.left.split_first_chunk()?;
        self.left = left;
        usize::try_from(u64::from_le_bytes(*length)).ok()
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        let length = self.length()?;
        let (piece, left) = self.left.split_at_checked(length)?;
        self.left = left;
        Some(piece)
    }

    fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.next()?).ok()
    }

    fn digest(&mut self) -> Option<Digest> {
        self.next()?.try_into().ok().map(Digest::from_bytes)
    }

    fn number(&mut self) -> Option<Tick> {
        let number = u64::from_be_bytes(self.next()?.try_into().ok()?);
        Tick::new(number).ok()
    }

    fn envelope(&mut self) -> Option<Envelope> {
        if self.next()? != TYPE {
            return None;
        }
        let envelope = Envelope {
            key_id: KeyId::new(self.text()?).ok()?,
            issuer: Issuer::new(self.text()?).ok()?,
            audience: Audience::new(self.text()?).ok()?,
            tenant: Tenant::new(self.text()?).ok()?,
            run_id: RunId::new(self.text()?).ok()?,
            requester: Requester::new(self.text()?).ok()?,
            action: Some(self.text()?).filter(|action| is_id(action))?.to_owned(),
            args_digest: self.digest()?,
            draft_digest: self.digest()?,
            view_digest: self.digest()?,
            source_version: SourceVersion::new(self.text()?).ok()?,
            revision: self.number()?.get(),
            verdict: Verdict::from_piece(self.next()?)?,
            reviewer: Reviewer::new(self.text()?).ok()?,
            decided_at: self.number()?,
            valid_through: self.number()?,
            approval_id: ApprovalId(self.next()?.try_into().ok()?),
        };
        (envelope.decided_at <= envelope.valid_through).then_some(envelope)
    }
}
