use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use agon_actor::Address;
use zenoh::Wait;

use super::address::{RemoteAddress, RemoteMessage};
use super::builder::{Declared, NodeBuilder};
use super::exports::Exports;
use super::keys::{Entry, Token, is_name, write_no_name};
use super::message_type::MessageType;
use super::ready::lock;
use super::registry::Registry;
use super::shared::{Command, Misunderstood, Shared};
use super::snapshot::{LinkCounters, NodeSnapshot};

use crate::types::{Named, NodeId};

/// A node of a cluster: this process, or one of several in it. It leaves when it is dropped; on the thread of a tokio runtime that has one only, use
/// [`leave_async`](Self::leave_async), as Zenoh does not wait there.
pub struct Node {
    pub(super) shared: Arc<Shared>,
    pub(super) thread: Option<JoinHandle<()>>,
    /// The node's own liveliness token, and what it subscribes to; undeclared before the session is closed.
    pub(super) declared: Declared,
}

/// Why an actor cannot be registered.
#[derive(Debug)]
#[non_exhaustive]
pub enum RegisterError {
    /// The name is empty, too long, or has characters that a key must not have: `/ * $ # ?`, spaces, an `@` in front.
    BadName(String),
    /// Zenoh refuses the token.
    Fabric(String),
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadName(name) => write_no_name(f, name),
            Self::Fabric(why) => write!(f, "Zenoh refuses: {why}"),
        }
    }
}

impl std::error::Error for RegisterError {}

/// The messages of the actor that was found are of another type.
#[derive(Debug, PartialEq, Eq)]
pub struct OtherMessages;

impl fmt::Display for OtherMessages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the actor of that name takes messages of another type")
    }
}

impl std::error::Error for OtherMessages {}

impl Node {
    /// Begins a node of this name.
    pub fn builder(name: impl Into<String>) -> NodeBuilder {
        NodeBuilder::new(name.into())
    }

    /// Its identity.
    pub fn id(&self) -> &NodeId {
        &self.shared.id
    }

    /// Where it listens: what others [connect](NodeBuilder::connect) to.
    pub fn endpoints(&self) -> Vec<String> {
        let session = self.shared.session.get();
        session
            .map_or_else(Vec::new, |session| session.info().locators().wait().iter().map(ToString::to_string).collect())
    }

    /// The other nodes that are there.
    pub fn nodes(&self) -> Vec<NodeId> {
        self.shared.registry.nodes()
    }

    /// Waits until so many other nodes are there; whether they are.
    pub fn wait_for_nodes(&self, number: usize, within: Duration) -> bool {
        self.shared.registry.wait(within, |registry| (registry.nodes().len() >= number).then_some(())).is_some()
    }

    /// An address of an actor of this process that can be sent to other nodes, without a name.
    pub fn export<M: RemoteMessage>(&self, actor: Address<M>) -> RemoteAddress<M> {
        RemoteAddress::new(&self.shared, &self.shared.id, Exports::number(&self.shared, actor), MessageType::of::<M>())
    }

    /// Another number whenever nodes, or what they have registered, have come or gone.
    pub fn version(&self) -> u64 {
        self.shared.registry.version()
    }

    /// Waits until the [`version`](Self::version) is another one than this, for a time at most, and returns it.
    pub fn wait_for_change(&self, since: u64, within: Duration) -> u64 {
        let changed = |registry: &Registry| Some(registry.version()).filter(|version| *version != since);
        self.shared.registry.wait(within, changed).unwrap_or(since)
    }

    /// Registers an actor of this process under a name, until it ends. Several actors may have one name, also on one node.
    ///
    /// # Errors
    ///
    /// If the name is none, or Zenoh refuses it.
    pub fn register<M: RemoteMessage>(&self, name: &str, actor: Address<M>) -> Result<RemoteAddress<M>, RegisterError> {
        self.enter(Named::Name, name, actor)
    }

    /// Has an actor of this process play a role, until it ends.
    ///
    /// # Errors
    ///
    /// If the role's name is none, or Zenoh refuses it.
    pub fn play<M: RemoteMessage>(&self, role: &str, actor: Address<M>) -> Result<RemoteAddress<M>, RegisterError> {
        self.enter(Named::Role, role, actor)
    }

    fn enter<M: RemoteMessage>(
        &self,
        named: Named,
        label: &str,
        actor: Address<M>,
    ) -> Result<RemoteAddress<M>, RegisterError> {
        if !is_name(label) {
            return Err(RegisterError::BadName(label.to_owned()));
        }
        let address = self.export(actor);
        let entry = Entry {
            label: label.to_owned(),
            named,
            node: self.shared.id.clone(),
            export: address.export(),
            of: MessageType::of::<M>(),
        };
        self.announce(entry)?;
        if self.shared.exports.address::<M>(address.export()).is_none() {
            self.shared.registry.ended(address.export()); // it has ended meanwhile
        }
        Ok(address)
    }

    /// Lets the other nodes know.
    pub(super) fn announce(&self, entry: Entry) -> Result<(), RegisterError> {
        let key = self.shared.keys.token(&Token::Actor(entry.clone()));
        let session = self.shared.session.get().ok_or_else(|| RegisterError::Fabric("the node has left".into()))?;
        let token = session.liveliness().declare_token(key).wait();
        let token = token.map_err(|why| RegisterError::Fabric(why.to_string()))?;
        self.shared.registry.enter(entry, token);
        Ok(())
    }

    /// Takes an actor's name or role away.
    pub fn unregister<M: RemoteMessage>(&self, label: &str, actor: &RemoteAddress<M>) {
        if *actor.node() == self.shared.id {
            self.shared.registry.strike_out(actor.export(), |entry| entry.label == label);
        }
    }

    /// The actor of a name, if this node knows one by now; one of this node's own rather than another's.
    ///
    /// # Errors
    ///
    /// If all of that name take messages of another type.
    pub fn find<M: RemoteMessage>(&self, name: &str) -> Result<Option<RemoteAddress<M>>, OtherMessages> {
        find(&self.shared, name)
    }

    /// Waits until there is an actor of a name.
    ///
    /// # Errors
    ///
    /// If all of that name take messages of another type.
    pub fn find_within<M: RemoteMessage>(
        &self,
        within: Duration,
        name: &str,
    ) -> Result<Option<RemoteAddress<M>>, OtherMessages> {
        self.shared.registry.wait(within, |_| self.find(name).transpose()).transpose()
    }

    /// All actors of the cluster that play a role, as far as this node knows by now.
    ///
    /// # Errors
    ///
    /// If there are some, and all take messages of another type.
    pub fn players<M: RemoteMessage>(&self, role: &str) -> Result<Vec<RemoteAddress<M>>, OtherMessages> {
        entries(&self.shared, Named::Role, role)
    }

    /// Of all actors that play a role the one on whose node a key lives, by rendezvous hashing over the nodes: everybody who knows the same
    /// players comes to the same one.
    ///
    /// # Errors
    ///
    /// If there are players, and all take messages of another type.
    pub fn player_for<M: RemoteMessage>(
        &self,
        role: &str,
        key: &[u8],
    ) -> Result<Option<RemoteAddress<M>>, OtherMessages> {
        let players = self.players(role)?;
        let owner = crate::placement::owner(key, players.iter().map(RemoteAddress::node)).cloned();
        Ok(players.into_iter().find(|player| Some(player.node()) == owner.as_ref()))
    }

    /// What has happened to messages whose sender was not notified.
    pub fn counters(&self) -> LinkCounters {
        let counts = &self.shared.counts;
        LinkCounters {
            dropped: counts.dropped.load(Ordering::Relaxed),
            undecodable: counts.undecodable.load(Ordering::Relaxed),
            frames_dropped: counts.frames_dropped.load(Ordering::Relaxed),
        }
    }

    /// The last messages that this node could not decode: what a sender with another version of a type meant by them is not known here.
    pub fn misunderstood(&self) -> Vec<Misunderstood> {
        lock(&self.shared.misunderstood).iter().cloned().collect()
    }

    /// What it knows of the others, and what has passed between it and them. It never waits for the node's thread, and costs that nothing.
    pub fn snapshot(&self) -> NodeSnapshot {
        let id = self.shared.id.clone();
        NodeSnapshot { up: self.shared.begun.elapsed(), peers: self.shared.peers(), counters: self.counters(), id }
    }

    /// Waits until all that was sent has arrived, and all acked messages have outcomes; whether that was so in time.
    pub fn flush(&self, within: Duration) -> bool {
        let begun = Instant::now();
        loop {
            let (answer, idle) = mpsc::channel();
            self.shared.command(Command::Idle(Box::new(move |idle| {
                let _ = answer.send(idle); // the waiting time may be over
            })));
            if idle.recv_timeout(within.saturating_sub(begun.elapsed())) == Ok(true) {
                return true;
            }
            if begun.elapsed() >= within {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Leaves the cluster: acked messages without an outcome become unknown or refused.
    pub fn leave(self) {
        drop(self);
    }
}

fn entries<M: RemoteMessage>(
    shared: &Arc<Shared>,
    named: Named,
    label: &str,
) -> Result<Vec<RemoteAddress<M>>, OtherMessages> {
    let entries = shared.registry.entries(named, label);
    let of = MessageType::of::<M>();
    let fitting: Vec<_> = entries
        .iter()
        .filter(|entry| entry.of.name == of.name)
        .map(|entry| RemoteAddress::new(shared, &entry.node, entry.export, entry.of))
        .collect();
    if fitting.is_empty() && !entries.is_empty() { Err(OtherMessages) } else { Ok(fitting) }
}

/// The actor of a name: one of this node's own rather than another's.
pub(super) fn find<M: RemoteMessage>(
    shared: &Arc<Shared>,
    name: &str,
) -> Result<Option<RemoteAddress<M>>, OtherMessages> {
    let mut found = entries(shared, Named::Name, name)?;
    found.sort_by_key(|address: &RemoteAddress<M>| *address.node() != shared.id);
    Ok(found.into_iter().next())
}

impl Drop for Node {
    fn drop(&mut self) {
        self.shared.command(Command::Leave);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join(); // its panic has been reported
        }
        self.declared.undeclare();
        self.shared.registry.clear();
        self.shared.exports.clear();
        if let Some(session) = self.shared.session.get() {
            let _ = session.close().wait();
        }
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Node({})", self.shared.id)
    }
}
