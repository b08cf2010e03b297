use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock, mpsc};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::asks::AskError;
use super::credits::Credits;
use super::message_type::{MessageType, name_of};
use super::monitors::EndReason;
use super::receipt::RemoteReceipt;
use super::remote::{Encoded, Remote};
use super::reply::RemoteReply;
use super::shared::{Shared, Target, bound_to, decoding_node};
use crate::types::{NodeId, OnOutcome, Outcome};
use crate::wire::{EncodeError, Kind, is_tracing};

/// Longer than anybody waits, and short enough to be added to a time.
const AGES: Duration = Duration::from_secs(1 << 32);

/// What can be sent to another node.
pub trait RemoteMessage: Serialize + DeserializeOwned + Send + 'static {}

impl<M: Serialize + DeserializeOwned + Send + 'static> RemoteMessage for M {}

/// Where to send messages of type `M`: an actor of another node, or of this one.
///
/// It belongs to one incarnation of a node: what is sent to it when that is gone is refused. It can be sent in messages, to any node
/// of the cluster.
pub struct RemoteAddress<M> {
    pub(super) shared: Arc<Shared>,
    pub(super) remote: Arc<Remote>,
    pub(super) credits: Arc<Credits>,
    export: u32,
    /// The type of its messages at its node.
    of: MessageType,
    /// How messages to it are encoded, once that is known.
    target: OnceLock<Target>,
    message: PhantomData<fn(M)>,
}

/// Why a message was not sent; it comes back.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SendError<M> {
    /// Too many acked messages to the actor have no outcome, or too much waits to be sent to the node.
    Full(M),
    /// It cannot be encoded.
    Encoding(M, EncodeError),
}

impl<M> SendError<M> {
    /// The message.
    pub fn into_message(self) -> M {
        match self {
            Self::Full(message) | Self::Encoding(message, _) => message,
        }
    }
}

impl<M> fmt::Debug for SendError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full(_) => f.write_str("Full(..)"),
            Self::Encoding(_, why) => write!(f, "Encoding(.., {why:?})"),
        }
    }
}

impl<M> fmt::Display for SendError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full(_) => f.write_str("there is no capacity: the actor, its node or the network is slow"),
            Self::Encoding(_, why) => write!(f, "{why}"),
        }
    }
}

impl<M> std::error::Error for SendError<M> {}

impl<M> RemoteAddress<M> {
    pub(super) fn new(shared: &Arc<Shared>, node: &NodeId, export: u32, of: MessageType) -> Self {
        let remote = shared.remote(node);
        let credits = shared.credits(&remote, export);
        let target = OnceLock::new();
        Self { shared: Arc::clone(shared), remote, credits, export, of, target, message: PhantomData }
    }

    /// The actor's node.
    pub fn node(&self) -> &NodeId {
        &self.remote.id
    }

    pub(super) fn export(&self) -> u32 {
        self.export
    }

    /// Has `ended` called when the actor terminates, or its node is gone or cannot be reached. Once; at once if it is so already.
    ///
    /// It is called on a thread of the node's, or an actor system's, and has to be quick: it sends a message, as a rule.
    pub fn monitor(&self, ended: impl FnOnce(EndReason) + Send + 'static) -> RemoteMonitor {
        let Self { shared, remote, export, .. } = self;
        let number = shared.monitors.open(remote.index, Box::new(ended));
        let monitor = RemoteMonitor { shared: Arc::clone(shared), remote: Arc::clone(remote), export: *export, number };
        let target = Target::Watch { export: *export, monitor: number };
        // If this cannot be sent the link is given up, or the node is gone: that ends the monitor.
        if let Ok(body) = shared.encode(&target, None::<&()>) {
            shared.send_until_handled(remote, body);
        }
        // A node ends all monitors when it leaves: this one came after that, or is among them.
        if shared.left.load(Ordering::Relaxed) {
            shared.monitors.ended(remote.index, number, EndReason::NodeGone);
        }
        monitor
    }
}

/// A monitor that can be called off.
pub struct RemoteMonitor {
    shared: Arc<Shared>,
    remote: Arc<Remote>,
    export: u32,
    number: u64,
}

impl RemoteMonitor {
    /// Calls it off. What is on its way already still comes.
    pub fn cancel(self) {
        let Self { shared, remote, export, number } = self;
        if shared.monitors.cancel(number)
            && let Ok(body) = shared.encode(&Target::Unwatch { export, monitor: number }, None::<&()>)
        {
            shared.send_anyway(&remote, body);
        }
    }
}

impl<M: RemoteMessage> RemoteAddress<M> {
    pub(super) fn encode(&self, message: &M) -> Result<Encoded, EncodeError> {
        let target = self.target.get_or_init(|| match self.of.needs_names_of::<M>() {
            true => Target::ActorByNames(self.export),
            false => Target::Actor(self.export),
        });
        self.shared.encode(target, Some(message))
    }

    /// Sends a message without an outcome: handled at most once, behind what was sent before. It never blocks. What
    /// cannot be encoded, and what exceeds the capacity, is dropped and counted.
    pub fn send(&self, message: M) {
        let sent = self.encode(&message).is_ok_and(|body| self.shared.send(&self.remote, body, Kind::Unacked, None));
        if !sent {
            self.shared.counts.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Sends a message, and calls `on_outcome` with what became of it, once: on a thread of the node's, or an actor system's.
    ///
    /// # Errors
    ///
    /// If there is no capacity, or it cannot be encoded; `on_outcome` is not called then.
    pub fn send_then(&self, message: M, on_outcome: impl FnOnce(Outcome) + Send + 'static) -> Result<(), SendError<M>> {
        self.send_with_credit(None, message, Box::new(on_outcome))
    }

    /// Sends a message, and returns a receipt that will show what became of it.
    ///
    /// # Errors
    ///
    /// If there is no capacity, or it cannot be encoded.
    pub fn send_confirmed(&self, message: M) -> Result<RemoteReceipt, SendError<M>> {
        self.confirmed(None, message)
    }

    /// Likewise, and blocks this thread until there is capacity, for a time at most. Not for handlers, which must not block.
    ///
    /// # Errors
    ///
    /// If there was no capacity in all that time, or it cannot be encoded.
    pub fn send_confirmed_within(&self, within: Duration, message: M) -> Result<RemoteReceipt, SendError<M>> {
        self.confirmed(Some(within), message)
    }

    fn confirmed(&self, within: Option<Duration>, message: M) -> Result<RemoteReceipt, SendError<M>> {
        let (receipt, on_outcome) = RemoteReceipt::new();
        self.send_with_credit(within, message, on_outcome)?;
        Ok(receipt)
    }

    /// [`send_then`](Self::send_then) that blocks this thread until there is capacity, for a time at most. Not for handlers, which must not block.
    ///
    /// # Errors
    ///
    /// If there was no capacity in all that time, or it cannot be encoded; `on_outcome` is not called then.
    pub fn send_then_within(
        &self,
        within: Duration,
        message: M,
        on_outcome: impl FnOnce(Outcome) + Send + 'static,
    ) -> Result<(), SendError<M>> {
        self.send_with_credit(Some(within), message, Box::new(on_outcome))
    }

    fn send_with_credit(
        &self,
        within: Option<Duration>,
        message: M,
        on_outcome: OnOutcome,
    ) -> Result<(), SendError<M>> {
        let body = match self.encode(&message) {
            Ok(body) => body,
            Err(why) => return Err(SendError::Encoding(message, why)),
        };
        let deadline = within.map(|within| Instant::now() + within.min(AGES));
        if !self.credits.take(deadline) {
            return Err(SendError::Full(message));
        }
        let credits = Arc::clone(&self.credits);
        let settle: OnOutcome = Box::new(move |outcome| {
            credits.give_back();
            on_outcome(outcome);
        });
        if self.shared.send_until(deadline, &self.remote, body, settle) {
            return Ok(());
        }
        self.credits.give_back();
        Err(SendError::Full(message))
    }

    /// Sends the message that `question` makes around a [`RemoteReply`], and blocks this thread until the answer comes. Not for handlers,
    /// which must not block: they use [`ask_then`](Self::ask_then).
    ///
    /// # Errors
    ///
    /// [`AskError`] gives the reason why there is no answer.
    pub fn ask<R: RemoteMessage>(
        &self,
        timeout: Duration,
        question: impl FnOnce(RemoteReply<R>) -> M,
    ) -> Result<R, AskError> {
        let (answered, answer) = mpsc::sync_channel(1);
        self.ask_then(timeout, question, move |answer| drop(answered.try_send(answer)));
        answer.recv().unwrap_or(Err(AskError::NoReply))
    }

    /// Sends the message that `question` makes around a [`RemoteReply`], and calls `then` with the answer, or with why there is none: once,
    /// on a thread of the node's.
    pub fn ask_then<R: RemoteMessage>(
        &self,
        timeout: Duration,
        question: impl FnOnce(RemoteReply<R>) -> M,
        then: impl FnOnce(Result<R, AskError>) + Send + 'static,
    ) {
        self.question(timeout, question, then);
    }

    /// The number of the question, by which it can be called off.
    pub(super) fn question<R: RemoteMessage>(
        &self,
        timeout: Duration,
        question: impl FnOnce(RemoteReply<R>) -> M,
        then: impl FnOnce(Result<R, AskError>) + Send + 'static,
    ) -> u64 {
        let shared = &self.shared;
        let limits = shared.limits;
        let node = Arc::downgrade(shared);
        let number = shared.asks.open(
            self.remote.index,
            Box::new(move |answer| {
                then(answer.and_then(|body| {
                    let decoded = match node.upgrade() {
                        Some(shared) => bound_to(&shared, None, || body.decode(limits)),
                        None => body.decode(limits),
                    };
                    decoded.map_err(AskError::Encoding)
                }));
            }),
        );
        let failed = match self.encode(&question(RemoteReply::asked(shared, number))) {
            Err(why) => Some(AskError::Encoding(why.to_string())),
            Ok(body) => {
                let asks = Arc::clone(shared);
                let settle: OnOutcome = Box::new(move |outcome| match outcome {
                    Outcome::Handled | Outcome::Panicked => {}
                    Outcome::Refused(why) => asks.asks.close(number, Err(AskError::Refused(why))),
                    Outcome::Unknown => asks.asks.close(number, Err(AskError::Unknown)),
                });
                let sent = shared.send(&self.remote, body, Kind::Question, Some(settle));
                (!sent).then_some(AskError::Full)
            }
        };
        if let Some(why) = failed {
            shared.asks.close(number, Err(why));
        } else if let Some(deadline) = Instant::now().checked_add(timeout) {
            shared.close_by(deadline, number);
        }
        number
    }

    /// Whether the actor's node is gone, as far as this one knows.
    pub fn is_gone(&self) -> bool {
        self.remote.gone.load(Ordering::Relaxed)
    }
}

/// What an address is in a message.
#[derive(Serialize, Deserialize)]
struct Carried {
    node: NodeId,
    export: u32,
    of: MessageType,
}

impl<M: 'static> Serialize for RemoteAddress<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let carried = Carried { node: self.remote.id.clone(), export: self.export, of: self.of };
        carried.serialize(serializer)
    }
}

impl<'de, M: 'static> Deserialize<'de> for RemoteAddress<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Carried { node, export, of } = Carried::deserialize(deserializer)?;
        if of.name != name_of::<M>() && !is_tracing() {
            return Err(serde::de::Error::custom("the address of an actor with other messages"));
        }
        Ok(Self::new(&decoding_node()?, &node, export, of))
    }
}

impl<M> Clone for RemoteAddress<M> {
    fn clone(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            remote: Arc::clone(&self.remote),
            credits: Arc::clone(&self.credits),
            export: self.export,
            of: self.of,
            target: self.target.clone(),
            message: PhantomData,
        }
    }
}

impl<M> PartialEq for RemoteAddress<M> {
    fn eq(&self, other: &Self) -> bool {
        self.export == other.export && self.remote.id == other.remote.id
    }
}

impl<M> Eq for RemoteAddress<M> {}

impl<M> Hash for RemoteAddress<M> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.export, &self.remote.id).hash(state);
    }
}

impl<M> fmt::Debug for RemoteAddress<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RemoteAddress({} at {})", self.export, self.remote.id)
    }
}
