use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant, Serializer,
};

use super::{Failed, tag};

/// Puts a value behind what the buffer holds.
pub(super) struct Writer<'a>(pub(super) &'a mut Vec<u8>);

impl Writer<'_> {
    fn tag(&mut self, tag: u8) {
        self.0.push(tag);
    }

    fn number(&mut self, mut left: u128) {
        while left >= 0x80 {
            self.0.push(left as u8 | 0x80);
            left >>= 7;
        }
        self.0.push(left as u8);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u128);
        self.0.extend_from_slice(bytes);
    }

    fn counted(&mut self, tag: u8, count: Option<usize>) -> Result<(), Failed> {
        let count = count.ok_or_else(|| Failed("a collection that does not know its length".into()))?;
        self.tag(tag);
        self.number(count as u128);
        Ok(())
    }

    fn variant(&mut self, name: &str) {
        self.tag(tag::VARIANT);
        self.bytes(name.as_bytes());
    }

    fn element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Failed> {
        element.serialize(Writer(self.0))
    }
}

macro_rules! integers {
    ($($name:ident: $of:ty),*) => {
        $(fn $name(mut self, value: $of) -> Result<(), Failed> {
            match u128::try_from(value) {
                Ok(value) => {
                    self.tag(tag::POSITIVE);
                    self.number(value);
                }
                Err(_) => {
                    self.tag(tag::NEGATIVE);
                    self.number(!i128::try_from(value).unwrap_or_default() as u128);
                }
            }
            Ok(())
        })*
    };
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    integers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(mut self, value: bool) -> Result<(), Failed> {
        self.tag(if value { tag::TRUE } else { tag::FALSE });
        Ok(())
    }

    fn serialize_f32(mut self, value: f32) -> Result<(), Failed> {
        self.tag(tag::F32);
        self.0.extend_from_slice(&value.to_le_bytes());
        Ok(())
    }

    fn serialize_f64(mut self, value: f64) -> Result<(), Failed> {
        self.tag(tag::F64);
        self.0.extend_from_slice(&value.to_le_bytes());
        Ok(())
    }

    fn serialize_char(mut self, value: char) -> Result<(), Failed> {
        self.tag(tag::CHAR);
        self.number(u32::from(value).into());
        Ok(())
    }

    fn serialize_str(mut self, value: &str) -> Result<(), Failed> {
        self.tag(tag::STR);
        self.bytes(value.as_bytes());
        Ok(())
    }

    fn serialize_bytes(mut self, value: &[u8]) -> Result<(), Failed> {
        self.tag(tag::BYTES);
        self.bytes(value);
        Ok(())
    }

    fn serialize_none(mut self) -> Result<(), Failed> {
        self.tag(tag::NONE);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<(), Failed> {
        self.tag(tag::SOME);
        value.serialize(self)
    }

    fn serialize_unit(mut self) -> Result<(), Failed> {
        self.tag(tag::UNIT);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Failed> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(mut self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Failed> {
        self.variant(variant);
        self.serialize_unit()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Failed> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Failed> {
        self.variant(variant);
        value.serialize(self)
    }

    fn serialize_seq(mut self, len: Option<usize>) -> Result<Self, Failed> {
        self.counted(tag::SEQ, len)?;
        Ok(self)
    }

    fn serialize_tuple(self, len: usize) -> Result<Self, Failed> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Self, Failed> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self, Failed> {
        self.variant(variant);
        self.serialize_seq(Some(len))
    }

    fn serialize_map(mut self, len: Option<usize>) -> Result<Self, Failed> {
        self.counted(tag::MAP, len)?;
        Ok(self)
    }

    fn serialize_struct(mut self, _: &'static str, len: usize) -> Result<Self, Failed> {
        self.counted(tag::STRUCT, Some(len))?;
        Ok(self)
    }

    fn serialize_struct_variant(
        mut self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self, Failed> {
        self.variant(variant);
        self.serialize_struct(name, len)
    }
}

macro_rules! elements {
    ($($of:ident::$name:ident),*) => {
        $(impl $of for Writer<'_> {
            type Ok = ();
            type Error = Failed;

            fn $name<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Failed> {
                self.element(element)
            }

            fn end(self) -> Result<(), Failed> {
                Ok(())
            }
        })*
    };
}

elements! {
    SerializeSeq::serialize_element, SerializeTuple::serialize_element, SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
}

impl SerializeMap for Writer<'_> {
    type Ok = ();
    type Error = Failed;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failed> {
        self.element(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        self.element(value)
    }

    fn end(self) -> Result<(), Failed> {
        Ok(())
    }
}

macro_rules! fields {
    ($($of:ident),*) => {
        $(impl $of for Writer<'_> {
            type Ok = ();
            type Error = Failed;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, field: &T) -> Result<(), Failed> {
                self.bytes(name.as_bytes());
                self.element(field)
            }

            fn end(self) -> Result<(), Failed> {
                Ok(())
            }
        })*
    };
}

fields! { SerializeStruct, SerializeStructVariant }
