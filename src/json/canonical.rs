//! Canonical JSON: one text for one meaning.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{JsonError, Policy};
use super::print::print;
use super::tree::Tree;
use super::{Json, read};
use crate::code::Code;

/// A canonical text, RFC 8785, of a value that every reader reads alike.
///
/// These are the bytes that are hashed, stored and carried out. `Debug` shows how long it is and
/// nothing of what it says.
///
/// ```
/// use countersign::{Code, json::Canonical};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Finding { year: u16, exhibit: String }
///
/// let canonical = Canonical::of(&Finding { year: 1904, exhibit: "EX-101".into() })?;
/// assert_eq!(canonical.as_str(), r#"{"exhibit":"EX-101","year":1904}"#);
/// assert_eq!(canonical.decode::<Finding>()?.year, 1904);
/// assert_eq!(Canonical::of(&u64::MAX).unwrap_err().code(), Code::NUMBER_OUT_OF_RANGE);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Canonical {
    text: String,
    json: Json,
}

impl Canonical {
    /// The canonical text of a value.
    ///
    /// A whole float is allowed here and prints as the integer it is, as RFC 8785 says.
    ///
    /// # Errors
    /// [`Code::NUMBER_OUT_OF_RANGE`], [`Code::DUPLICATE_KEY`] and [`Code::NESTING_TOO_DEEP`] as in
    /// [`Json::parse`]; integers as keys are held to the same range. [`Code::INVALID_JSON`] where
    /// the value's own `Serialize` fails, or a key is no text.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Canonical, JsonError> {
        let json = value.serialize(Tree::new())?;
        Ok(Canonical { text: print(&json), json })
    }

    /// `{}`.
    #[must_use]
    pub fn empty_object() -> Canonical {
        Canonical { text: "{}".to_owned(), json: Json::Object(BTreeMap::new()) }
    }

    /// A text that claims to be canonical: one read back from where it was stored.
    ///
    /// # Errors
    /// As [`Json::parse`], and [`Code::INVALID_JSON`] where the canonical text would be another.
    pub fn parse(text: &str) -> Result<Canonical, JsonError> {
        let canonical = Canonical::of(&Json::parse(text)?)?;
        if canonical.text != text {
            return Err(JsonError::new(Code::INVALID_JSON, "the JSON is not in canonical form"));
        }
        Ok(canonical)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text's bytes, UTF-8: what is hashed.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// What the text says.
    #[must_use]
    pub fn json(&self) -> &Json {
        &self.json
    }

    /// What the text says, as a type.
    ///
    /// # Errors
    /// `serde_json`'s, where the text says something else than a `T`.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.text)
    }
}

impl PartialEq for Canonical {
    fn eq(&self, other: &Canonical) -> bool {
        self.text == other.text
    }
}

impl Eq for Canonical {}

impl fmt::Debug for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Canonical({} bytes)", self.text.len())
    }
}

/// RFC 8785 and nothing on top of it: any number that a float can hold, in any spelling.
///
/// For checking against other implementations; what is hashed goes through [`Canonical`].
///
/// # Errors
/// [`Code::INVALID_JSON`], [`Code::DUPLICATE_KEY`], [`Code::LONE_SURROGATE`] and
/// [`Code::NESTING_TOO_DEEP`] as in [`Json::parse`]; [`Code::NUMBER_OUT_OF_RANGE`] where no float
/// holds a number.
pub fn rfc8785(text: &str) -> Result<String, JsonError> {
    Ok(print(&read::read(text, Policy::Plain)?.0))
}

/// As a text within a larger JSON document: the very bytes that were hashed.
impl Serialize for Canonical {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> serde::Deserialize<'de> for Canonical {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Canonical, D::Error> {
        let text = String::deserialize(deserializer)?;
        Canonical::parse(&text).map_err(serde::de::Error::custom)
    }
}
