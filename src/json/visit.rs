//! Reading through serde: JSON as a field within something larger.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::error::{Flaws, JsonError, Policy};
use super::number::{self, Number};
use super::{Json, MAX_DEPTH};

/// A value with the first flaw that keeps it from being hashed: [`Json::parse_with_flaw`] as a
/// field within something larger.
///
/// A number beyond what a float can hold (`1e400`) is refused by `serde_json` itself, before it
/// gets here.
///
/// ```
/// use countersign::{Code, json::Loose};
///
/// #[derive(serde::Deserialize)]
/// struct Case {
///     card: Loose,
/// }
///
/// let case: Case = serde_json::from_str(r#"{"card": {"id": "R-1", "id": "R-2"}}"#)?;
/// assert_eq!(case.card.flaw.map(|flaw| flaw.code()), Some(Code::DUPLICATE_KEY));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Loose {
    /// The value.
    pub json: Json,
    /// The first flaw; where it was found is not known here.
    pub flaw: Option<JsonError>,
}

impl Loose {
    /// Reads a text, keeping its first flaw aside.
    ///
    /// # Errors
    /// As [`Json::parse_with_flaw`].
    pub fn parse(text: &str) -> Result<Loose, JsonError> {
        let (json, flaw) = Json::parse_with_flaw(text)?;
        Ok(Loose { json, flaw })
    }
}

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Loose, D::Error> {
        let mut flaws = Flaws::new(Policy::Record);
        let json = Seed { depth: 0, flaws: &mut flaws }.deserialize(deserializer)?;
        Ok(Loose { json, flaw: flaws.first })
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        Seed { depth: 0, flaws: &mut Flaws::new(Policy::Refuse) }.deserialize(deserializer)
    }
}

struct Seed<'a> {
    depth: usize,
    flaws: &'a mut Flaws,
}

impl Seed<'_> {
    fn inner(&mut self) -> Seed<'_> {
        Seed { depth: self.depth + 1, flaws: self.flaws }
    }

    fn enter<E: de::Error>(&self) -> Result<(), E> {
        if self.depth < MAX_DEPTH { Ok(()) } else { Err(E::custom(JsonError::too_deep())) }
    }

    fn number<E: de::Error>(self, number: Number) -> Result<Json, E> {
        if let Some(flaw) = number.flaw(self.flaws.policy) {
            self.flaws.note(|| flaw).map_err(E::custom)?;
        }
        Ok(number.json())
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Json;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_none<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Json, E> {
        self.number(number::from_integer(value.into()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Json, E> {
        self.number(number::from_integer(value.into()))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Json, E> {
        self.number(number::from_integer(value))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Json, E> {
        self.number(number::from_integer(value.try_into().unwrap_or(i128::MAX)))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Json, E> {
        self.number(number::from_float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        self.flaws.owned_text = false;
        Ok(Json::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        self.flaws.owned_text = true;
        Ok(Json::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<Json, A::Error> {
        self.enter()?;
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(self.inner())? {
            items.push(item);
        }
        Ok(Json::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Json, A::Error> {
        let mut members = BTreeMap::new();
        let mut key = map.next_key::<Key>()?;
        if let Some(Key { text, borrowed: true }) = &key
            && text == NUMBER
            && *NUMBERS_ARE_MAPS
        {
            let value = map.next_value_seed(self.inner())?;
            if let (Json::String(text), true) = (&value, self.flaws.owned_text)
                && number::length(text.as_bytes()) == Some(text.len())
                && let Some(number) = number::from_text(text)
            {
                return self.number(number);
            }
            members.insert(NUMBER.to_owned(), value);
            key = map.next_key()?;
        }
        self.enter()?;
        while let Some(Key { text, .. }) = key {
            let twice = members.contains_key(&text);
            if twice {
                self.flaws.note(|| JsonError::twice(&text)).map_err(de::Error::custom)?;
            }
            let value = map.next_value_seed(self.inner())?;
            if !twice {
                members.insert(text, value);
            }
            key = map.next_key()?;
        }
        Ok(Json::Object(members))
    }
}

/// The key of the map that `serde_json` makes of a number once any crate in the build turns
/// `arbitrary_precision` on. Such a map has this key borrowed and its value owned, which no member
/// of that name in real input has; without the feature the key is one like any other.
const NUMBER: &str = "$serde_json::private::Number";

/// Only with that feature can a number be this large.
static NUMBERS_ARE_MAPS: LazyLock<bool> =
    LazyLock::new(|| serde_json::from_str::<serde_json::Number>("1e400").is_ok());

struct Key {
    text: String,
    borrowed: bool,
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        deserializer.deserialize_str(KeyVisitor)
    }
}

struct KeyVisitor;

impl<'de> Visitor<'de> for KeyVisitor {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Key, E> {
        Ok(Key { text: key.to_owned(), borrowed: true })
    }

    fn visit_str<E>(self, key: &str) -> Result<Key, E> {
        Ok(Key { text: key.to_owned(), borrowed: false })
    }

    fn visit_string<E>(self, key: String) -> Result<Key, E> {
        Ok(Key { text: key, borrowed: false })
    }
}
