use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::address::RemoteMessage;
use super::remote::Encoded;
use super::shared::{Shared, Target, decoding_node, is_described};
use crate::types::NodeId;
use crate::wire::{is_tracing, leads_to};

/// The right to answer one question, from whatever node.
///
/// It travels in the message that asks, and may be kept or sent on. Dropped unanswered, it notifies the asker that there is no answer.
#[must_use = "a dropped reply notifies the asker that there is no answer"]
pub struct RemoteReply<R> {
    asker: NodeId,
    number: u64,
    /// The asker may have another version of the answer's type: it gets it with names of fields and variants.
    described: bool,
    /// Where it can be answered: where a message has brought it.
    shared: Option<Arc<Shared>>,
    /// It went on in another message.
    handed_on: AtomicBool,
    answer: PhantomData<fn(R)>,
}

impl<R> RemoteReply<R> {
    /// Not brought by a message yet: it cannot be answered here.
    pub(super) fn asked(shared: &Shared, number: u64) -> Self {
        let asker = shared.id.clone();
        Self { asker, number, described: false, shared: None, handed_on: AtomicBool::new(false), answer: PhantomData }
    }

    fn send_body(asker: &NodeId, shared: &Arc<Shared>, body: Encoded) {
        shared.send_anyway(&shared.remote(asker), body);
    }
}

impl<R: RemoteMessage> RemoteReply<R> {
    /// Answers. An answer that cannot be encoded is none.
    pub fn send(mut self, answer: R) {
        let Some(shared) = self.shared.take() else { return };
        let target = if self.described { Target::AnswerByNames(self.number) } else { Target::Answer(self.number) };
        match shared.encode(&target, Some(&answer)) {
            Ok(body) => Self::send_body(&self.asker, &shared, body),
            Err(_) => self.shared = Some(shared), // dropped unanswered
        }
    }
}

impl<R> Drop for RemoteReply<R> {
    fn drop(&mut self) {
        if let Some(shared) = self.shared.take()
            && !*self.handed_on.get_mut()
            && let Ok(body) = shared.encode(&Target::NoAnswer(self.number), None::<&()>)
        {
            Self::send_body(&self.asker, &shared, body);
        }
    }
}

impl<R> Serialize for RemoteReply<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.handed_on.store(true, Ordering::Relaxed);
        (&self.asker, self.number << 1 | u64::from(self.described)).serialize(serializer)
    }
}

impl<'de, R: RemoteMessage> Deserialize<'de> for RemoteReply<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (asker, number) = <(NodeId, u64)>::deserialize(deserializer)?;
        // A sample is not answered.
        leads_to::<R, D::Error>()?;
        let shared = if is_tracing() { None } else { Some(decoding_node()?) };
        let (number, described) = (number >> 1, number & 1 == 1 || is_described());
        Ok(Self { asker, number, described, shared, handed_on: AtomicBool::new(false), answer: PhantomData })
    }
}

impl<R> fmt::Debug for RemoteReply<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RemoteReply(..)")
    }
}
