//! The key expressions of a cluster.

use std::fmt;

use super::message_type::MessageType;
use crate::types::{Named, NodeId};

/// The version of their layout.
const PREFIX: &str = "agon/3";

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
    /// The type of its messages.
    pub(crate) of: MessageType,
}

/// Key expressions for what only the node of a name may do.
pub(super) struct KeysOfNode {
    pub(super) tokens: [String; 2],
    pub(super) frames_to_it: String,
    pub(super) frames_from_it: String,
}

/// The longest name of a node, a cluster, an actor, a role or a topic, in bytes.
const LONGEST: usize = 200;

/// Whether a text can be part of a key, and is no longer than allowed.
pub(crate) fn is_name(text: &str) -> bool {
    let fits = (1..=LONGEST).contains(&text.len());
    fits && text.chars().all(|c| !c.is_control() && !c.is_whitespace() && !"/*$#?".contains(c))
        && !text.starts_with('@')
}

/// Describes what is wrong with what [is no name](is_name).
pub(super) fn write_no_name(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    write!(f, "{name:?} is no name: it is empty, too long, or has one of / * $ # ? or a space")
}

impl Keys {
    pub(super) fn new(cluster: &str) -> Self {
        Self { prefix: format!("{PREFIX}/{cluster}") }
    }

    /// Frames of one node for another. The key holds the sender: Zenoh's access control looks at nothing else.
    pub(super) fn frames(&self, to: &NodeId, from: &NodeId) -> String {
        format!("{}/to/{}/{:x}/{}/{:x}", self.prefix, to.name(), to.incarnation(), from.name(), from.incarnation())
    }

    /// All frames for a node.
    pub(super) fn all_frames(&self, to: &NodeId) -> String {
        format!("{}/to/{}/{:x}/*/*", self.prefix, to.name(), to.incarnation())
    }

    /// The sender of a frame, by its key.
    pub(super) fn sender(key: &str) -> Option<NodeId> {
        let mut parts = key.rsplit('/');
        let incarnation = parts.next()?;
        node_id(parts.next()?, incarnation)
    }

    /// What only a node of this name may put and declare: its token, its actors' tokens, what it is sent, what it sends.
    pub(super) fn of_node(&self, name: &str) -> KeysOfNode {
        let prefix = &self.prefix;
        KeysOfNode {
            tokens: [format!("{prefix}/node/{name}/*"), format!("{prefix}/actor/{name}/**")],
            frames_to_it: format!("{prefix}/to/{name}/**"),
            frames_from_it: format!("{prefix}/to/*/*/{name}/*"),
        }
    }

    /// All keys of the cluster.
    pub(super) fn all(&self) -> String {
        format!("{}/**", self.prefix)
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
            Token::Actor(Entry { label, named, node, export, of }) => format!(
                "{}/actor/{}/{:x}/{export}/{}/{:x}.{:x}/{label}",
                self.prefix,
                node.name(),
                node.incarnation(),
                match named {
                    Named::Name => "name",
                    Named::Role => "role",
                    Named::Shards => "shards",
                },
                of.name,
                of.schema,
            ),
        }
    }

    /// What a token's key names; nothing if it is not one of ours.
    pub(super) fn parse(&self, key: &str) -> Option<Token> {
        let parts: Vec<_> = key.strip_prefix(&self.prefix)?.strip_prefix('/')?.split('/').collect();
        match parts[..] {
            ["node", name, incarnation] => node_id(name, incarnation).map(Token::Node),
            ["actor", name, incarnation, export, named, of, label] => Some(Token::Actor(Entry {
                label: Some(label).filter(|label| is_name(label))?.to_owned(),
                named: match named {
                    "name" => Named::Name,
                    "role" => Named::Role,
                    "shards" => Named::Shards,
                    _ => return None,
                },
                node: node_id(name, incarnation)?,
                export: export.parse().ok()?,
                of: message_type(of)?,
            })),
            _ => None,
        }
    }
}

/// The node that two parts of a key name.
fn node_id(name: &str, incarnation: &str) -> Option<NodeId> {
    let incarnation = u64::from_str_radix(incarnation, 16).ok()?;
    is_name(name).then(|| NodeId::new(name, incarnation))
}

/// The type that a part of a key names.
fn message_type(part: &str) -> Option<MessageType> {
    let (name, schema) = part.split_once('.')?;
    Some(MessageType { name: u64::from_str_radix(name, 16).ok()?, schema: u64::from_str_radix(schema, 16).ok()? })
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
            of: MessageType { name: 0xAB, schema: u64::MAX },
        };
        for token in [Token::Node(node.clone()), Token::Actor(entry(Named::Name)), Token::Actor(entry(Named::Role))] {
            assert_eq!(keys.parse(&keys.token(&token)), Some(token));
        }
        assert_eq!(keys.token(&Token::Node(node.clone())), "agon/3/market/node/a/ff00000000000001");
        assert_eq!(keys.parse(&Keys::new("other").token(&Token::Node(node))), None);
    }

    #[test]
    fn what_is_no_token_is_none() {
        let keys = Keys::new("m");
        for key in [
            "agon/3/m",
            "agon/3/m/node/a",
            "agon/3/m/node/a/xyz",
            "agon/3/m/node/a/1/2",
            "agon/3/m/actor/a/1/7/other/1.1/label",
            "agon/3/m/actor/a/1/-7/name/1.1/label",
            "agon/3/m/actor/a/1/7/name/1.1/",
            "agon/3/m/actor/a/1/7/name/1/label",
        ] {
            assert_eq!(keys.parse(key), None, "{key}");
        }
    }

    #[test]
    fn the_key_of_a_frame_names_its_sender() {
        let (a, b) = (NodeId::new("a", 1), NodeId::new("b", 0xFF));
        let keys = Keys::new("m");
        assert_eq!(keys.frames(&a, &b), "agon/3/m/to/a/1/b/ff");
        assert_eq!(Keys::sender(&keys.frames(&a, &b)), Some(b));
        for key in ["agon/3/m/to/a/1/b/*", "agon/3/m/to/a/1/*/2", "2", ""] {
            assert_eq!(Keys::sender(key), None, "{key}");
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
