//! What a type's values are made of, as text, found by having serde decode samples of it: names of fields and variants, in their order, and
//! what they hold.
//!
//! `Deserialize` asks a deserializer for what it is about to read. So this one writes that down, and answers with a sample: the next
//! variant of an enum that has not been looked at, one element of a collection, something of an option. It goes on until it has seen all
//! variants of all enums. Within a type that is being looked at already, which is recursive then, collections are empty and options none.
//! A type that takes none of the samples has no schema: its values are sent with their names.

use std::any::type_name;
use std::cell::{Cell, RefCell};
use std::fmt::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// So many values in each other, so many in all, and so often all of it, at most.
const DEEPEST: u32 = 200;
const VALUES: u32 = 1_000_000;
const PASSES: u32 = 10_000;

/// A type could not be looked at.
#[derive(Debug)]
struct NoSample;

impl fmt::Display for NoSample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no sample is a value of the type")
    }
}

impl std::error::Error for NoSample {}

impl Error for NoSample {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// The Rust type, its name for serde, and its fields or variants: no two have all of these.
type Key = (&'static str, &'static str, &'static [&'static str]);

/// A type with a name.
struct Type {
    key: Key,
    /// What it holds, unless it is an enum.
    content: String,
    /// Of an enum.
    variants: Vec<Variant>,
}

struct Variant {
    name: &'static str,
    content: String,
    /// All enums in it have been looked at.
    done: bool,
    /// A value of it is being made.
    being_made: bool,
}

#[derive(Default)]
struct Tracer {
    types: RefCell<Vec<Type>>,
    /// Those that are being looked at.
    active: RefCell<Vec<usize>>,
    /// Within so many types that were active already.
    again: Cell<u32>,
    depth: Cell<u32>,
    values: Cell<u32>,
    /// An enum was met that has variants which were not looked at.
    incomplete: Cell<bool>,
    /// What numbers and strings are.
    sample: u8,
}

thread_local! {
    static TRACER: RefCell<Option<Rc<Tracer>>> = const { RefCell::new(None) };
}

/// The schema of a type, if it takes samples.
pub(crate) fn schema_of<T: DeserializeOwned>() -> Option<String> {
    [0, 1].into_iter().find_map(|sample| {
        let tracer = Rc::new(Tracer { sample, ..Tracer::default() });
        let before = TRACER.replace(Some(Rc::clone(&tracer)));
        // What users wrote to decode their messages may panic.
        let traced = catch_unwind(AssertUnwindSafe(|| tracer.trace::<T>())).ok().flatten();
        TRACER.set(before);
        traced
    })
}

/// Whether samples are being decoded here.
pub(crate) fn is_tracing() -> bool {
    TRACER.with_borrow(Option::is_some)
}

/// A value that is being decoded leads to values of another type: these belong to its schema.
pub(crate) fn leads_to<T: DeserializeOwned, E: Error>() -> Result<(), E> {
    let tracer = TRACER.with_borrow(Clone::clone);
    tracer.map_or(Ok(()), |tracer| tracer.leads_to::<T>()).map_err(E::custom)
}

impl Tracer {
    fn trace<T: DeserializeOwned>(&self) -> Option<String> {
        let mut text = String::new();
        for _ in 0..PASSES {
            self.incomplete.set(false);
            drop(T::deserialize(Trace { tracer: self, text: &mut text }).ok()?);
            if !self.incomplete.get() {
                for Type { key: (_, name, _), content, variants } in &*self.types.borrow() {
                    let _ = write!(text, "\n{name}{content}");
                    for Variant { name, content, .. } in variants {
                        let _ = write!(text, "\n  {name}{content}");
                    }
                }
                return Some(text);
            }
        }
        None
    }

    fn leads_to<T: DeserializeOwned>(&self) -> Result<(), NoSample> {
        let index = self.index((type_name::<T>(), "answer", &[]), &[]);
        if self.again.get() > 0 || self.active.borrow().contains(&index) {
            return Ok(());
        }
        let mut content = String::new();
        self.active.borrow_mut().push(index);
        let value = T::deserialize(Trace { tracer: self, text: &mut content });
        self.active.borrow_mut().pop();
        drop(value?);
        self.types.borrow_mut()[index].content = format!(" {content}");
        Ok(())
    }

    fn index(&self, key: Key, variants: &'static [&'static str]) -> usize {
        let mut types = self.types.borrow_mut();
        types.iter().position(|of| of.key == key).unwrap_or_else(|| {
            let variant = |&name| Variant { name, content: String::new(), done: false, being_made: false };
            types.push(Type { key, content: String::new(), variants: variants.iter().map(variant).collect() });
            types.len() - 1
        })
    }

    /// Looks at a value, within limits.
    fn nested<T>(&self, look: impl FnOnce() -> Result<T, NoSample>) -> Result<T, NoSample> {
        self.values.set(self.values.get() + 1);
        if self.depth.get() >= DEEPEST || self.values.get() >= VALUES {
            return Err(NoSample);
        }
        self.depth.set(self.depth.get() + 1);
        let value = look();
        self.depth.set(self.depth.get() - 1);
        value
    }

    /// Looks at a value of a type with a name.
    fn named<T>(&self, index: usize, look: impl FnOnce() -> Result<T, NoSample>) -> Result<T, NoSample> {
        let again = self.active.borrow().contains(&index) || self.again.get() > 0;
        self.again.set(self.again.get() + u32::from(again));
        self.active.borrow_mut().push(index);
        let value = self.nested(look);
        self.active.borrow_mut().pop();
        self.again.set(self.again.get() - u32::from(again));
        value
    }

    /// The variant to make a value of.
    fn choose(&self, index: usize) -> Result<(usize, &'static str), NoSample> {
        let mut types = self.types.borrow_mut();
        let variants = &mut types[index].variants;
        let next = if self.again.get() > 0 { None } else { variants.iter().position(|variant| !variant.done) };
        let chosen = next.or_else(|| variants.iter().position(|variant| !variant.being_made)).ok_or(NoSample)?;
        variants[chosen].being_made = true;
        Ok((chosen, variants[chosen].name))
    }

    /// How many elements of a collection are looked at.
    fn sampled(&self) -> usize {
        usize::from(self.again.get() == 0)
    }

    fn number<N: From<u8>>(&self) -> N {
        self.sample.into()
    }

    fn text(&self) -> &'static str {
        if self.sample == 0 { "" } else { "a" }
    }
}

/// Answers with samples, and writes down what was asked for.
struct Trace<'t> {
    tracer: &'t Tracer,
    text: &'t mut String,
}

impl Trace<'_> {
    fn is(&mut self, text: impl fmt::Display) {
        self.text.clear();
        let _ = write!(self.text, "{text}");
    }

    /// A value of so many others, without names; `look` takes them.
    fn collection<T>(
        mut self,
        left: usize,
        (open, close): (&str, &str),
        look: impl FnOnce(Elements<'_>) -> Result<T, NoSample>,
    ) -> Result<T, NoSample> {
        let mut content = String::new();
        let elements = Elements { tracer: self.tracer, names: &[], left, text: &mut content };
        let value = self.tracer.nested(|| look(elements))?;
        self.is(format_args!("{open}{content}{close}"));
        Ok(value)
    }

    /// A value of a type with a name, that is no enum; `look` returns what it holds.
    fn named<T>(
        mut self,
        key: Key,
        look: impl FnOnce(&Tracer, &mut String) -> Result<T, NoSample>,
    ) -> Result<T, NoSample> {
        let tracer = self.tracer;
        let index = tracer.index(key, &[]);
        self.is(format_args!("#{index}"));
        let mut content = String::new();
        let value = tracer.named(index, || look(tracer, &mut content))?;
        if tracer.again.get() == 0 && !tracer.active.borrow().contains(&index) {
            tracer.types.borrow_mut()[index].content = content;
        }
        Ok(value)
    }
}

macro_rules! plain {
    ($($name:ident $text:literal => |$tracer:ident, $visitor:ident| $visit:expr;)*) => {
        $(fn $name<V: Visitor<'de>>(mut self, $visitor: V) -> Result<V::Value, NoSample> {
            self.is($text);
            let $tracer = self.tracer;
            $tracer.nested(|| $visit)
        })*
    };
}

impl<'de> Deserializer<'de> for Trace<'_> {
    type Error = NoSample;

    plain! {
        deserialize_bool "bool" => |tracer, visitor| visitor.visit_bool(tracer.sample == 1);
        deserialize_i8 "i8" => |tracer, visitor| visitor.visit_i8(tracer.sample as i8);
        deserialize_i16 "i16" => |tracer, visitor| visitor.visit_i16(tracer.number());
        deserialize_i32 "i32" => |tracer, visitor| visitor.visit_i32(tracer.number());
        deserialize_i64 "i64" => |tracer, visitor| visitor.visit_i64(tracer.number());
        deserialize_i128 "i128" => |tracer, visitor| visitor.visit_i128(tracer.number());
        deserialize_u8 "u8" => |tracer, visitor| visitor.visit_u8(tracer.number());
        deserialize_u16 "u16" => |tracer, visitor| visitor.visit_u16(tracer.number());
        deserialize_u32 "u32" => |tracer, visitor| visitor.visit_u32(tracer.number());
        deserialize_u64 "u64" => |tracer, visitor| visitor.visit_u64(tracer.number());
        deserialize_u128 "u128" => |tracer, visitor| visitor.visit_u128(tracer.number());
        deserialize_f32 "f32" => |tracer, visitor| visitor.visit_f32(tracer.number());
        deserialize_f64 "f64" => |tracer, visitor| visitor.visit_f64(tracer.number());
        deserialize_char "char" => |_tracer, visitor| visitor.visit_char('a');
        deserialize_str "str" => |tracer, visitor| visitor.visit_borrowed_str(tracer.text());
        deserialize_string "str" => |tracer, visitor| visitor.visit_string(tracer.text().into());
        deserialize_bytes "bytes" => |tracer, visitor| visitor.visit_borrowed_bytes(tracer.text().as_bytes());
        deserialize_byte_buf "bytes" => |tracer, visitor| visitor.visit_byte_buf(tracer.text().into());
        deserialize_unit "()" => |_tracer, visitor| visitor.visit_unit();
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoSample> {
        Err(NoSample)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoSample> {
        Err(NoSample)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoSample> {
        Err(NoSample)
    }

    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, NoSample> {
        if self.tracer.again.get() > 0 {
            return visitor.visit_none();
        }
        let mut content = String::new();
        let value = self.tracer.nested(|| visitor.visit_some(Trace { tracer: self.tracer, text: &mut content }))?;
        self.is(format_args!("?{content}"));
        Ok(value)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, NoSample> {
        self.is(format_args!("{name}()"));
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, NoSample> {
        self.named((type_name::<V::Value>(), name, &[]), |tracer, content| {
            let value = visitor.visit_newtype_struct(Trace { tracer, text: content })?;
            *content = format!("({content})");
            Ok(value)
        })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoSample> {
        let left = self.tracer.sampled();
        self.collection(left, ("[", "]"), |elements| visitor.visit_seq(elements))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, NoSample> {
        self.collection(len, ("(", ")"), |elements| visitor.visit_seq(elements))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, NoSample> {
        self.named((type_name::<V::Value>(), name, &[]), |tracer, content| {
            let value = visitor.visit_seq(Elements { tracer, names: &[], left: len, text: content })?;
            *content = format!("({content})");
            Ok(value)
        })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoSample> {
        let left = self.tracer.sampled();
        self.collection(left, ("{", "}"), |entries| visitor.visit_map(entries))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NoSample> {
        self.named((type_name::<V::Value>(), name, fields), |tracer, content| {
            let value = visitor.visit_seq(Elements { tracer, names: fields, left: fields.len(), text: content })?;
            *content = format!(" {{{content}}}");
            Ok(value)
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NoSample> {
        let tracer = self.tracer;
        let index = tracer.index((type_name::<V::Value>(), name, variants), variants);
        self.is(format_args!("#{index}"));
        let before = tracer.incomplete.replace(false);
        let mut content = String::new();
        let (value, chosen, again) = tracer.named(index, || {
            let (chosen, variant) = tracer.choose(index)?;
            let value = visitor.visit_enum(Choice { trace: Trace { tracer, text: &mut content }, variant })?;
            Ok((value, chosen, tracer.again.get() > 0))
        })?;
        let mut types = tracer.types.borrow_mut();
        let variants = &mut types[index].variants;
        variants[chosen].being_made = false;
        if !again {
            variants[chosen].content = content;
            variants[chosen].done = !tracer.incomplete.get();
            tracer.incomplete.set(before || variants.iter().any(|variant| !variant.done));
        } else {
            tracer.incomplete.set(before);
        }
        Ok(value)
    }
}

/// So many elements, fields or entries.
struct Elements<'t> {
    tracer: &'t Tracer,
    /// Of fields.
    names: &'static [&'static str],
    left: usize,
    text: &'t mut String,
}

impl Elements<'_> {
    fn next<'de, T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, NoSample> {
        let mut content = String::new();
        let value = seed.deserialize(Trace { tracer: self.tracer, text: &mut content })?;
        if !self.text.is_empty() {
            self.text.push_str(", ");
        }
        if let Some((name, rest)) = self.names.split_first() {
            let _ = write!(self.text, "{name}: ");
            self.names = rest;
        }
        self.text.push_str(&content);
        Ok(value)
    }
}

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = NoSample;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, NoSample> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        self.next(seed).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'de> MapAccess<'de> for Elements<'_> {
    type Error = NoSample;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, NoSample> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, NoSample> {
        self.next(seed)
    }
}

/// A variant of an enum.
struct Choice<'t> {
    trace: Trace<'t>,
    variant: &'static str,
}

impl<'de, 't> EnumAccess<'de> for Choice<'t> {
    type Error = NoSample;
    type Variant = Trace<'t>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Trace<'t>), NoSample> {
        Ok((seed.deserialize(StrDeserializer::<NoSample>::new(self.variant))?, self.trace))
    }
}

impl<'de> VariantAccess<'de> for Trace<'_> {
    type Error = NoSample;

    fn unit_variant(self) -> Result<(), NoSample> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<T::Value, NoSample> {
        let mut content = String::new();
        let value = seed.deserialize(Trace { tracer: self.tracer, text: &mut content })?;
        self.is(format_args!("({content})"));
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, NoSample> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NoSample> {
        let mut content = String::new();
        let elements = Elements { tracer: self.tracer, names: fields, left: fields.len(), text: &mut content };
        let value = visitor.visit_seq(elements)?;
        self.is(format_args!(" {{{content}}}"));
        Ok(value)
    }
}
