//! Values with the names of their fields and variants, for a receiver whose definitions of them are others than the sender's.
//!
//! A field or variant is found by its name. What a type has a `#[serde(default)]` for may be missing; what it does not know is skipped, if it is
//! a field, and an error, if it is a variant. Integers fit where their value does; anything else has to be of the type that it was.

mod read;
#[cfg(test)]
mod tests;
mod write;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::limits::{DecodeError, EncodeError, Limits};

/// What a value begins with.
mod tag {
    pub(super) const UNIT: u8 = 0;
    pub(super) const FALSE: u8 = 1;
    pub(super) const TRUE: u8 = 2;
    /// An integer that is not negative.
    pub(super) const POSITIVE: u8 = 3;
    /// -1 less an integer that is not negative.
    pub(super) const NEGATIVE: u8 = 4;
    pub(super) const F32: u8 = 5;
    pub(super) const F64: u8 = 6;
    pub(super) const CHAR: u8 = 7;
    pub(super) const STR: u8 = 8;
    pub(super) const BYTES: u8 = 9;
    pub(super) const NONE: u8 = 10;
    pub(super) const SOME: u8 = 11;
    pub(super) const SEQ: u8 = 12;
    pub(super) const MAP: u8 = 13;
    /// Each field has its name in front.
    pub(super) const STRUCT: u8 = 14;
    /// Its name, and what it holds.
    pub(super) const VARIANT: u8 = 15;
}

/// What went wrong, in words.
#[derive(Debug)]
struct Failed(String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failed {}

impl serde::ser::Error for Failed {
    fn custom<T: fmt::Display>(what: T) -> Self {
        Self(what.to_string())
    }
}

impl serde::de::Error for Failed {
    fn custom<T: fmt::Display>(what: T) -> Self {
        Self(what.to_string())
    }
}

/// Encodes a value with its names, behind what the buffer holds.
pub(crate) fn describe_into<T: Serialize + ?Sized>(
    value: &T,
    limits: Limits,
    mut buffer: Vec<u8>,
) -> Result<Vec<u8>, EncodeError> {
    let begin = buffer.len();
    value.serialize(write::Writer(&mut buffer)).map_err(|Failed(why)| EncodeError::Failed(why))?;
    if buffer.len() - begin > limits.size { Err(EncodeError::TooLarge) } else { Ok(buffer) }
}

/// Decodes a value with its names, which takes all of the bytes; or returns why it is none.
pub(crate) fn decode_described<T: DeserializeOwned>(bytes: &[u8], limits: Limits) -> Result<T, String> {
    if bytes.len() > limits.size {
        return Err(DecodeError::TooLarge.to_string());
    }
    let mut reader = read::Reader::new(bytes, limits.depth);
    let value = T::deserialize(&mut reader).map_err(|Failed(why)| why)?;
    if reader.is_at_end() { Ok(value) } else { Err("there are bytes behind the value".into()) }
}
