//! What all handles of a node share.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, mpsc};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use zenoh::Session;

use super::asks::Asks;
use super::credits::Credits;
use super::exports::Exports;
use super::keys::Keys;
use super::monitors::{EndReason, Monitors};
use super::ready::lock;
use super::registry::Registry;
use super::snapshot::{Board, PeerSnapshot};
use crate::types::{NodeId, Outcome};
use crate::wire::Limits;

/// Is called with a message's outcome, once.
pub(crate) type Tell = Box<dyn FnOnce(Outcome) + Send>;

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
}

/// What the node's thread is to do.
pub(crate) enum Command {
    Send {
        to: Arc<Remote>,
        body: Vec<u8>,
        tell: Option<Tell>,
    },
    /// Likewise, and again on the next epoch until the other side has it.
    SendUntilHandled {
        to: Arc<Remote>,
        body: Vec<u8>,
    },
    Frame {
        from: NodeId,
        bytes: Vec<u8>,
    },
    Settled {
        from: u32,
        epoch: u64,
        number: u64,
        outcome: Outcome,
    },
    Token {
        key: String,
        present: bool,
    },
    AskUntil {
        deadline: std::time::Instant,
        number: u64,
    },
    Publish {
        key: String,
        bytes: Vec<u8>,
    },
    /// Answered when nothing waits to be sent and nothing to be settled.
    Idle(mpsc::Sender<bool>),
    Leave,
}

/// Another node, or this one.
pub(crate) struct Remote {
    pub(crate) id: NodeId,
    pub(crate) index: u32,
    /// Bytes that wait to be sent, or are on their way.
    pub(crate) queued: AtomicUsize,
    pub(crate) gone: AtomicBool,
    pub(super) board: Board,
    room: Mutex<()>,
    freed: Condvar,
}

impl Remote {
    /// Bytes have left the queue, or have not entered it.
    pub(super) fn free(&self, bytes: usize) {
        if bytes > 0 {
            self.queued.fetch_sub(bytes, Ordering::Relaxed);
            self.freed.notify_all();
        }
    }

    /// Waits a little for [`free`](Self::free): it may have been just before.
    pub(super) fn wait_for_room(&self, left: Duration) {
        let longest = left.min(Duration::from_millis(5));
        drop(self.freed.wait_timeout(lock(&self.room), longest).unwrap_or_else(PoisonError::into_inner));
    }
}

/// What has happened to messages nobody was told about.
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
    pub(crate) queue: usize,
    pub(crate) bound: usize,
    pub(super) session: OnceLock<Session>,
    pub(crate) commands: mpsc::Sender<Command>,
    /// Bytes of frames that wait for the node's thread.
    pub(super) inbound: AtomicUsize,
    /// Bytes of published values that do.
    pub(super) published: AtomicUsize,
    remotes: Mutex<HashMap<NodeId, Arc<Remote>>>,
    credits: Mutex<HashMap<(u32, u32), Arc<Credits>>>,
    pub(super) exports: Exports,
    pub(super) registry: Registry,
    pub(super) asks: Asks,
    pub(super) monitors: Monitors,
    pub(crate) counts: Counts,
}

impl Shared {
    pub(super) fn new(
        id: NodeId,
        keys: Keys,
        (limits, queue, bound): (Limits, usize, usize),
        commands: mpsc::Sender<Command>,
    ) -> Self {
        Self {
            id,
            begun: Instant::now(),
            keys,
            limits,
            queue,
            bound,
            session: OnceLock::new(),
            commands,
            inbound: AtomicUsize::new(0),
            published: AtomicUsize::new(0),
            remotes: Mutex::default(),
            credits: Mutex::default(),
            exports: Exports::default(),
            registry: Registry::default(),
            asks: Asks::default(),
            monitors: Monitors::default(),
            counts: Counts::default(),
        }
    }

    /// The node of an identity: one and the same for everybody here.
    pub(crate) fn remote(&self, id: &NodeId) -> Arc<Remote> {
        let mut remotes = lock(&self.remotes);
        if let Some(remote) = remotes.get(id) {
            return Arc::clone(remote);
        }
        let index = remotes.len() as u32;
        let remote = Arc::new(Remote {
            id: id.clone(),
            index,
            queued: AtomicUsize::new(0),
            gone: AtomicBool::new(false),
            board: Board::new(),
            room: Mutex::default(),
            freed: Condvar::new(),
        });
        remotes.insert(id.clone(), Arc::clone(&remote));
        remote
    }

    /// What is known of all other nodes that have been met, in the order of their identities.
    pub(super) fn peers(&self) -> Vec<PeerSnapshot> {
        let remotes: Vec<Arc<Remote>> = lock(&self.remotes).values().cloned().collect();
        let others = remotes.iter().filter(|remote| remote.id != self.id);
        let seen = |remote: &Arc<Remote>| remote.board.read(remote.id.clone(), remote.queued.load(Ordering::Relaxed));
        let mut peers: Vec<PeerSnapshot> = others.map(seen).collect();
        peers.sort_by(|one, other| one.id.cmp(&other.id));
        peers
    }

    /// Those of an actor, for all who send to it from here.
    pub(crate) fn credits(&self, remote: &Remote, export: u32) -> Arc<Credits> {
        let mut credits = lock(&self.credits);
        Arc::clone(credits.entry((remote.index, export)).or_insert_with(|| Arc::new(Credits::new(self.bound))))
    }

    /// Has the node's thread do something; nobody is there any more when it has left.
    pub(crate) fn command(&self, command: Command) {
        if let Err(mpsc::SendError(Command::Send { tell: Some(tell), .. })) = self.commands.send(command) {
            tell(Outcome::Refused(crate::types::Refusal::NotSent));
        }
    }

    /// Hands a message to the node's thread, if there is room for it; whether there is.
    pub(crate) fn send(&self, to: &Arc<Remote>, body: Vec<u8>, tell: Option<Tell>) -> bool {
        let fits = self.reserve(to, body.len());
        if fits {
            self.command(Command::Send { to: Arc::clone(to), body, tell });
        }
        fits
    }

    fn reserve(&self, to: &Remote, size: usize) -> bool {
        reserve(&to.queued, self.queue, size)
    }

    /// Hands a value for a topic to the node's thread, or drops and counts it.
    pub(super) fn publish(&self, key: String, bytes: Vec<u8>) {
        if reserve(&self.published, self.queue, bytes.len()) {
            self.command(Command::Publish { key, bytes });
        } else {
            self.count_dropped();
        }
    }

    /// Likewise, and waits for room until a time.
    pub(crate) fn send_until(&self, deadline: Option<Instant>, to: &Arc<Remote>, body: Vec<u8>, tell: Tell) -> bool {
        while !self.reserve(to, body.len()) {
            let left = deadline.map_or(Duration::ZERO, |deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return false;
            }
            to.wait_for_room(left);
        }
        self.command(Command::Send { to: Arc::clone(to), body, tell: Some(tell) });
        true
    }

    pub(super) fn count_dropped(&self) {
        self.counts.dropped.fetch_add(1, Ordering::Relaxed);
    }

    /// Sends what a lack of room must not stop, and what is told to nobody.
    pub(super) fn send_anyway(&self, to: &Arc<Remote>, body: Vec<u8>) {
        to.queued.fetch_add(body.len(), Ordering::Relaxed);
        self.command(Command::Send { to: Arc::clone(to), body, tell: None });
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

/// Takes room, if there is any; for something of whatever size, if nothing else is there.
fn reserve(taken: &AtomicUsize, limit: usize, size: usize) -> bool {
    let room = |taken: usize| (taken == 0 || taken + size <= limit).then_some(taken + size);
    taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).is_ok()
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

/// The node that sent what is being decoded.
pub(super) fn decoded_from() -> Option<NodeId> {
    DECODING.with_borrow(|decoding| decoding.as_ref()?.1.clone())
}
