//! Reading through serde: JSON as a field within something larger.

use std::collections::BTreeMap;
use std::fmt;
use std::mem;
use std::sync::LazyLock;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::error::{Flaws, JsonError, Policy};
use super::number::{self, Number};
use super::{Canonical, Json, MAX_DEPTH, read};

/// A request as it came: what [`Run::open`](crate::Run::open) takes.
///
/// It is the value, beside the first flaw that keeps it from being hashed. A request from outside has
/// to be looked at although it may not be hashed: its id is wanted even where the rest is bad. It can
/// be a field within something larger.
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
    /// The first flaw. Where it stands is known only of a text that was read by itself.
    pub flaw: Option<JsonError>,
    /// The text of a flawed value, without the space between its tokens.
    text: Option<String>,
}

impl Loose {
    /// Reads a text, keeping its first flaw aside.
    ///
    /// The first key that comes twice (its first value counts), number out of range (it becomes a
    /// [`Json::Float`]), ambiguous number or half of a surrogate pair (U+FFFD stands in its place)
    /// is handed back beside the value.
    ///
    /// ```
    /// use countersign::Code;
    /// use countersign::json::{Json, Loose};
    ///
    /// let request = Loose::parse(r#"{"id": "R-1", "year": 1904.0}"#)?;
    /// assert_eq!(request.flaw.map(|flaw| flaw.code()), Some(Code::AMBIGUOUS_NUMBER));
    /// assert!(matches!(request.json, Json::Object(members) if members.contains_key("id")));
    /// # Ok::<(), countersign::json::JsonError>(())
    /// ```
    ///
    /// # Errors
    /// What leaves nothing to look at: [`INVALID_JSON`](crate::Code::INVALID_JSON),
    /// [`NESTING_TOO_DEEP`](crate::Code::NESTING_TOO_DEEP).
    pub fn parse(text: &str) -> Result<Loose, JsonError> {
        let (json, flaw) = read::read(text, Policy::Record)?;
        let text = flaw.is_some().then(|| without_space(text));
        Ok(Loose { json, flaw, text })
    }

    /// What makes this value the same as another: its canonical text, or, where a flaw keeps it
    /// from having one, its own text as a string.
    ///
    /// # Errors
    /// As [`Canonical::of`].
    pub fn identity(&self) -> Result<Canonical, JsonError> {
        match (&self.flaw, &self.text) {
            (None, _) => Canonical::of(&self.json),
            (Some(_), Some(text)) => Canonical::of(text),
            (Some(_), None) => {
                Canonical::of(&serde_json::to_string(&self.json).unwrap_or_default())
            }
        }
    }
}

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Loose, D::Error> {
        let mut reader = Reader::new(Policy::Record);
        reader.deserialize(deserializer)?;
        Ok(Loose { json: reader.value, flaw: reader.flaws.first, text: None })
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        let mut reader = Reader::new(Policy::Refuse);
        reader.deserialize(deserializer)?;
        Ok(reader.value)
    }
}

/// JSON without the space between its tokens.
fn without_space(text: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    let kept = |c: &char| {
        if quoted {
            quoted = escaped || *c != '"';
            escaped = !escaped && *c == '\\';
            return true;
        }
        quoted = *c == '"';
        !c.is_ascii_whitespace()
    };
    text.chars().filter(kept).collect()
}

/// Reads one value after another.
///
/// `serde_json` recurses, and keeps several copies of seed, visitor and result at each level. So
/// the seed is one reference and the result nothing: a value read is left here, to be taken.
struct Reader {
    value: Json,
    depth: usize,
    flaws: Flaws,
    /// Whether the text last read was handed over as a `String`.
    owned: bool,
}

impl Reader {
    fn new(policy: Policy) -> Reader {
        Reader { value: Json::Null, depth: 0, flaws: Flaws::new(policy), owned: false }
    }

    fn enter<E: de::Error>(&mut self) -> Result<(), E> {
        if self.depth >= MAX_DEPTH {
            return Err(E::custom(JsonError::too_deep()));
        }
        self.depth += 1;
        Ok(())
    }

    fn leave(&mut self, value: Json) {
        self.depth -= 1;
        self.value = value;
    }

    fn number<E: de::Error>(&mut self, number: Number) -> Result<(), E> {
        if let Some(flaw) = number.flaw(self.flaws.policy) {
            self.flaws.note(|| flaw).map_err(E::custom)?;
        }
        self.value = number.json();
        Ok(())
    }

    /// The first key of a map, unless the map is a number in `serde_json`'s disguise.
    fn first<'de, A: MapAccess<'de>>(
        &mut self,
        map: &mut A,
        members: &mut BTreeMap<String, Json>,
    ) -> Result<First, A::Error> {
        let Some(Key { text, borrowed }) = map.next_key()? else { return Ok(First::Key(None)) };
        if !borrowed || text != NUMBER || !*NUMBERS_ARE_MAPS {
            return Ok(First::Key(Some(text)));
        }
        self.depth += 1;
        map.next_value_seed(&mut *self)?;
        self.depth -= 1;
        if let (Json::String(digits), true) = (&self.value, self.owned)
            && number::length(digits.as_bytes()) == Some(digits.len())
            && let Some(number) = number::from_text(digits)
        {
            self.number(number)?;
            return Ok(First::Number);
        }
        members.insert(text, mem::take(&mut self.value));
        self.next(map, members).map(First::Key)
    }

    fn next<'de, A: MapAccess<'de>>(
        &mut self,
        map: &mut A,
        members: &BTreeMap<String, Json>,
    ) -> Result<Option<String>, A::Error> {
        let key: Option<String> = map.next_key()?;
        if let Some(key) = &key
            && members.contains_key(key)
        {
            self.flaws.note(|| JsonError::twice(key)).map_err(de::Error::custom)?;
        }
        Ok(key)
    }

    /// The first value of a key counts.
    fn put(&mut self, members: &mut BTreeMap<String, Json>, key: String) {
        let value = mem::take(&mut self.value);
        members.entry(key).or_insert(value);
    }
}

enum First {
    Number,
    Key(Option<String>),
}

impl<'de> DeserializeSeed<'de> for &mut Reader {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Reader {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.value = Json::Null;
        Ok(())
    }

    fn visit_none<E>(self) -> Result<(), E> {
        self.value = Json::Null;
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.value = Json::Bool(value);
        Ok(())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<(), E> {
        self.number(number::from_integer(value.into()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<(), E> {
        self.number(number::from_integer(value.into()))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<(), E> {
        self.number(number::from_integer(value))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<(), E> {
        self.number(number::from_integer(value.try_into().unwrap_or(i128::MAX)))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<(), E> {
        self.number(number::from_float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.owned = false;
        self.value = Json::String(value.to_owned());
        Ok(())
    }

    fn visit_string<E>(self, value: String) -> Result<(), E> {
        self.owned = true;
        self.value = Json::String(value);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        self.enter()?;
        let mut items = Vec::new();
        while seq.next_element_seed(&mut *self)?.is_some() {
            items.push(mem::take(&mut self.value));
        }
        self.leave(Json::Array(items));
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut members = BTreeMap::new();
        let First::Key(mut key) = self.first(&mut map, &mut members)? else { return Ok(()) };
        self.enter()?;
        while let Some(name) = key {
            map.next_value_seed(&mut *self)?;
            self.put(&mut members, name);
            key = self.next(&mut map, &members)?;
        }
        self.leave(Json::Object(members));
        Ok(())
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
