//! From a value to the tree that is printed.
//!
//! Not through `serde_json`'s own printers: they write `null` for NaN, write the same member twice,
//! and fold large integers together when the text is made canonical.

use std::collections::BTreeMap;

use serde::ser::{self, Serialize, Serializer};

use super::error::{JsonError, Policy};
use super::key::Key;
use super::number::{self, Number};
use super::{Json, MAX_DEPTH, read};

/// Makes the tree of one value, `depth` levels within the whole.
#[derive(Clone, Copy)]
pub(super) struct Tree {
    depth: usize,
}

impl Tree {
    pub(super) fn new() -> Tree {
        Tree { depth: 0 }
    }

    fn inner(self) -> Result<Tree, JsonError> {
        if self.depth < MAX_DEPTH {
            Ok(Tree { depth: self.depth + 1 })
        } else {
            Err(JsonError::too_deep())
        }
    }

    #[expect(clippy::unused_self, reason = "what `integers!` calls")]
    pub(super) fn integer(self, value: impl TryInto<i128>) -> Result<Json, JsonError> {
        match number::from_integer(value.try_into().unwrap_or(i128::MAX)) {
            Number::Integer(value) => Ok(Json::Integer(value)),
            _ => Err(number::out_of_range()),
        }
    }

    fn list(self, variant: Option<&'static str>) -> Result<List, JsonError> {
        let outer = if variant.is_some() { self.inner()? } else { self };
        Ok(List { inner: outer.inner()?, items: Vec::new(), variant })
    }

    fn members(self, variant: Option<&'static str>) -> Result<Members, JsonError> {
        let outer = if variant.is_some() { self.inner()? } else { self };
        Ok(Members { inner: outer.inner()?, all: BTreeMap::new(), key: None, variant })
    }
}

fn single(variant: &'static str, json: Json) -> Json {
    Json::Object(BTreeMap::from([(variant.to_owned(), json)]))
}

/// Every `serialize_` of an integer type, by way of `self.integer`.
macro_rules! integers {
    () => {
        integers! {
            serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64 serialize_i128 i128
            serialize_u8 u8 serialize_u16 u16 serialize_u32 u32 serialize_u64 u64 serialize_u128 u128
        }
    };
    ($($name:ident $type:ty)*) => {
        $(fn $name(self, value: $type) -> Result<Self::Ok, JsonError> {
            self.integer(value)
        })*
    };
}
pub(super) use integers;

impl Serializer for Tree {
    type Ok = Json;
    type Error = JsonError;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = List;
    type SerializeTupleVariant = List;
    type SerializeMap = Members;
    type SerializeStruct = Struct;
    type SerializeStructVariant = Members;

    integers!();

    fn serialize_bool(self, value: bool) -> Result<Json, JsonError> {
        Ok(Json::Bool(value))
    }

    fn serialize_f32(self, value: f32) -> Result<Json, JsonError> {
        // The number that the float's shortest spelling names, as JSON printers have it.
        self.serialize_f64(value.to_string().parse().unwrap_or(f64::NAN))
    }

    fn serialize_f64(self, value: f64) -> Result<Json, JsonError> {
        match number::from_float(value) {
            Number::Ambiguous(value) => Ok(Json::Integer(number::whole(value))),
            Number::OutOfRange(_) => Err(number::out_of_range()),
            number => Ok(number.json()),
        }
    }

    fn serialize_char(self, value: char) -> Result<Json, JsonError> {
        Ok(Json::String(value.into()))
    }

    fn serialize_str(self, value: &str) -> Result<Json, JsonError> {
        Ok(Json::String(value.to_owned()))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Json, JsonError> {
        self.inner()?;
        Ok(Json::Array(value.iter().map(|byte| Json::Integer((*byte).into())).collect()))
    }

    fn serialize_none(self) -> Result<Json, JsonError> {
        Ok(Json::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Json, JsonError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Json, JsonError> {
        Ok(Json::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Json, JsonError> {
        Ok(Json::Null)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Json, JsonError> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Json, JsonError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Json, JsonError> {
        Ok(single(variant, value.serialize(self.inner()?)?))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List, JsonError> {
        self.list(None)
    }

    fn serialize_tuple(self, _: usize) -> Result<List, JsonError> {
        self.list(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List, JsonError> {
        self.list(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List, JsonError> {
        self.list(Some(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members, JsonError> {
        self.members(None)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Struct, JsonError> {
        match name {
            "$serde_json::private::Number" | "$serde_json::private::RawValue" => {
                Ok(Struct::Text(self, Json::Null))
            }
            _ => self.members(None).map(Struct::Members),
        }
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members, JsonError> {
        self.members(Some(variant))
    }
}

pub(super) struct List {
    inner: Tree,
    items: Vec<Json>,
    variant: Option<&'static str>,
}

impl List {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
        self.items.push(value.serialize(self.inner)?);
        Ok(())
    }

    fn close(self) -> Json {
        let list = Json::Array(self.items);
        match self.variant {
            Some(variant) => single(variant, list),
            None => list,
        }
    }
}

macro_rules! lists {
    ($($name:ident $method:ident)*) => {
        $(impl ser::$name for List {
            type Ok = Json;
            type Error = JsonError;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
                self.push(value)
            }
            fn end(self) -> Result<Json, JsonError> {
                Ok(self.close())
            }
        })*
    };
}

lists! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

pub(super) struct Members {
    inner: Tree,
    all: BTreeMap<String, Json>,
    key: Option<String>,
    variant: Option<&'static str>,
}

impl Members {
    fn put<T: Serialize + ?Sized>(&mut self, key: String, value: &T) -> Result<(), JsonError> {
        if self.all.contains_key(&key) {
            return Err(JsonError::twice(&key));
        }
        self.all.insert(key, value.serialize(self.inner)?);
        Ok(())
    }

    fn close(self) -> Json {
        let object = Json::Object(self.all);
        match self.variant {
            Some(variant) => single(variant, object),
            None => object,
        }
    }
}

impl ser::SerializeMap for Members {
    type Ok = Json;
    type Error = JsonError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), JsonError> {
        self.key = Some(key.serialize(Key)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
        let key = self.key.take().unwrap_or_default();
        self.put(key, value)
    }

    fn end(self) -> Result<Json, JsonError> {
        Ok(self.close())
    }
}

impl ser::SerializeStructVariant for Members {
    type Ok = Json;
    type Error = JsonError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), JsonError> {
        self.put(key.to_owned(), value)
    }

    fn end(self) -> Result<Json, JsonError> {
        Ok(self.close())
    }
}

/// A struct, or what `serde_json` hands over as one although it is JSON text: its own numbers where
/// some crate turns `arbitrary_precision` on, and raw values.
pub(super) enum Struct {
    Members(Members),
    Text(Tree, Json),
}

impl ser::SerializeStruct for Struct {
    type Ok = Json;
    type Error = JsonError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), JsonError> {
        match self {
            Struct::Members(members) => members.put(key.to_owned(), value),
            Struct::Text(tree, json) => {
                let Json::String(text) = value.serialize(*tree)? else {
                    return Err(ser::Error::custom("the text of a number is missing"));
                };
                // As a typed value would be: whole floats pass and are printed as integers.
                *json = match read::read(&text, Policy::Record)? {
                    (read, None) => read.serialize(*tree)?,
                    (Json::Float(float), _) => tree.serialize_f64(float)?,
                    (_, Some(flaw)) => return Err(flaw),
                };
                Ok(())
            }
        }
    }

    fn end(self) -> Result<Json, JsonError> {
        Ok(match self {
            Struct::Members(members) => members.close(),
            Struct::Text(_, json) => json,
        })
    }
}
