//! The key expressions of a cluster.

use std::fmt;

use crate::types::{Named, NodeId};

/// The version of their layout.
const PREFIX: &str = "agon/1";

/// What makes the keys of a cluster.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    prefix: String,
}

/// A liveliness token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Node(NodeId),
    Actor(Entry),
}

/// An actor that is registered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) label: String,
    pub(crate) named: Named,
    pub(crate) node: NodeId,
    pub(crate) export: u32,
    /// A hash of the name of its messages' type.
    pub(crate) type_hash: u64,
}

/// The longest name of a node, a cluster, an actor, a role or a topic, in bytes.
const LONGEST: usize = 200;

/// Whether a text can be part of a key, and is no longer than allowed.
pub(crate) fn is_name(text: &str) -> bool {
    let fits = (1..=LONGEST).contains(&text.len());
    fits && text.chars().all(|c| !c.is_control() && !c.is_whitespace() && !"/*$#?".contains(c))
        && !text.starts_with('@')
}

/// Says what is wrong with what [is no name](is_name).
pub(super) fn write_no_name(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    write!(f, "{name:?} is no name: it is empty, too long, or has one of / * $ # ? or a space")
}

impl Keys {
    pub(super) fn new(cluster: &str) -> Self {
        Self { prefix: format!("{PREFIX}/{cluster}") }
    }

    /// Frames for a node.
    pub(super) fn frames(&self, to: &NodeId) -> String {
        format!("{}/to/{}/{:x}", self.prefix, to.name(), to.incarnation())
    }

    pub(super) fn topic(&self, label: &str) -> String {
        format!("{}/topic/{label}", self.prefix)
    }

    pub(super) fn all_nodes(&self) -> String {
        format!("{}/node/*/*", self.prefix)
    }

    pub(super) fn all_actors(&self) -> String {
        format!("{}/actor/*/*/*/*/*/*", self.prefix)
    }

    pub(super) fn token(&self, token: &Token) -> String {
        match token {
            Token::Node(id) => format!("{}/node/{}/{:x}", self.prefix, id.name(), id.incarnation()),
            Token::Actor(Entry { label, named, node, export, type_hash }) => format!(
                "{}/actor/{}/{:x}/{export}/{}/{type_hash:x}/{label}",
                self.prefix,
                node.name(),
                node.incarnation(),
                match named {
                    Named::Name => "name",
                    Named::Role => "role",
                    Named::Shards => "shards",
                },
            ),
        }
    }

    /// What a token's key says; nothing if it is not one of ours.
    pub(super) fn parse(&self, key: &str) -> Option<Token> {
        let parts: Vec<_> = key.strip_prefix(&self.prefix)?.strip_prefix('/')?.split('/').collect();
        let node = |name: &str, incarnation: &str| {
            let incarnation = u64::from_str_radix(incarnation, 16).ok()?;
            is_name(name).then(|| NodeId::new(name, incarnation))
        };
        match parts[..] {
            ["node", name, incarnation] => node(name, incarnation).map(Token::Node),
            ["actor", name, incarnation, export, named, type_hash, label] => Some(Token::Actor(Entry {
                label: Some(label).filter(|label| is_name(label))?.to_owned(),
                named: match named {
                    "name" => Named::Name,
                    "role" => Named::Role,
                    "shards" => Named::Shards,
                    _ => return None,
                },
                node: node(name, incarnation)?,
                export: export.parse().ok()?,
                type_hash: u64::from_str_radix(type_hash, 16).ok()?,
            })),
            _ => None,
        }
    }
}

/// A hash of a type's name.
pub(crate) fn type_hash<T: ?Sized>() -> u64 {
    crate::placement::hash(std::any::type_name::<T>().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_as_they_were_written() {
        let keys = Keys::new("market");
        let node = NodeId::new("a", 0xFF00_0000_0000_0001);
        let entry = |named| Entry {
            label: "till-1".into(),
            named,
            node: node.clone(),
            export: 7,
            type_hash: type_hash::<String>(),
        };
        for token in [Token::Node(node.clone()), Token::Actor(entry(Named::Name)), Token::Actor(entry(Named::Role))] {
            assert_eq!(keys.parse(&keys.token(&token)), Some(token));
        }
        assert_eq!(keys.token(&Token::Node(node.clone())), "agon/1/market/node/a/ff00000000000001");
        assert_eq!(keys.parse(&Keys::new("other").token(&Token::Node(node))), None);
    }

    #[test]
    fn what_is_no_token_is_none() {
        let keys = Keys::new("m");
        for key in [
            "agon/1/m",
            "agon/1/m/node/a",
            "agon/1/m/node/a/xyz",
            "agon/1/m/node/a/1/2",
            "agon/1/m/actor/a/1/7/other/1/label",
            "agon/1/m/actor/a/1/-7/name/1/label",
            "agon/1/m/actor/a/1/7/name/1/",
        ] {
            assert_eq!(keys.parse(key), None, "{key}");
        }
    }

    #[test]
    fn names_are_checked() {
        assert!(is_name("a-1.example.org") && is_name("größe"));
        for wrong in ["", "a/b", "*", "a$", "#", "a?", "a b", "\n", "@x", &"x".repeat(201)] {
            assert!(!is_name(wrong), "{wrong:?}");
        }
    }
}
