//! A second reader of the decision envelope, in another style than the library's: a byte cursor,
//! and HMAC, HKDF and base64url by hand over nothing but SHA-256. Where the two disagree, one of
//! them has read the contract wrongly. For tests only: it wipes no keys.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

/// What the store and the caller hold; the envelope has to agree with it.
pub(crate) struct Expected {
    pub(crate) issuer: String,
    pub(crate) audience: String,
    pub(crate) tenant: String,
    pub(crate) run_id: String,
    pub(crate) requester: String,
    pub(crate) action: String,
    pub(crate) args_digest: [u8; 32],
    pub(crate) draft_digest: [u8; 32],
    pub(crate) view_digest: [u8; 32],
    pub(crate) source_version: String,
    pub(crate) revision: u64,
    pub(crate) drafted_at: u64,
    pub(crate) reviewers_allowed: Vec<String>,
}

/// The outward code, and the operator's cause where the code is `approval_invalid`.
pub(crate) type Refusal = (&'static str, Option<&'static str>);

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LAST_NUMBER: u64 = (1 << 53) - 1;

fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

/// RFC 2104: a key longer than one block of 64 bytes is hashed first.
pub(crate) fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut block = [0u8; 64];
    if key.len() > 64 {
        block[..32].copy_from_slice(&sha256(&[key]));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let inner = sha256(&[&block.map(|b| b ^ 0x36), message]);
    sha256(&[&block.map(|b| b ^ 0x5c), &inner])
}

pub(crate) fn pae(pieces: &[&[u8]]) -> Vec<u8> {
    let mut out = (pieces.len() as u64).to_le_bytes().to_vec();
    for piece in pieces {
        out.extend_from_slice(&(piece.len() as u64).to_le_bytes());
        out.extend_from_slice(piece);
    }
    out
}

/// RFC 5869: the 32 bytes wanted are one hash long, so expand is a single round, number 1.
pub(crate) fn derive(root: &[u8; 32], key_id: &[u8], tenant: &[u8]) -> [u8; 32] {
    let extracted = hmac(b"countersign.kdf/v1", root);
    let mut info = pae(&[b"decision", key_id, tenant]);
    info.push(1);
    hmac(&extracted, &info)
}

pub(crate) fn tag_of(key: &[u8; 32], body: &[u8]) -> [u8; 32] {
    hmac(key, &pae(&[b"countersign.envelope/v1", body]))
}

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let byte = |at| group.get(at).copied().unwrap_or(0);
        let word = u32::from_be_bytes([0, byte(0), byte(1), byte(2)]);
        // n bytes need n + 1 characters; the rest would be padding.
        for at in 0..=group.len() {
            let value = usize::try_from((word >> (18 - 6 * at)) & 63).unwrap();
            out.push(char::from(ALPHABET[value]));
        }
    }
    out
}

/// Bits are collected until a byte is full. What is left over must be fewer than six bits, or a
/// whole character spelled nothing, and all zero, or the same bytes would have two spellings.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut held = 0u32;
    let mut bits = 0;
    for character in text.bytes() {
        let value = ALPHABET.iter().position(|known| *known == character)?;
        held = (held << 6) | u32::try_from(value).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push(u8::try_from(held >> bits).ok()?);
            held &= (1 << bits) - 1;
        }
    }
    if bits >= 6 || held != 0 { None } else { Some(out) }
}

/// Walks over a body. Every step is None past the end, so nothing is trusted before it is there.
struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn take(&mut self, n: u64) -> Option<&'a [u8]> {
        // A length is never added to anything, so it can not wrap.
        let (taken, rest) = self.rest.split_at_checked(usize::try_from(n).ok()?)?;
        self.rest = rest;
        Some(taken)
    }

    fn count(&mut self) -> Option<u64> {
        let bytes: [u8; 8] = self.take(8)?.try_into().ok()?;
        Some(u64::from_le_bytes(bytes))
    }

    fn piece(&mut self) -> Option<&'a [u8]> {
        let n = self.count()?;
        self.take(n)
    }

    fn id(&mut self) -> Option<&'a [u8]> {
        let piece = self.piece()?;
        let allowed = |b: &u8| b.is_ascii_alphanumeric() || b"._:/-".contains(b);
        if piece.is_empty() || piece.len() > 128 || !piece.iter().all(allowed) {
            return None;
        }
        Some(piece)
    }

    fn fixed<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.piece()?.try_into().ok()
    }

    fn number(&mut self) -> Option<u64> {
        let n = u64::from_be_bytes(self.fixed()?);
        if n > LAST_NUMBER { None } else { Some(n) }
    }
}

struct Body<'a> {
    key_id: &'a [u8],
    /// Issuer, audience, tenant, run, requester, action: in the order they are compared.
    names: [&'a [u8]; 6],
    /// Args, draft, view.
    digests: [[u8; 32]; 3],
    source_version: &'a [u8],
    revision: u64,
    verdict: u8,
    reviewer: &'a [u8],
    decided_at: u64,
    valid_through: u64,
}

fn read(bytes: &[u8]) -> Option<Body<'_>> {
    let mut at = Cursor { rest: bytes };
    if at.count()? != 18 || at.piece()? != b"countersign.decision/v1" {
        return None;
    }
    // Fields are evaluated in the order written here, which is the order in the body.
    let body = Body {
        key_id: at.id()?,
        names: [at.id()?, at.id()?, at.id()?, at.id()?, at.id()?, at.id()?],
        digests: [at.fixed()?, at.fixed()?, at.fixed()?],
        source_version: at.id()?,
        revision: at.number()?,
        verdict: at.fixed::<1>()?[0],
        reviewer: at.id()?,
        decided_at: at.number()?,
        valid_through: at.number()?,
    };
    let _approval_id: [u8; 16] = at.fixed()?;
    // Nothing may follow; a fourth verdict has no meaning; an end before the start is no time.
    if !at.rest.is_empty() || body.verdict > 2 || body.valid_through < body.decided_at {
        return None;
    }
    Some(body)
}

/// Reads an envelope and says the first thing wrong with it, in the order of the contract's table.
pub(crate) fn judge(
    text: &str,
    root: &[u8; 32],
    keyring: &BTreeMap<String, String>,
    expected: &Expected,
    now: u64,
    asked: u8,
) -> Result<(), Refusal> {
    let invalid = |cause| Err(("approval_invalid", Some(cause)));
    if text.len() > 4096 {
        return invalid("size");
    }
    let parts: Vec<&str> = text.split('.').collect();
    if parts.len() != 3 || parts[0] != "cs1" {
        return invalid("form");
    }
    let (Some(bytes), Some(tag)) = (decode(parts[1]), decode(parts[2])) else {
        return invalid("form");
    };
    if tag.len() != 32 {
        return invalid("form");
    }
    let Some(body) = read(&bytes) else {
        return invalid("pieces");
    };

    // A linear search on bytes: the key id is never turned into anything but itself.
    let key = keyring.iter().find(|(id, _)| id.as_bytes() == body.key_id);
    match key.map(|(_, state)| state.as_str()) {
        Some("active" | "verify_only") => {}
        Some("revoked") => return invalid("revoked_key"),
        _ => return invalid("unknown_key"),
    }
    // The tenant that is expected, not the one the body names.
    let key = derive(root, body.key_id, expected.tenant.as_bytes());
    let mut difference = 0;
    for (ours, theirs) in tag_of(&key, &bytes).iter().zip(&tag) {
        difference |= ours ^ theirs; // no early exit
    }
    if difference != 0 {
        return invalid("tag");
    }

    let wanted = [
        (&expected.issuer, "issuer"),
        (&expected.audience, "audience"),
        (&expected.tenant, "tenant"),
        (&expected.run_id, "run"),
        (&expected.requester, "requester"),
        (&expected.action, "action"), // it names the domain too, which has no piece of its own
    ];
    for ((want, cause), got) in wanted.into_iter().zip(body.names) {
        if want.as_bytes() != got {
            return invalid(cause);
        }
    }
    if body.verdict != asked {
        return invalid("scope");
    }

    if !expected.reviewers_allowed.iter().any(|r| r.as_bytes() == body.reviewer) {
        return Err(("unknown_reviewer", None));
    }
    if expected.requester.as_bytes() == body.reviewer {
        return Err(("self_approval", None));
    }
    if body.digests != [expected.args_digest, expected.draft_digest, expected.view_digest]
        || body.revision != expected.revision
        || body.source_version != expected.source_version.as_bytes()
    {
        return Err(("approval_changed_args", None));
    }
    if now < body.decided_at || body.decided_at < expected.drafted_at {
        return Err(("decision_before_draft", None));
    }
    if now > body.valid_through {
        return Err(("approval_expired", None));
    }
    Ok(())
}

/// Takes PAE apart, whatever the pieces are; nothing may follow the last one.
pub(crate) fn pieces_of(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut at = Cursor { rest: bytes };
    let count = at.count()?;
    let mut pieces = Vec::new();
    for _ in 0..count {
        pieces.push(at.piece()?.to_vec());
    }
    at.rest.is_empty().then_some(pieces)
}

/// The bytes of body and tag, as far as they are spelled in the one way there is.
pub(crate) fn parts_of(text: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let (body, tag) = text.strip_prefix("cs1.")?.split_once('.')?;
    Some((decode(body)?, decode(tag)?))
}

/// The text of any body and any tag.
pub(crate) fn print(body: &[u8], tag: &[u8]) -> String {
    format!("cs1.{}.{}", encode(body), encode(tag))
}

/// Signs any body at all under the key of this id and tenant.
pub(crate) fn sign(body: &[u8], root: &[u8; 32], key_id: &str, tenant: &str) -> String {
    print(body, &tag_of(&derive(root, key_id.as_bytes(), tenant.as_bytes()), body))
}

/// Signs any pieces at all, well formed or not, under the key of this id and tenant.
pub(crate) fn compose(pieces: &[Vec<u8>], root: &[u8; 32], key_id: &str, tenant: &str) -> String {
    let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
    sign(&pae(&pieces), root, key_id, tenant)
}
