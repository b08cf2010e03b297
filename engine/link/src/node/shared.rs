//! What all handles of a node share.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use zenoh::Session;

use super::alarms::Alarms;
use super::asks::Asks;
use super::credits::{AllCredits, Credits};
use super::deadline::nanos;
use super::exports::Exports;
use super::keys::Keys;
use super::monitors::{EndReason, Monitors};
use super::ready::lock;
use super::registry::Registry;
use super::remote::{Encoded, Remote};
use super::remotes::Remotes;
use super::snapshot::PeerSnapshot;
use crate::protocol::{Time, Window};
use crate::types::{NodeId, OnOutcome, Outcome, Refusal};
use crate::wire::{EncodeError, Kind, Limits, describe_into, encode_into};

/// Who a message is for, in front of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Target {
    Actor(u32),
    /// The answer to a question of that number.
    Answer(u64),
    NoAnswer(u64),
    /// Asks for [`Ended`](Self::Ended) when an actor ends.
    Watch {
        export: u32,
        monitor: u64,
    },
    Ended {
        monitor: u64,
        reason: EndReason,
    },
    /// As `Actor`, with names of fields and variants.
    ActorByNames(u32),
    /// As `Answer`, with names of fields and variants.
    AnswerByNames(u64),
    /// Calls a [`Watch`](Self::Watch) off.
    Unwatch {
        export: u32,
        monitor: u64,
    },
}

impl Target {
    fn has_names(&self) -> bool {
        matches!(self, Self::ActorByNames(_) | Self::AnswerByNames(_))
    }
}

/// What the node's thread is to do.
pub(crate) enum Command {
    /// Something waits at a link.
    Link(Arc<Remote>),
    /// A message that is sent again on the next epoch, until the other side has it.
    SendUntilHandled {
        to: Arc<Remote>,
        body: Encoded,
    },
    Token {
        key: String,
        present: bool,
    },
    Publish {
        key: String,
        bytes: Vec<u8>,
    },
    /// Is called with whether nothing waits to be sent and nothing to be settled.
    Idle(Box<dyn FnOnce(bool) + Send>),
    Leave,
}

/// What has happened to messages whose sender was not notified.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) dropped: AtomicU64,
    pub(crate) undecodable: AtomicU64,
    pub(crate) frames_dropped: AtomicU64,
}

pub(crate) struct Shared {
    pub(crate) id: NodeId,
    pub(super) begun: Instant,
    pub(super) keys: Keys,
    pub(crate) limits: Limits,
    pub(super) window: Window,
    pub(crate) bound: usize,
    pub(super) session: OnceLock<Session>,
    commands: mpsc::Sender<Command>,
    /// When the node's thread looks at the time next, in nanoseconds since the node began; 0: it is at work.
    pub(super) wakes_at: AtomicU64,
    /// So often a link has been left to the node's thread, which has yet to run it.
    pub(super) waiting: AtomicUsize,
    /// The node's thread.
    pub(super) thread: OnceLock<Thread>,
    /// The node has left, or is about to.
    pub(super) left: AtomicBool,
    /// Bytes of frames that wait for the node's thread.
    pub(super) inbound: AtomicUsize,
    /// Bytes of published values that do.
    pub(super) published: AtomicUsize,
    pub(super) remotes: Remotes,
    pub(super) credits: Arc<AllCredits>,
    pub(super) exports: Exports,
    pub(super) registry: Registry,
    pub(super) asks: Asks,
    pub(super) monitors: Monitors,
    pub(super) alarms: Alarms,
    pub(crate) counts: Counts,
    /// Why messages could not be decoded, the last ones, and from which nodes they came.
    pub(super) misunderstood: Mutex<VecDeque<Misunderstood>>,
}

/// A message that this node could not decode.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misunderstood {
    /// The node that it came from, if that is known.
    pub from: Option<NodeId>,
    /// What is wrong with it.
    pub why: String,
}

/// So many are kept.
const MISUNDERSTOOD: usize = 64;

impl Shared {
    pub(super) fn new(
        id: NodeId,
        keys: Keys,
        (limits, window, bound): (Limits, Window, usize),
        commands: mpsc::Sender<Command>,
    ) -> Self {
        Self {
            id,
            begun: Instant::now(),
            keys,
            limits,
            window,
            bound,
            session: OnceLock::new(),
            commands,
            wakes_at: AtomicU64::new(0),
            waiting: AtomicUsize::new(0),
            thread: OnceLock::new(),
            left: AtomicBool::new(false),
            inbound: AtomicUsize::new(0),
            published: AtomicUsize::new(0),
            remotes: Remotes::default(),
            credits: Arc::default(),
            exports: Exports::default(),
            registry: Registry::default(),
            asks: Asks::default(),
            monitors: Monitors::default(),
            alarms: Alarms::default(),
            counts: Counts::default(),
            misunderstood: Mutex::default(),
        }
    }

    /// The node of an identity: one and the same for everybody here.
    pub(crate) fn remote(&self, id: &NodeId) -> Arc<Remote> {
        // This node itself is never forgotten.
        let ages = || (*id != self.id).then(|| nanos(self.now() + self.lingering()));
        self.remotes.get(id, self.window, ages)
    }

    /// So long a node is kept that is gone: its own end of the link has given up by then.
    fn lingering(&self) -> Time {
        self.window.give_up.saturating_mul(2)
    }

    /// A node is gone.
    pub(super) fn age(&self, remote: &Remote) {
        self.remotes.age(remote, nanos(self.now() + self.lingering()));
    }

    /// Forgets nodes that have been gone for long.
    pub(super) fn forget(&self) {
        let now = self.now();
        let stays = |remote: &Remote| {
            let active = remote.active.load(Ordering::Relaxed);
            let gone = remote.board.gone_since(self.begun)?;
            Some(nanos(gone).max(active).saturating_add(nanos(self.lingering())))
        };
        let held = |remote: &Remote| {
            remote.has_open() || self.asks.waits_for(remote.index) || self.monitors.waits_for(remote.index)
        };
        for remote in self.remotes.forget(nanos(now), stays, held, nanos(now + self.lingering())) {
            self.exports.unwatch(remote.index);
        }
    }

    /// What is known of all other nodes, in the order of their identities.
    pub(super) fn peers(&self) -> Vec<PeerSnapshot> {
        let remotes = self.remotes.all();
        let others = remotes.iter().filter(|remote| remote.id != self.id);
        let seen = |remote: &Arc<Remote>| remote.board.read(remote.id.clone(), remote.queued.load(Ordering::Relaxed));
        let mut peers: Vec<PeerSnapshot> = others.map(seen).collect();
        peers.sort_by(|one, other| one.id.cmp(&other.id));
        peers
    }

    /// Those of an actor, for all who send to it from here.
    pub(crate) fn credits(&self, remote: &Remote, export: u32) -> Arc<Credits> {
        self.credits.of((remote.index, export), self.bound)
    }

    /// Encodes a message of a target, or one to the node itself.
    pub(super) fn encode<M: Serialize>(&self, target: &Target, message: Option<&M>) -> Result<Encoded, EncodeError> {
        Encoded::new(|buffer| {
            let begun = encode_into(target, self.limits, buffer)?;
            match message {
                Some(message) if target.has_names() => describe_into(message, self.limits, begun),
                Some(message) => encode_into(message, self.limits, begun),
                None => Ok(begun),
            }
        })
    }

    /// The time since the node began.
    pub(super) fn now(&self) -> Time {
        self.begun.elapsed()
    }

    /// Has the node's thread do something, unless it has left.
    pub(crate) fn command(&self, command: Command) {
        let _ = self.commands.send(command);
        // It looks at its commands after it has announced that it sleeps.
        fence(Ordering::SeqCst);
        self.due_by(0);
    }

    /// Something has to be done by then: the node's thread is woken, once, if it sleeps longer.
    pub(super) fn due_by(&self, deadline: u64) {
        if deadline < self.wakes_at.load(Ordering::SeqCst)
            && self.wakes_at.swap(0, Ordering::SeqCst) != 0
            && let Some(thread) = self.thread.get()
        {
            thread.unpark();
        }
    }

    /// Sends a message, if there is capacity for it; whether there is.
    pub(crate) fn send(&self, to: &Arc<Remote>, body: Encoded, kind: Kind, on_outcome: Option<OnOutcome>) -> bool {
        let fits = self.reserve(to, body.size());
        if fits {
            self.post(to, body, kind, on_outcome);
        }
        fits
    }

    /// Sends a message for which capacity has been reserved.
    pub(super) fn post(&self, to: &Arc<Remote>, mut body: Encoded, kind: Kind, on_outcome: Option<OnOutcome>) {
        let size = body.size();
        match to.post(&mut body, self.window.frame, kind, on_outcome) {
            Ok(true) => self.look_at(to),
            Ok(false) => {}
            Err(on_outcome) => {
                to.free(size);
                if let Some(on_outcome) = on_outcome {
                    on_outcome(Outcome::Refused(Refusal::NotSent));
                }
            }
        }
    }

    fn reserve(&self, to: &Remote, size: usize) -> bool {
        reserve(&to.queued, self.window.queue, size)
    }

    /// Reserves capacity when there is some, or when the node leaves: what is sent then is refused.
    pub(super) async fn reserved(&self, to: &Remote, size: usize) {
        let reserve = || {
            if self.left.load(Ordering::Relaxed) {
                to.queued.fetch_add(size, Ordering::SeqCst);
                return Some(());
            }
            self.reserve(to, size).then_some(())
        };
        to.capacity.until(reserve).await;
    }

    /// Hands a value for a topic to the node's thread, or drops and counts it.
    pub(super) fn publish(&self, key: String, bytes: Vec<u8>) {
        if reserve(&self.published, self.window.queue, bytes.len()) {
            self.command(Command::Publish { key, bytes });
        } else {
            self.count_dropped();
        }
    }

    /// Sends an acked message, and waits for capacity until a time.
    pub(crate) fn send_until(
        &self,
        deadline: Option<Instant>,
        to: &Arc<Remote>,
        body: Encoded,
        on_outcome: OnOutcome,
    ) -> bool {
        while !self.reserve(to, body.size()) {
            let left = deadline.map_or(Duration::ZERO, |deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return false;
            }
            to.wait_for_capacity(left);
        }
        self.post(to, body, Kind::Acked, Some(on_outcome));
        true
    }

    /// Sends a message again and again, until the other side has it or is gone.
    pub(super) fn send_until_handled(self: &Arc<Self>, to: &Arc<Remote>, body: Encoded) {
        let (node, again, remote) = (Arc::downgrade(self), body.clone(), Arc::clone(to));
        let on_outcome: OnOutcome = Box::new(move |outcome| {
            if outcome != Outcome::Handled
                && let Some(shared) = node.upgrade()
            {
                shared.command(Command::SendUntilHandled { to: remote, body: again });
            }
        });
        to.queued.fetch_add(body.size(), Ordering::Relaxed);
        self.post(to, body, Kind::Acked, Some(on_outcome));
    }

    /// Counts a message that could not be decoded, and keeps why.
    pub(super) fn misunderstood(&self, why: String) {
        self.counts.undecodable.fetch_add(1, Ordering::Relaxed);
        let mut misunderstood = lock(&self.misunderstood);
        if misunderstood.len() == MISUNDERSTOOD {
            misunderstood.pop_front();
        }
        misunderstood.push_back(Misunderstood { from: decoded_from(), why });
    }

    pub(super) fn count_dropped(&self) {
        self.counts.dropped.fetch_add(1, Ordering::Relaxed);
    }

    /// Sends what a lack of capacity must not stop, and has no callback.
    pub(super) fn send_anyway(&self, to: &Arc<Remote>, body: Encoded) {
        to.queued.fetch_add(body.size(), Ordering::Relaxed);
        self.post(to, body, Kind::Unacked, None);
    }
}

impl Drop for Shared {
    /// Zenoh waits where a session is dropped, and panics if that is on the thread of a tokio runtime that has one: so it is dropped elsewhere.
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            let _ = thread::Builder::new().name("agon-link-close".to_owned()).spawn(|| drop(session));
        }
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

/// Takes capacity, if there is any; for something of whatever size, if nothing else is there.
fn reserve(taken: &AtomicUsize, limit: usize, size: usize) -> bool {
    let reserve = |taken: usize| (taken == 0 || taken + size <= limit).then_some(taken + size);
    taken.fetch_update(Ordering::SeqCst, Ordering::SeqCst, reserve).is_ok()
}

thread_local! {
    /// The node whose messages this thread decodes, and which node they are from, if that is known.
    static DECODING: RefCell<Option<(Arc<Shared>, Option<NodeId>)>> = const { RefCell::new(None) };
}

/// Decodes values that hold addresses, replies and origins: they are bound to this node, and to the one that they are from.
pub(super) fn bound_to<T>(shared: &Arc<Shared>, from: Option<&NodeId>, decode: impl FnOnce() -> T) -> T {
    struct Back(Option<(Arc<Shared>, Option<NodeId>)>);

    impl Drop for Back {
        fn drop(&mut self) {
            DECODING.set(self.0.take());
        }
    }

    let _back = Back(DECODING.replace(Some((Arc::clone(shared), from.cloned()))));
    decode()
}

/// The node that values which are being decoded are bound to.
pub(crate) fn decoding_node<E: serde::de::Error>() -> Result<Arc<Shared>, E> {
    let node = DECODING.with_borrow(|decoding| decoding.as_ref().map(|(shared, _)| Arc::clone(shared)));
    node.ok_or_else(|| E::custom("addresses and replies are decoded by nodes only"))
}

thread_local! {
    /// What is being decoded has names of fields and variants.
    static DESCRIBED: Cell<bool> = const { Cell::new(false) };
}

/// Decodes messages with names, or without: the answers to questions in them are alike.
pub(super) fn described_as<T>(described: bool, decode: impl FnOnce() -> T) -> T {
    struct Back(bool);

    impl Drop for Back {
        fn drop(&mut self) {
            DESCRIBED.set(self.0);
        }
    }

    let _back = Back(DESCRIBED.replace(described));
    decode()
}

/// Whether what is being decoded has names.
pub(super) fn is_described() -> bool {
    DESCRIBED.get()
}

/// The node that sent what is being decoded.
pub(super) fn decoded_from() -> Option<NodeId> {
    DECODING.with_borrow(|decoding| decoding.as_ref()?.1.clone())
}
