//! How a type of messages is defined, and whether another node has the same definition of it.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, mpsc};

use super::address::RemoteMessage;
use super::keys::Keys;
use super::message_type::{MessageType, name_of};
use super::ready::lock;
use super::shared::{Shared, bound_to};
use crate::placement::hash;
use crate::protocol::Window;
use crate::types::NodeId;
use crate::wire::{Limits, is_tracing, schema_of};

impl MessageType {
    pub(super) fn of<M: RemoteMessage>() -> Self {
        static KNOWN: OnceLock<Mutex<HashMap<TypeId, MessageType>>> = OnceLock::new();
        if is_tracing() {
            return Self::default();
        }
        let known = KNOWN.get_or_init(Mutex::default);
        let of = lock(known).get(&TypeId::of::<M>()).copied();
        of.unwrap_or_else(|| {
            let schema = schema::<M>().map_or(0, |text| hash(text.as_bytes()).max(1));
            let of = Self { name: name_of::<M>(), schema };
            lock(known).insert(TypeId::of::<M>(), of);
            of
        })
    }

    /// Whether messages to an actor of this type need the names of their fields and variants.
    pub(super) fn needs_names_of<M: RemoteMessage>(self) -> bool {
        self.schema == 0 || self.schema != Self::of::<M>().schema
    }
}

/// What a type's messages are made of, as text: names of fields and variants, in their order, and what they hold. Nodes with the same text for a
/// type send its messages without names. Nothing if it cannot be found out: no sample is a value of the type.
///
/// A test may compare it with a text that is under version control, and so show a change that nodes of the last version will see:
///
/// ```
/// #[derive(serde::Serialize, serde::Deserialize)]
/// enum ToAccount {
///     Deposit { amount: u64 },
///     Close,
/// }
///
/// let text = agon_link::schema::<ToAccount>().unwrap();
/// assert_eq!(text, "#0\nToAccount\n  Deposit {amount: u64}\n  Close");
/// ```
pub fn schema<M: RemoteMessage>() -> Option<String> {
    // Addresses among the samples are bound to a node that is not there.
    let limits = (Limits::default(), Window::default(), 1);
    let unknown = Arc::new(Shared::new(NodeId::new("", 0), Keys::new(""), limits, mpsc::channel().0));
    bound_to(&unknown, None, schema_of::<M>)
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::*;

    #[test]
    fn types_differ_by_name_and_by_definition() {
        mod other {
            pub(super) mod place {
                #[derive(serde::Serialize, serde::Deserialize)]
                pub(in super::super) struct Order(u32);
            }

            #[derive(serde::Serialize, serde::Deserialize)]
            pub(super) struct Order(String);
        }
        #[derive(Serialize, Deserialize)]
        struct Order(u32);

        let [here, there, changed] =
            [MessageType::of::<Order>(), MessageType::of::<other::place::Order>(), MessageType::of::<other::Order>()];
        assert_eq!(here, there);
        assert_eq!(here.name, changed.name);
        assert_ne!(here.schema, changed.schema);
        assert_ne!(here.name, MessageType::of::<Vec<Order>>().name);
        assert!(changed.needs_names_of::<Order>() && !here.needs_names_of::<Order>());
        assert!(MessageType { schema: 0, ..here }.needs_names_of::<Order>());
    }
}
