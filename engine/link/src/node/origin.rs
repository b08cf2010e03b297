use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::shared::decoded_from;
use crate::types::NodeId;

/// Which node a message is from: a part of messages whose receivers want to know.
///
/// It takes no space in a message. The receiver has it from the link, whatever the sender claims; with [certificates](super::Tls) no other node
/// can use another node's name. Values of topics and answers have none.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Origin(Option<NodeId>);

impl Origin {
    /// What the sender puts into a message.
    pub fn here() -> Self {
        Self(None)
    }

    /// The node, where the message has come to.
    pub fn node(&self) -> Option<&NodeId> {
        self.0.as_ref()
    }
}

impl Serialize for Origin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<'de> Deserialize<'de> for Origin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <()>::deserialize(deserializer)?;
        Ok(Self(decoded_from()))
    }
}

impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Origin").field(&self.0).finish()
    }
}
