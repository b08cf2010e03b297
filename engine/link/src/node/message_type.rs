//! What nodes have to know of each other's types of messages.

use std::any::type_name;

use serde::{Deserialize, Serialize};

use crate::placement::hash;

/// A type of messages: two nodes mean the same if the names are equal, and have the same definition of it if the schemas are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct MessageType {
    /// A hash of its name, without the modules that it is in.
    pub(crate) name: u64,
    /// A hash of its schema; 0: it has none, and every message has the names of its fields and variants.
    pub(crate) schema: u64,
}

/// A hash of a type's name.
pub(super) fn name_of<M>() -> u64 {
    hash(short(type_name::<M>()).as_bytes())
}

/// A type's name without modules: where a type is defined is no business of other nodes.
fn short(name: &str) -> String {
    let mut short = String::with_capacity(name.len());
    for part in name.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        short.push_str(part.rsplit("::").next().unwrap_or_default());
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short() {
        assert_eq!(short("alloc::vec::Vec<a::b::C<d::E, [u8; 4]>>"), "Vec<C<E, [u8; 4]>>");
        assert_eq!(short("(x::{{closure}}::y::Z, &str)"), "({{closure}}Z, &str)");
    }
}
