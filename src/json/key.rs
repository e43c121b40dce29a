//! From a map's key to the text it is printed as.

use serde::ser::{Impossible, Serialize, Serializer};

use super::error::JsonError;
use super::tree::{Tree, integers};
use crate::code::Code;

/// Makes the text of one key.
pub(super) struct Key;

impl Key {
    #[expect(clippy::unused_self, reason = "what `integers!` calls")]
    fn integer(self, value: impl TryInto<i128> + ToString + Copy) -> Result<String, JsonError> {
        Tree::new().integer(value).map(|_| value.to_string())
    }
}

macro_rules! no_keys {
    ($($name:ident($($type:ty),*) $(<$t:ident>)? -> $ok:ty;)*) => {
        $(fn $name$(<$t: Serialize + ?Sized>)?(self, $(_: $type),*) -> Result<$ok, JsonError> {
            Err(no_key())
        })*
    };
}

impl Serializer for Key {
    type Ok = String;
    type Error = JsonError;
    type SerializeSeq = Impossible<String, JsonError>;
    type SerializeTuple = Impossible<String, JsonError>;
    type SerializeTupleStruct = Impossible<String, JsonError>;
    type SerializeTupleVariant = Impossible<String, JsonError>;
    type SerializeMap = Impossible<String, JsonError>;
    type SerializeStruct = Impossible<String, JsonError>;
    type SerializeStructVariant = Impossible<String, JsonError>;

    integers!();

    no_keys! {
        serialize_f32(f32) -> String;
        serialize_f64(f64) -> String;
        serialize_bytes(&[u8]) -> String;
        serialize_none() -> String;
        serialize_some(&T) <T> -> String;
        serialize_unit() -> String;
        serialize_unit_struct(&'static str) -> String;
        serialize_newtype_variant(&'static str, u32, &'static str, &T) <T> -> String;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_bool(self, value: bool) -> Result<String, JsonError> {
        Ok(value.to_string())
    }

    fn serialize_char(self, value: char) -> Result<String, JsonError> {
        Ok(value.into())
    }

    fn serialize_str(self, value: &str) -> Result<String, JsonError> {
        Ok(value.to_owned())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<String, JsonError> {
        Ok(variant.to_owned())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String, JsonError> {
        value.serialize(self)
    }
}

fn no_key() -> JsonError {
    JsonError::new(Code::INVALID_JSON, "a key must be a text, a whole number or a truth value")
}
