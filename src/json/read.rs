//! The reader of text. Its own, because a borrowed one says neither which syntax error was half a
//! surrogate pair nor how a number was spelled, and reads numbers otherwise once another crate
//! turns a feature on.

use std::collections::BTreeMap;

use super::error::{Flaws, JsonError, Policy};
use super::{Json, MAX_DEPTH, number};
use crate::code::Code;

/// One JSON text, and its first flaw where the policy is to record it.
pub(super) fn read(text: &str, policy: Policy) -> Result<(Json, Option<JsonError>), JsonError> {
    let mut reader = Reader { text, at: 0, flaws: Flaws::new(policy) };
    let json = reader.value()?;
    reader.space();
    match reader.peek() {
        None => Ok((json, reader.flaws.first)),
        Some(_) => Err(reader.syntax("more text after the end of the JSON")),
    }
}

pub(super) fn utf8(bytes: &[u8]) -> Result<&str, JsonError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let good = String::from_utf8_lossy(good);
        JsonError::new(Code::INVALID_JSON, "the text is not UTF-8").at(&good, good.len())
    })
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    flaws: Flaws,
}

/// An array or object whose end is still to come; of an object also the key of its next value.
enum Open {
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>, Option<String>),
}

impl Open {
    fn close(self) -> Json {
        match self {
            Open::Array(items) => Json::Array(items),
            Open::Object(members, _) => Json::Object(members),
        }
    }
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn syntax(&self, what: &'static str) -> JsonError {
        JsonError::new(Code::INVALID_JSON, what).at(self.text, self.at)
    }

    fn note(&mut self, at: usize, flaw: impl FnOnce() -> JsonError) -> Result<(), JsonError> {
        let text = self.text;
        self.flaws.note(|| flaw().at(text, at))
    }

    /// Without recursion: the open arrays and objects are a list, so that the stack needed is the
    /// same for any text.
    fn value(&mut self) -> Result<Json, JsonError> {
        let mut open = Vec::new();
        loop {
            self.space();
            let mut value = match self.peek() {
                Some(b'{' | b'[') if open.len() >= MAX_DEPTH => {
                    return Err(JsonError::too_deep().at(self.text, self.at));
                }
                Some(b'{') => match self.object()? {
                    Some(object) => {
                        open.push(object);
                        continue;
                    }
                    None => Json::Object(BTreeMap::new()),
                },
                Some(b'[') => {
                    if !self.closed(b']') {
                        open.push(Open::Array(Vec::new()));
                        continue;
                    }
                    Json::Array(Vec::new())
                }
                _ => self.scalar()?,
            };
            // The value ends here, and with it whatever is closed behind it.
            loop {
                let Some(innermost) = open.last_mut() else { return Ok(value) };
                if !self.put(innermost, value)? {
                    break;
                }
                value = open.pop().map_or(Json::Null, Open::close);
            }
        }
    }

    /// Puts a value where it belongs; whether that ends the array or object.
    fn put(&mut self, open: &mut Open, value: Json) -> Result<bool, JsonError> {
        match open {
            Open::Array(items) => {
                items.push(value);
                self.ends(b']', "`,` or `]` is expected")
            }
            Open::Object(members, next) => {
                // The first value of a key counts.
                if let Some(key) = next.take() {
                    members.insert(key, value);
                }
                let ends = self.ends(b'}', "`,` or `}` is expected")?;
                if !ends {
                    *next = self.key(members)?;
                }
                Ok(ends)
            }
        }
    }

    /// An object up to its first value; `None` where it is empty.
    fn object(&mut self) -> Result<Option<Open>, JsonError> {
        if self.closed(b'}') {
            return Ok(None);
        }
        let members = BTreeMap::new();
        let key = self.key(&members)?;
        Ok(Some(Open::Object(members, key)))
    }

    /// A key and its colon; `None` where the object has that key already.
    fn key(&mut self, members: &BTreeMap<String, Json>) -> Result<Option<String>, JsonError> {
        self.space();
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.syntax("a key in quotes is expected"));
        }
        let key = self.string()?;
        let twice = members.contains_key(&key);
        if twice {
            self.note(start, || JsonError::twice(&key))?;
        }
        self.space();
        if self.peek() != Some(b':') {
            return Err(self.syntax("`:` is expected"));
        }
        self.at += 1;
        Ok((!twice).then_some(key))
    }

    fn scalar(&mut self) -> Result<Json, JsonError> {
        match self.peek() {
            Some(b'"') => self.string().map(Json::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'n') => self.word("null", Json::Null),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            _ => Err(self.syntax("a value is expected")),
        }
    }

    fn word(&mut self, word: &str, json: Json) -> Result<Json, JsonError> {
        if !self.rest().starts_with(word) {
            return Err(self.syntax("a value is expected"));
        }
        self.at += word.len();
        Ok(json)
    }

    fn number(&mut self) -> Result<Json, JsonError> {
        let start = self.at;
        let text = number::length(self.rest().as_bytes()).and_then(|end| self.rest().get(..end));
        let Some((length, number)) = text.and_then(|t| Some((t.len(), number::from_text(t)?)))
        else {
            return Err(self.syntax("a number is not complete"));
        };
        self.at += length;
        if let Some(flaw) = number.flaw(self.flaws.policy) {
            self.note(start, || flaw)?;
        }
        Ok(number.json())
    }

    /// Past the opening bracket; whether the closing one follows at once.
    fn closed(&mut self, close: u8) -> bool {
        self.at += 1;
        self.space();
        let closed = self.peek() == Some(close);
        self.at += usize::from(closed);
        closed
    }

    /// Past a comma, or past the closing bracket.
    fn ends(&mut self, close: u8, expected: &'static str) -> Result<bool, JsonError> {
        self.space();
        match self.peek() {
            Some(byte) if byte == close || byte == b',' => {
                self.at += 1;
                Ok(byte == close)
            }
            _ => Err(self.syntax(expected)),
        }
    }

    fn string(&mut self) -> Result<String, JsonError> {
        let mut text = String::new();
        self.at += 1;
        loop {
            let rest = self.rest();
            let plain = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20));
            let plain = plain.unwrap_or(rest.len());
            text.push_str(rest.get(..plain).unwrap_or_default());
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => text.push(self.escape()?),
                Some(_) => return Err(self.syntax("a control character in a text must be escaped")),
                None => return Err(self.syntax("a text has no end")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        let simple = match self.text.as_bytes().get(self.at + 1) {
            Some(b'u') => return self.unicode(),
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(*byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => return Err(self.syntax("there is no such escape")),
        };
        self.at += 2;
        Ok(simple)
    }

    fn unicode(&mut self) -> Result<char, JsonError> {
        let Some(unit) = self.unit(self.at) else {
            return Err(self.syntax("`\\u` needs four hexadecimal digits"));
        };
        let second = if (0xd800..0xdc00).contains(&unit) { self.unit(self.at + 6) } else { None };
        let Some(Ok(char)) = char::decode_utf16([unit].into_iter().chain(second)).next() else {
            let what = "half of a surrogate pair is no character";
            self.note(self.at, || JsonError::new(Code::LONE_SURROGATE, what))?;
            self.at += 6;
            return Ok(char::REPLACEMENT_CHARACTER);
        };
        self.at += 6 * char.len_utf16();
        Ok(char)
    }

    /// The UTF-16 unit that is escaped at this place.
    fn unit(&self, at: usize) -> Option<u16> {
        let digits = self.text.get(at..at + 6)?.strip_prefix("\\u")?;
        let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if hex { u16::from_str_radix(digits, 16).ok() } else { None }
    }
}
