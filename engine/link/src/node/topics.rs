//! Topics: values for all subscribers, on any node; at most once.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use agon_actor::Recipient;
use zenoh::Wait;
use zenoh::pubsub::Subscriber;
use zenoh::sample::Sample;

use super::address::RemoteMessage;
use super::handle::{Node, RegisterError};
use super::keys::{is_name, type_hash};
use super::shared::bound_to;
use crate::wire::{EncodeError, decode_first, encode, encode_into};

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
        let bytes = encode_into(value, limits, encode(&type_hash::<T>(), limits)?)?;
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
            let value = bound_to(&shared, None, || match decode_first::<u64>(&bytes, limits) {
                Ok((of, value)) if of == type_hash::<T>() => crate::wire::decode::<T>(value, limits).ok(),
                _ => None,
            });
            match value {
                Some(value) => recipient.send(value),
                None => drop(shared.counts.undecodable.fetch_add(1, Ordering::Relaxed)),
            }
        };
        let session = self.shared.session.get().ok_or_else(|| RegisterError::Fabric("the node has left".into()))?;
        let declared = session.declare_subscriber(self.shared.keys.topic(topic)).callback(on_sample).wait();
        let subscriber = declared.map_err(|why| RegisterError::Fabric(why.to_string()))?;
        Ok(Subscription { _subscriber: subscriber })
    }
}
