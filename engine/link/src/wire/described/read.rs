use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::{Failed, tag};

/// A collection reserves so many elements before it has one; then it grows with them.
const INITIAL_CAPACITY: usize = 64;

/// What is left of the bytes, and of the levels that values may lie in each other.
pub(super) struct Reader<'de> {
    rest: &'de [u8],
    levels: u32,
}

fn malformed() -> Failed {
    Failed("the bytes are no value with names".into())
}

impl<'de> Reader<'de> {
    pub(super) fn new(bytes: &'de [u8], levels: u32) -> Self {
        Self { rest: bytes, levels }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn peek(&self) -> Result<u8, Failed> {
        self.rest.first().copied().ok_or_else(malformed)
    }

    fn tag(&mut self) -> Result<u8, Failed> {
        let tag = self.peek()?;
        self.rest = &self.rest[1..];
        Ok(tag)
    }

    fn number(&mut self) -> Result<u128, Failed> {
        let (mut number, mut shift) = (0_u128, 0);
        loop {
            let byte = self.tag()?;
            let part = u128::from(byte & 0x7F);
            if shift > 126 || (shift == 126 && part > 3) {
                return Err(malformed());
            }
            number |= part << shift;
            shift += 7;
            if byte < 0x80 {
                return Ok(number);
            }
        }
    }

    fn take(&mut self, count: usize) -> Result<&'de [u8], Failed> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(malformed)?;
        self.rest = rest;
        Ok(taken)
    }

    fn bytes(&mut self) -> Result<&'de [u8], Failed> {
        let count = self.count()?;
        self.take(count)
    }

    fn str(&mut self) -> Result<&'de str, Failed> {
        std::str::from_utf8(self.bytes()?).map_err(|_| malformed())
    }

    /// Of elements that take a byte each at least: no more than there are bytes.
    fn count(&mut self) -> Result<usize, Failed> {
        let count = usize::try_from(self.number()?).map_err(|_| malformed())?;
        if count > self.rest.len() { Err(malformed()) } else { Ok(count) }
    }

    /// Does something one level deeper.
    fn nested<T>(&mut self, what: impl FnOnce(&mut Self) -> Result<T, Failed>) -> Result<T, Failed> {
        self.levels = self.levels.checked_sub(1).ok_or_else(|| Failed("the value is deeper than allowed".into()))?;
        let done = what(self);
        self.levels += 1;
        done
    }

    /// The value is none that is looked for.
    fn other<T>(&mut self, visitor: &impl Visitor<'de>) -> Result<T, Failed> {
        let text;
        let other = match self.tag()? {
            tag::UNIT => Unexpected::Unit,
            tag::FALSE => Unexpected::Bool(false),
            tag::TRUE => Unexpected::Bool(true),
            tag::POSITIVE | tag::NEGATIVE => Unexpected::Other("an integer"),
            tag::F32 | tag::F64 => Unexpected::Other("a floating point number"),
            tag::CHAR => Unexpected::Other("a character"),
            tag::STR => Unexpected::Other("a string"),
            tag::BYTES => Unexpected::Other("bytes"),
            tag::NONE | tag::SOME => Unexpected::Option,
            tag::SEQ => Unexpected::Seq,
            tag::MAP => Unexpected::Map,
            tag::STRUCT => Unexpected::Other("a struct with names"),
            tag::VARIANT => {
                text = format!("the variant `{}`", self.str()?);
                Unexpected::Other(&text)
            }
            _ => return Err(malformed()),
        };
        Err(Failed::invalid_type(other, visitor))
    }

    fn integer<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Failed> {
        match self.peek()? {
            tag::POSITIVE => {
                self.tag()?;
                let number = self.number()?;
                match u64::try_from(number) {
                    Ok(number) => visitor.visit_u64(number),
                    Err(_) => visitor.visit_u128(number),
                }
            }
            tag::NEGATIVE => {
                self.tag()?;
                let number = !i128::try_from(self.number()?).map_err(|_| malformed())?;
                match i64::try_from(number) {
                    Ok(number) => visitor.visit_i64(number),
                    Err(_) => visitor.visit_i128(number),
                }
            }
            _ => self.other(&visitor),
        }
    }

    fn seq<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Failed> {
        if self.peek()? != tag::SEQ {
            return self.other(&visitor);
        }
        self.tag()?;
        let left = self.count()?;
        self.nested(|reader| {
            let mut elements = Elements { reader, left };
            let value = visitor.visit_seq(&mut elements)?;
            match elements.left {
                0 => Ok(value),
                left => Err(Failed(format!("{left} elements more than there are in the type"))),
            }
        })
    }

    fn map<V: Visitor<'de>>(&mut self, named: bool, visitor: V) -> Result<V::Value, Failed> {
        self.tag()?;
        let left = self.count()?;
        self.nested(|reader| {
            let mut entries = Entries { reader, left, named };
            let value = visitor.visit_map(&mut entries)?;
            if entries.left == 0 { Ok(value) } else { Err(malformed()) }
        })
    }
}

/// Methods that take a value of one tag.
macro_rules! plain {
    ($($name:ident, $tag:pat => |$reader:ident, $visitor:ident| $visit:expr;)*) => {
        $(fn $name<V: Visitor<'de>>(self, $visitor: V) -> Result<V::Value, Failed> {
            if !matches!(self.peek()?, $tag) {
                return self.other(&$visitor);
            }
            let $reader = self;
            $visit
        })*
    };
}

macro_rules! integers {
    ($($name:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
            self.integer(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Failed;

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    plain! {
        deserialize_bool, tag::FALSE | tag::TRUE => |reader, visitor| visitor.visit_bool(reader.tag()? == tag::TRUE);
        deserialize_f32, tag::F32 => |reader, visitor| {
            reader.tag()?;
            let bytes = reader.take(4)?.try_into().map_err(|_| malformed())?;
            visitor.visit_f32(f32::from_le_bytes(bytes))
        };
        deserialize_char, tag::CHAR => |reader, visitor| {
            reader.tag()?;
            let scalar = u32::try_from(reader.number()?).ok().and_then(char::from_u32);
            visitor.visit_char(scalar.ok_or_else(malformed)?)
        };
        deserialize_str, tag::STR => |reader, visitor| {
            reader.tag()?;
            visitor.visit_borrowed_str(reader.str()?)
        };
        deserialize_bytes, tag::BYTES => |reader, visitor| {
            reader.tag()?;
            visitor.visit_borrowed_bytes(reader.bytes()?)
        };
        deserialize_unit, tag::UNIT => |reader, visitor| {
            reader.tag()?;
            visitor.visit_unit()
        };
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.peek()? {
            tag::F32 => self.deserialize_f32(visitor),
            tag::F64 => {
                self.tag()?;
                let bytes = self.take(8)?.try_into().map_err(|_| malformed())?;
                visitor.visit_f64(f64::from_le_bytes(bytes))
            }
            _ => self.other(&visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        self.deserialize_str(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        self.deserialize_bytes(visitor)
    }

    /// What is no option is one with a value: a field may become one.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.peek()? {
            tag::NONE => {
                self.tag()?;
                visitor.visit_none()
            }
            tag::SOME => {
                self.tag()?;
                self.nested(|reader| visitor.visit_some(reader))
            }
            _ => self.nested(|reader| visitor.visit_some(reader)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Failed> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Failed> {
        self.nested(|reader| visitor.visit_newtype_struct(reader))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        self.seq(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Failed> {
        self.seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Failed> {
        self.seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        if self.peek()? == tag::MAP { self.map(false, visitor) } else { self.other(&visitor) }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        if self.peek()? == tag::STRUCT { self.map(true, visitor) } else { self.other(&visitor) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        if self.peek()? != tag::VARIANT {
            return self.other(&visitor);
        }
        self.tag()?;
        self.nested(|reader| visitor.visit_enum(reader))
    }

    /// Of whatever type it is: what a type does not know is skipped.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.peek()? {
            tag::UNIT => self.deserialize_unit(visitor),
            tag::FALSE | tag::TRUE => self.deserialize_bool(visitor),
            tag::POSITIVE | tag::NEGATIVE => self.integer(visitor),
            tag::F32 => self.deserialize_f32(visitor),
            tag::F64 => self.deserialize_f64(visitor),
            tag::CHAR => self.deserialize_char(visitor),
            tag::STR => self.deserialize_str(visitor),
            tag::BYTES => self.deserialize_bytes(visitor),
            tag::NONE | tag::SOME => self.deserialize_option(visitor),
            tag::SEQ => self.seq(visitor),
            tag::MAP => self.map(false, visitor),
            tag::STRUCT => self.map(true, visitor),
            tag::VARIANT => {
                self.tag()?;
                let name = self.str()?;
                self.nested(|reader| visitor.visit_map(Only { name: Some(name), reader }))
            }
            _ => Err(malformed()),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        self.deserialize_any(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_borrowed_str(self.str()?)
    }
}

struct Elements<'r, 'de> {
    reader: &'r mut Reader<'de>,
    left: usize,
}

impl<'de> SeqAccess<'de> for &mut Elements<'_, 'de> {
    type Error = Failed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Failed> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.min(INITIAL_CAPACITY))
    }
}

struct Entries<'r, 'de> {
    reader: &'r mut Reader<'de>,
    left: usize,
    /// Their keys are names.
    named: bool,
}

impl<'de> MapAccess<'de> for &mut Entries<'_, 'de> {
    type Error = Failed;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Failed> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        if self.named {
            let name = BorrowedStrDeserializer::new(self.reader.str()?);
            return seed.deserialize(name).map(Some);
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failed> {
        seed.deserialize(&mut *self.reader)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.min(INITIAL_CAPACITY))
    }
}

/// A variant as a map of one entry, for what takes any value.
struct Only<'r, 'de> {
    name: Option<&'de str>,
    reader: &'r mut Reader<'de>,
}

impl<'de> MapAccess<'de> for Only<'_, 'de> {
    type Error = Failed;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Failed> {
        self.name.take().map(|name| seed.deserialize(BorrowedStrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failed> {
        seed.deserialize(&mut *self.reader)
    }
}

impl<'de> EnumAccess<'de> for &mut Reader<'de> {
    type Error = Failed;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Failed> {
        let name = BorrowedStrDeserializer::<Failed>::new(self.str()?);
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for &mut Reader<'de> {
    type Error = Failed;

    fn unit_variant(self) -> Result<(), Failed> {
        serde::Deserialize::deserialize(self)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Failed> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Failed> {
        self.seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Failed> {
        self.deserialize_struct("", fields, visitor)
    }
}
