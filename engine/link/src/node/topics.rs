//! Topics: values for all subscribers, on any node; at most once.

use std::sync::Arc;

use agon_actor::Recipient;
use zenoh::Wait;
use zenoh::pubsub::Subscriber;
use zenoh::sample::Sample;

use super::address::RemoteMessage;
use super::exports::decode_message;
use super::handle::{Node, RegisterError};
use super::keys::is_name;
use super::message_type::MessageType;
use super::shared::bound_to;
use crate::wire::{Body, EncodeError, decode_first, describe_into, encode, encode_into};

/// A subscription; it ends when this is dropped.
#[must_use = "dropped, it ends the subscription"]
pub struct Subscription {
    _subscriber: Subscriber<()>,
}

impl Node {
    /// Publishes a value on a topic: each subscriber, on any node, gets it at most once, and in order with what this node has
    /// published on the topic before. Dropped and counted are values beyond the capacity and, where they come to, those of another type
    /// than the subscriber's.
    ///
    /// # Errors
    ///
    /// If the value cannot be encoded.
    pub fn publish<T: RemoteMessage>(&self, topic: &str, value: &T) -> Result<(), EncodeError> {
        let limits = self.shared.limits;
        let of = MessageType::of::<T>();
        let begun = encode(&of, limits)?;
        let bytes = match of.schema {
            0 => describe_into(value, limits, begun)?,
            _ => encode_into(value, limits, begun)?,
        };
        self.shared.publish(self.shared.keys.topic(topic), bytes);
        Ok(())
    }

    /// Has an actor get what is published on a topic from now on.
    ///
    /// # Errors
    ///
    /// If the topic's name is none, or Zenoh refuses it.
    pub fn subscribe<T: RemoteMessage>(
        &self,
        topic: &str,
        recipient: impl Into<Recipient<T>>,
    ) -> Result<Subscription, RegisterError> {
        if !is_name(topic) {
            return Err(RegisterError::BadName(topic.to_owned()));
        }
        let recipient = recipient.into();
        let shared = Arc::clone(&self.shared);
        let on_sample = move |sample: Sample| {
            let bytes = sample.payload().to_bytes();
            let limits = shared.limits;
            let value = bound_to(&shared, None, || match decode_first::<MessageType>(&bytes, limits) {
                Ok((of, bytes)) if of == MessageType::of::<T>() => {
                    decode_message::<T>(&shared, Body { bytes, described: of.schema == 0 })
                }
                Ok((of, _)) if of.name == MessageType::of::<T>().name => {
                    Err("a value of another version of its type".into())
                }
                _ => Err("a value of another type".into()),
            });
            match value {
                Ok(value) => recipient.send(value),
                Err(why) => shared.misunderstood(why),
            }
        };
        let session = self.shared.session.get().ok_or_else(|| RegisterError::Fabric("the node has left".into()))?;
        let declared = session.declare_subscriber(self.shared.keys.topic(topic)).callback(on_sample).wait();
        let subscriber = declared.map_err(|why| RegisterError::Fabric(why.to_string()))?;
        Ok(Subscription { _subscriber: subscriber })
    }
}
