//! JSON that every reader reads alike: read strictly, printed as RFC 8785 says.
//!
//! What is hashed must mean the same to whoever reads it, in whatever language. So numbers beyond
//! 2^53-1, whole numbers in disguise (`1e3`, `-0`), keys that come twice, halves of surrogate pairs
//! and deep nesting are refused, each with its code. Nothing is repaired, trimmed or normalized.
//!
//! ```
//! use countersign::Code;
//! use countersign::json::{Canonical, Json};
//!
//! let card = Json::parse(r#"{ "year": 1904, "exhibit": "EX-101" }"#)?;
//! let canonical = Canonical::of(&card)?;
//! assert_eq!(canonical.as_str(), r#"{"exhibit":"EX-101","year":1904}"#);
//!
//! let refused = Json::parse(r#"{"year": 1904, "\u0079ear": 1905}"#).unwrap_err();
//! assert_eq!(refused.code(), Code::DUPLICATE_KEY);
//! assert_eq!(refused.to_string(), r#"the key "year" comes twice, at line 1, column 16"#);
//! # Ok::<(), countersign::json::JsonError>(())
//! ```

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

mod canonical;
mod error;
mod key;
mod number;
mod print;
mod read;
mod tree;
mod visit;

pub use canonical::{Canonical, rfc8785};
pub use error::JsonError;
use error::Policy;
pub use visit::Loose;

/// The largest integer that every JSON reader keeps exactly, 2^53-1.
pub const MAX_INTEGER: u64 = (1 << 53) - 1;

/// How deep JSON may nest; the outermost array or object is level 1.
const MAX_DEPTH: usize = 32;

/// A JSON value.
///
/// A type of its own, since `serde_json::Value` changes with the features that any other crate in
/// the build turns on. Its [`Deserialize`](serde::Deserialize) is as strict as [`Json::parse`], as
/// far as the deserializer lets it see the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Json {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number; one that was read is within ±[`MAX_INTEGER`].
    Integer(i64),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    String(String),
    /// A list.
    Array(Vec<Json>),
    /// Members by key. Their order has no meaning.
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// Reads a text strictly.
    ///
    /// # Errors
    /// [`Code::INVALID_JSON`], [`Code::DUPLICATE_KEY`], [`Code::NUMBER_OUT_OF_RANGE`],
    /// [`Code::AMBIGUOUS_NUMBER`], [`Code::LONE_SURROGATE`] or [`Code::NESTING_TOO_DEEP`], with the
    /// place.
    ///
    /// [`Code::INVALID_JSON`]: crate::Code::INVALID_JSON
    /// [`Code::DUPLICATE_KEY`]: crate::Code::DUPLICATE_KEY
    /// [`Code::NUMBER_OUT_OF_RANGE`]: crate::Code::NUMBER_OUT_OF_RANGE
    /// [`Code::AMBIGUOUS_NUMBER`]: crate::Code::AMBIGUOUS_NUMBER
    /// [`Code::LONE_SURROGATE`]: crate::Code::LONE_SURROGATE
    /// [`Code::NESTING_TOO_DEEP`]: crate::Code::NESTING_TOO_DEEP
    pub fn parse(text: &str) -> Result<Json, JsonError> {
        read::read(text, Policy::Refuse).map(|(json, _)| json)
    }

    /// Reads bytes strictly: UTF-8, and no byte order mark. For what was not read as text before.
    ///
    /// # Errors
    /// As [`Json::parse`].
    pub fn parse_bytes(bytes: &[u8]) -> Result<Json, JsonError> {
        Json::parse(read::utf8(bytes)?)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => serializer.serialize_unit(),
            Json::Bool(value) => serializer.serialize_bool(*value),
            Json::Integer(value) => serializer.serialize_i64(*value),
            Json::Float(value) => serializer.serialize_f64(*value),
            Json::String(value) => serializer.serialize_str(value),
            Json::Array(items) => array(items, serializer),
            Json::Object(members) => object(members, serializer),
        }
    }
}

// Plain loops in functions of their own: the stack needed for 32 levels is what counts here.
fn array<S: Serializer>(items: &[Json], serializer: S) -> Result<S::Ok, S::Error> {
    let mut seq = serializer.serialize_seq(Some(items.len()))?;
    for item in items {
        seq.serialize_element(item)?;
    }
    seq.end()
}

fn object<S: Serializer>(
    members: &BTreeMap<String, Json>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(members.len()))?;
    for (key, value) in members {
        map.serialize_entry(key, value)?;
    }
    map.end()
}
