//! What lies on the wire: a compact binary format over serde, decoded within limits.

mod bounded;
mod described;
mod frame;
mod limits;
mod packed;
mod schema;
#[cfg(test)]
mod tests;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) use described::{decode_described, describe_into};
#[cfg(test)]
pub(crate) use frame::Run;
pub(crate) use frame::{Ack, Data, DataHead, Head, runs};
use limits::SPARE_ELEMENTS;
pub use limits::{DecodeError, EncodeError, Limits};
#[cfg(test)]
pub(crate) use packed::messages;
pub(crate) use packed::{Kind, MAX_OVERHEAD, Message, Messages, first, pack, pack_in_place, packed_size};
pub(crate) use schema::{is_tracing, leads_to, schema_of};

/// Encodes a value, behind what the buffer holds.
pub fn encode_into<T: Serialize + ?Sized>(value: &T, limits: Limits, buffer: Vec<u8>) -> Result<Vec<u8>, EncodeError> {
    let begin = buffer.len();
    let encoded = postcard::to_extend(value, buffer).map_err(|why| EncodeError::Failed(why.to_string()))?;
    if encoded.len() - begin > limits.size { Err(EncodeError::TooLarge) } else { Ok(encoded) }
}

/// Encodes a value.
pub fn encode<T: Serialize + ?Sized>(value: &T, limits: Limits) -> Result<Vec<u8>, EncodeError> {
    encode_into(value, limits, Vec::new())
}

/// Decodes a value that takes all of the bytes.
pub fn decode<T: DeserializeOwned>(bytes: &[u8], limits: Limits) -> Result<T, DecodeError> {
    match decode_first(bytes, limits)? {
        (value, []) => Ok(value),
        _ => Err(DecodeError::Malformed),
    }
}

/// A message's bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body<'a> {
    pub(crate) bytes: &'a [u8],
    /// With the names of fields and variants.
    pub(crate) described: bool,
}

impl Body<'_> {
    /// The value, or why it is none.
    pub(crate) fn decode<T: DeserializeOwned>(self, limits: Limits) -> Result<T, String> {
        if self.described {
            return decode_described(self.bytes, limits);
        }
        decode(self.bytes, limits).map_err(|why| why.to_string())
    }
}

/// Decodes a value, and returns the bytes behind it.
pub fn decode_first<T: DeserializeOwned>(bytes: &[u8], limits: Limits) -> Result<(T, &[u8]), DecodeError> {
    if bytes.len() > limits.size {
        return Err(DecodeError::TooLarge);
    }
    bounded::decode(bytes, limits.depth, bytes.len() + SPARE_ELEMENTS)
}
