//! A deserializer around another that counts levels and elements.

use std::cell::Cell;
use std::fmt;

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::limits::DecodeError;

/// A collection reserves so many elements before it has one; then it grows with them.
const INITIAL_CAPACITY: usize = 64;

/// What is left.
struct Budget {
    levels: Cell<u32>,
    elements: Cell<usize>,
    exceeded: Cell<Option<DecodeError>>,
}

impl Budget {
    fn exceed<E: de::Error>(&self, by: DecodeError) -> E {
        self.exceeded.set(Some(by));
        E::custom("beyond the limits")
    }

    /// Does something one level deeper.
    fn nested<T, E: de::Error>(&self, what: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let levels = self.levels.get();
        let Some(left) = levels.checked_sub(1) else { return Err(self.exceed(DecodeError::TooDeep)) };
        self.levels.set(left);
        let done = what();
        self.levels.set(levels);
        done
    }

    fn element<E: de::Error>(&self) -> Result<(), E> {
        let Some(left) = self.elements.get().checked_sub(1) else { return Err(self.exceed(DecodeError::TooMany)) };
        self.elements.set(left);
        Ok(())
    }
}

pub(super) fn decode<T: DeserializeOwned>(
    bytes: &[u8],
    levels: u32,
    elements: usize,
) -> Result<(T, &[u8]), DecodeError> {
    let budget = Budget { levels: Cell::new(levels), elements: Cell::new(elements), exceeded: Cell::new(None) };
    let mut format = postcard::Deserializer::from_bytes(bytes);
    let value = T::deserialize(Bounded { inner: &mut format, budget: &budget });
    match (value, format.finalize()) {
        (Ok(value), Ok(rest)) => Ok((value, rest)),
        _ => Err(budget.exceeded.get().unwrap_or(DecodeError::Malformed)),
    }
}

/// A deserializer, a visitor, an access or a seed, with the budget.
struct Bounded<'b, T> {
    inner: T,
    budget: &'b Budget,
}

/// Methods that hand a value without parts to the visitor.
macro_rules! plain {
    ($($name:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$name(visitor)
        })*
    };
}

/// Methods that hand a value with parts to the visitor.
macro_rules! nested {
    ($($name:ident($($argument:ident: $type:ty),*))*) => {
        $(fn $name<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            let Self { inner, budget } = self;
            budget.nested(|| inner.$name($($argument,)* Bounded { inner: visitor, budget }))
        })*
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Bounded<'_, D> {
    type Error = D::Error;

    plain! {
        deserialize_any deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64
        deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit
        deserialize_identifier deserialize_ignored_any
    }

    nested! {
        deserialize_option()
        deserialize_newtype_struct(name: &'static str)
        deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let Self { inner, budget } = self;
        budget.nested(|| inner.deserialize_seq(Counted(Bounded { inner: visitor, budget })))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let Self { inner, budget } = self;
        budget.nested(|| inner.deserialize_map(Counted(Bounded { inner: visitor, budget })))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_unit_struct(name, visitor)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Bounded<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    fn visit_none<E: de::Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(Bounded { inner, budget: self.budget })
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(Bounded { inner, budget: self.budget })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.inner.visit_seq(Bounded { inner, budget: self.budget })
    }

    fn visit_enum<A: EnumAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.inner.visit_enum(Bounded { inner, budget: self.budget })
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Bounded<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(Bounded { inner, budget: self.budget })
    }
}

/// The fields of a tuple or struct: as many as its type has.
impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Bounded<'_, A> {
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, A::Error> {
        self.inner.next_element_seed(Bounded { inner: seed, budget: self.budget })
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'b, 'de, A: EnumAccess<'de>> EnumAccess<'de> for Bounded<'b, A> {
    type Error = A::Error;
    type Variant = Bounded<'b, A::Variant>;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self::Variant), A::Error> {
        let (value, inner) = self.inner.variant_seed(Bounded { inner: seed, budget: self.budget })?;
        Ok((value, Bounded { inner, budget: self.budget }))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Bounded<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, A::Error> {
        self.inner.newtype_variant_seed(Bounded { inner: seed, budget: self.budget })
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.inner.tuple_variant(len, Bounded { inner: visitor, budget: self.budget })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.inner.struct_variant(fields, Bounded { inner: visitor, budget: self.budget })
    }
}

/// Of a collection, whose length is in the bytes.
struct Counted<T>(T);

impl<'b, 'de, V: Visitor<'de>> Visitor<'de> for Counted<Bounded<'b, V>> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let Bounded { inner: visitor, budget } = self.0;
        visitor.visit_seq(Counted(Bounded { inner, budget }))
    }

    fn visit_map<A: MapAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let Bounded { inner: visitor, budget } = self.0;
        visitor.visit_map(Counted(Bounded { inner, budget }))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Counted<Bounded<'_, A>> {
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, A::Error> {
        let Bounded { inner, budget } = &mut self.0;
        let element = inner.next_element_seed(Bounded { inner: seed, budget })?;
        if element.is_some() {
            budget.element::<A::Error>()?;
        }
        Ok(element)
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.inner.size_hint().map(|claimed| claimed.min(INITIAL_CAPACITY))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Counted<Bounded<'_, A>> {
    type Error = A::Error;

    fn next_key_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, A::Error> {
        let Bounded { inner, budget } = &mut self.0;
        let key = inner.next_key_seed(Bounded { inner: seed, budget })?;
        if key.is_some() {
            budget.element::<A::Error>()?;
        }
        Ok(key)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        let Bounded { inner, budget } = &mut self.0;
        inner.next_value_seed(Bounded { inner: seed, budget })
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.inner.size_hint().map(|claimed| claimed.min(INITIAL_CAPACITY))
    }
}
