//! Stricter reading than serde's own: it also takes an array for an object, `{"ok": null}` for
//! `"ok"`, and `null` for a key that is left out.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, StringDeserializer};
use serde::de::{Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::json::MAX_INTEGER;

/// A value that is written as an object.
pub(super) struct Keyed<T>(pub(super) T);

struct Object<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
    type Value = Keyed<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Keyed<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members)).map(Keyed)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Keyed<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Keyed<T>, D::Error> {
        from.deserialize_map(Object(PhantomData))
    }
}

/// A value that is written as a string.
pub(super) struct Word<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Word<T>, D::Error> {
        let word: StringDeserializer<D::Error> = String::deserialize(from)?.into_deserializer();
        T::deserialize(word).map(Word)
    }
}

/// For a field: an object.
pub(super) fn keyed<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Keyed::deserialize(from).map(|Keyed(value)| value)
}

/// For a field: a list of objects.
pub(super) fn all_keyed<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let values = Vec::<Keyed<T>>::deserialize(from)?;
    Ok(values.into_iter().map(|Keyed(value)| value).collect())
}

/// For a field that may be left out, but is never `null`.
pub(super) fn present<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(from).map(Some)
}

/// A number that can be saved.
pub(super) fn saveable<E: Error>(number: u64) -> Result<u64, E> {
    if number > MAX_INTEGER {
        return Err(E::custom(format_args!("a number is beyond {MAX_INTEGER}")));
    }
    Ok(number)
}
