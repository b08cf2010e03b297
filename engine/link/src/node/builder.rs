use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use zenoh::liveliness::LivelinessToken;
use zenoh::pubsub::Subscriber;
use zenoh::sample::{Sample, SampleKind};
use zenoh::{Config, Session, Wait};

use super::driver::Driver;
use super::handle::Node;
use super::keys::{Keys, Token, is_name, write_no_name};
use super::shared::{Command, Shared};
use super::tls::{SCHEME, Tls};
use crate::protocol::Window;
use crate::types::NodeId;
use crate::wire::Limits;

/// What a node is to be; see [`Node::builder`].
#[derive(Clone, Debug)]
pub struct NodeBuilder {
    name: String,
    cluster: String,
    listen: Vec<String>,
    connect: Vec<String>,
    scouting: bool,
    gossip: bool,
    bound: usize,
    limits: Limits,
    window: Window,
    lease: Duration,
    tls: Option<Tls>,
}

/// Why a node cannot join.
#[derive(Debug)]
#[non_exhaustive]
pub enum JoinError {
    /// The node's or the cluster's name is empty, too long, or has characters that a key must not have.
    BadName(String),
    /// A certificate or a key is missing, or is not this node's.
    Certificates(String),
    /// Zenoh has several threads, which its TLS does not stand: call [`one_thread`](crate::one_thread) first.
    Threads,
    /// With certificates an endpoint is not over TLS, or without them one is.
    Endpoint(String),
    /// Zenoh cannot listen, connect, or declare what a node needs.
    Fabric(String),
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadName(name) => write_no_name(f, name),
            Self::Certificates(why) | Self::Fabric(why) => write!(f, "cannot join: {why}"),
            Self::Threads => f.write_str(
                "cannot join: for TLS all of Zenoh has to be on one thread; call agon_link::one_thread first in main",
            ),
            Self::Endpoint(endpoint) if endpoint.starts_with(SCHEME) => {
                write!(f, "cannot join: {endpoint} needs certificates")
            }
            Self::Endpoint(endpoint) => write!(f, "cannot join: {endpoint} is not encrypted: {SCHEME}.. is"),
        }
    }
}

impl std::error::Error for JoinError {}

fn fabric(why: impl fmt::Display) -> JoinError {
    JoinError::Fabric(why.to_string())
}

/// What a node has declared.
pub(super) struct Declared {
    token: Option<LivelinessToken>,
    subscribers: Vec<Subscriber<()>>,
}

impl Declared {
    /// Nothing comes any more.
    pub(super) fn undeclare(&mut self) {
        if let Some(token) = self.token.take() {
            let _ = token.undeclare().wait(); // the session may be closed
        }
        self.subscribers.clear();
    }
}

impl NodeBuilder {
    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            cluster: "default".into(),
            listen: Vec::new(),
            connect: Vec::new(),
            scouting: false,
            gossip: false,
            bound: 1024,
            limits: Limits::default(),
            window: Window::default(),
            lease: Duration::from_secs(10),
            tls: None,
        }
    }

    /// The cluster: nodes of different ones do not see each other. `default`, if this is not called.
    pub fn cluster(mut self, name: impl Into<String>) -> Self {
        self.cluster = name.into();
        self
    }

    /// Has it listen, as Zenoh writes it: `tcp/192.0.2.1:7447`. If this is not called it listens at a free port of the loopback interface.
    pub fn listen(mut self, endpoint: impl Into<String>) -> Self {
        self.listen.push(endpoint.into());
        self
    }

    /// Has it connect to another node, or a Zenoh router, and connect again whenever the connection is lost.
    pub fn connect(mut self, endpoint: impl Into<String>) -> Self {
        self.connect.push(endpoint.into());
        self
    }

    /// Whether it looks for other nodes by multicast. Not, if this is not called.
    pub fn scouting(mut self, scouting: bool) -> Self {
        self.scouting = scouting;
        self
    }

    /// Whether nodes that are connected exchange the nodes that they know, and connect to them. Not, if this is not called: a node knows
    /// those that it connects to, and those that connect to it. With it one endpoint is enough to find all nodes.
    pub fn gossip(mut self, gossip: bool) -> Self {
        self.gossip = gossip;
        self
    }

    /// So many acked messages from this node to one actor may have no outcome: 1024, if this is not called.
    pub fn bound(mut self, messages: usize) -> Self {
        self.bound = messages.max(1);
        self
    }

    /// What is decoded at most, and encoded.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// So many bytes may wait to be sent to a node: 64 MiB, if this is not called.
    pub fn queue(mut self, bytes: usize) -> Self {
        self.window.queue = bytes;
        self
    }

    /// How long a node that owes an answer may be silent before its link is given up: 30 s, if this is not called.
    pub fn give_up(mut self, after: Duration) -> Self {
        self.window.give_up = after;
        self
    }

    /// How long a connection may be silent before Zenoh gives it up, and the node at its other end: 10 s, if this is not called.
    pub fn lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// Has all that passes encrypted, and only nodes join that have certificates; see [`Tls`]. Endpoints begin with `tls/` then.
    pub fn tls(mut self, tls: Tls) -> Self {
        self.tls = Some(tls);
        self
    }

    fn config(&self, keys: &Keys) -> Result<Config, JoinError> {
        let free = if self.tls.is_some() { "tls/127.0.0.1:0" } else { "tcp/127.0.0.1:0" };
        let listen = if self.listen.is_empty() { &[free.to_owned()][..] } else { &self.listen };
        let is_wrong = |endpoint: &&String| endpoint.starts_with(SCHEME) != self.tls.is_some();
        if let Some(endpoint) = listen.iter().chain(&self.connect).find(is_wrong) {
            return Err(JoinError::Endpoint(endpoint.clone()));
        }
        let secured = self.tls.as_ref().map(|tls| tls.config(&self.name, keys)).transpose()?;
        let mut config = Config::default();
        let settings = [
            ("mode", "\"peer\"".to_owned()),
            ("listen/endpoints", format!("{listen:?}")),
            ("connect/endpoints", format!("{:?}", self.connect)),
            // Not reached yet: it is tried again and again.
            ("connect/exit_on_failure", "false".into()),
            ("connect/timeout_ms", "-1".into()),
            ("connect/retry", "{ period_init_ms: 100, period_max_ms: 2000, period_increase_factor: 1.5 }".into()),
            ("listen/exit_on_failure", "true".into()),
            ("scouting/multicast/enabled", self.scouting.to_string()),
            ("scouting/gossip/enabled", (self.gossip || self.scouting).to_string()),
            ("transport/link/tx/lease", self.lease.as_millis().to_string()),
            ("transport/link/rx/max_message_size", (self.limits.size * 2 + (1 << 20)).to_string()),
        ];
        for (key, value) in settings.into_iter().chain(secured.into_iter().flatten()) {
            config.insert_json5(key, &value).map_err(|why| fabric(format!("{key} = {value}: {why}")))?;
        }
        Ok(config)
    }

    /// Joins.
    ///
    /// # Errors
    ///
    /// If a name is none, or Zenoh cannot listen or declare. Nodes to connect to need not be there yet.
    pub fn join(self) -> Result<Node, JoinError> {
        for name in [&self.name, &self.cluster] {
            if !is_name(name) {
                return Err(JoinError::BadName(name.clone()));
            }
        }
        let id = NodeId::new(&self.name, RandomState::new().build_hasher().finish());
        let (commands, obeyed) = mpsc::channel();
        let limits = (self.limits, self.window, self.bound);
        let keys = Keys::new(&self.cluster);
        let session = zenoh::open(self.config(&keys)?).wait().map_err(fabric)?;
        let shared = Arc::new(Shared::new(id, keys, limits, commands));
        let driver = Driver::new(Arc::clone(&shared));
        let thread = thread::Builder::new().name(format!("agon-link-{}", self.name));
        let thread = thread.spawn(move || driver.run(&obeyed)).map_err(fabric)?;
        let declared = declare(&shared, &session).inspect_err(|_| shared.command(Command::Leave))?;
        if shared.session.set(session).is_err() {
            unreachable!("it is new");
        }
        Ok(Node { shared, thread: Some(thread), declared })
    }
}

/// The frames to it first, so that a node that sees the token can send to it.
fn declare(shared: &Arc<Shared>, session: &Session) -> Result<Declared, JoinError> {
    let mut subscribers = Vec::new();
    let receiving = Arc::clone(shared);
    let frames = session.declare_subscriber(shared.keys.all_frames(&shared.id));
    subscribers.push(frames.callback(move |sample| receive(&receiving, &sample)).wait().map_err(fabric)?);
    let token = session.liveliness().declare_token(shared.keys.token(&Token::Node(shared.id.clone())));
    let token = token.wait().map_err(fabric)?;
    for tokens in [shared.keys.all_nodes(), shared.keys.all_actors()] {
        let observing = Arc::clone(shared);
        let on_token = move |sample: Sample| {
            let (key, present) = (sample.key_expr().as_str().to_owned(), sample.kind() == SampleKind::Put);
            observing.command(Command::Token { key, present });
        };
        let declared = session.liveliness().declare_subscriber(tokens).history(true).callback(on_token);
        subscribers.push(declared.wait().map_err(fabric)?);
    }
    Ok(Declared { token: Some(token), subscribers })
}

fn receive(shared: &Arc<Shared>, sample: &Sample) {
    match Keys::sender(sample.key_expr()) {
        Some(from) => shared.on_frame(&shared.remote(&from), &sample.payload().to_bytes()),
        None => drop(shared.counts.frames_dropped.fetch_add(1, Ordering::Relaxed)),
    }
}
