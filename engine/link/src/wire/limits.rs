//! What is encoded and decoded at most, and why something is not.

use std::error::Error;
use std::fmt;

/// The version of the format, in the first byte of each frame. A node drops frames of another one.
pub const VERSION: u8 = 3;

/// What is decoded at most.
///
/// Nothing is allocated by what the bytes claim: the memory that a value takes grows with the elements that are really there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of an encoded value.
    pub size: usize,
    /// How deep values may lie in each other: each struct, tuple, collection, option and enum is a level.
    pub depth: u32,
}

/// A collection's elements may take no bytes at all, and still there are no more of them than bytes, and this many.
pub(super) const SPARE_ELEMENTS: usize = 1024;

impl Default for Limits {
    fn default() -> Self {
        Self { size: 4 << 20, depth: 64 }
    }
}

/// Why bytes are no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// They are more than allowed.
    TooLarge,
    /// The value is deeper than allowed.
    TooDeep,
    /// A collection claims more elements than there can be.
    TooMany,
    /// It is of another version of the format.
    Version(u8),
    /// It is no value of the type.
    Malformed,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("the value is larger than allowed"),
            Self::TooDeep => f.write_str("the value is deeper than allowed"),
            Self::TooMany => f.write_str("a collection claims more elements than there can be"),
            Self::Version(version) => write!(f, "the frame is of version {version}, this node speaks {VERSION}"),
            Self::Malformed => f.write_str("the bytes are no value of the type"),
        }
    }
}

impl Error for DecodeError {}

/// Why a value cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// It takes more bytes than allowed.
    TooLarge,
    /// Its `Serialize` has failed.
    Failed(String),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("the value takes more bytes than allowed"),
            Self::Failed(why) => write!(f, "the value cannot be encoded: {why}"),
        }
    }
}

impl Error for EncodeError {}
