//! An actor for each key, on the node where the key lives.

use std::collections::HashMap;
use std::future::Future;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_actor::Address;
use serde::{Deserialize, Serialize};

use super::address::{RemoteAddress, RemoteMessage, SendError};
use super::asking::RemoteAsking;
use super::asks::AskError;
use super::exports::{Exported, Exports, Gathered, Rebalance, decode_message, deliver_to, misunderstand};
use super::handle::{Node, RegisterError};
use super::keys::{Entry, is_name};
use super::message_type::MessageType;
use super::ready::{lock, when_ready};
use super::receipt::RemoteReceipt;
use super::reply::RemoteReply;
use super::shared::Shared;
use crate::placement::owner;
use crate::types::{Named, NodeId, OnOutcome, Outcome, Refusal};
use crate::wire::{Body, encode};

/// What keys can be.
pub trait ShardKey: RemoteMessage + Eq + Hash + Clone + Sync {}

impl<K: RemoteMessage + Eq + Hash + Clone + Sync> ShardKey for K {}

/// A message with the key of its actor.
#[derive(Serialize, Deserialize)]
#[serde(bound = "K: RemoteMessage, M: RemoteMessage")]
pub(super) struct Keyed<K, M> {
    key: K,
    message: M,
}

/// The actors of the keys that live on this node.
struct Shards<K, M, F> {
    label: String,
    spawn: Arc<F>,
    actors: Arc<Mutex<HashMap<K, Address<M>>>>,
}

fn hosts(shared: &Shared, label: &str) -> Vec<NodeId> {
    shared.registry.entries(Named::Shards, label).into_iter().map(|entry| entry.node).collect()
}

fn lives_here<K: ShardKey>(shared: &Shared, hosts: &[NodeId], key: &K) -> bool {
    let key = encode(key, shared.limits).unwrap_or_default();
    owner(&key, hosts) == Some(&shared.id)
}

impl<K: ShardKey, M: RemoteMessage, F> Shards<K, M, F> {
    /// The next message for a key whose actor has ended makes another.
    fn forget_when_ended(&self, key: K, actor: Address<M>) {
        let actors = Arc::downgrade(&self.actors);
        when_ready(actor.wait_async(Duration::MAX), move |_| {
            if let Some(actors) = actors.upgrade() {
                let mut actors = lock(&actors);
                if actors.get(&key) == Some(&actor) {
                    actors.remove(&key);
                }
            }
        });
    }
}

impl<K: ShardKey, M: RemoteMessage, F: Fn(&K) -> Address<M> + Send + Sync + 'static> Exported for Shards<K, M, F> {
    fn deliver(&self, shared: &Arc<Shared>, body: Body<'_>, on_outcome: Option<OnOutcome>) {
        let refuse = |on_outcome: Option<OnOutcome>, why| {
            if let Some(on_outcome) = on_outcome {
                on_outcome(Outcome::Refused(why));
            }
        };
        let Keyed { key, message } = match decode_message::<Keyed<K, M>>(shared, body) {
            Ok(keyed) => keyed,
            Err(why) => return misunderstand(shared, body, why, on_outcome),
        };
        if !lives_here(shared, &hosts(shared, &self.label), &key) {
            return refuse(on_outcome, Refusal::NotHere);
        }
        let mut actors = lock(&self.actors);
        let known = actors.get(&key).copied();
        let address = known.unwrap_or_else(|| (self.spawn)(&key));
        if known.is_none() {
            actors.insert(key.clone(), address);
        }
        // Under the lock: an actor that is asked to stop has got everything before that.
        deliver_to(&address, message, on_outcome);
        drop(actors);
        if known.is_none() {
            self.forget_when_ended(key, address);
        }
    }

    fn gather(&self) -> Box<dyn Gathered> {
        let Self { label, spawn, actors } = self;
        Box::new(Each(Self { label: label.clone(), spawn: Arc::clone(spawn), actors: Arc::clone(actors) }))
    }

    fn address(&self) -> &dyn std::any::Any {
        &()
    }
}

impl<K: ShardKey, M: RemoteMessage, F: Fn(&K) -> Address<M> + Send + Sync + 'static> Rebalance for Shards<K, M, F> {
    fn rebalance(&self, shared: &Arc<Shared>) {
        let hosts = hosts(shared, &self.label);
        let moved: Vec<_> =
            lock(&self.actors).extract_if(|key, _| !lives_here(shared, &hosts, key)).map(|(_, actor)| actor).collect();
        for actor in moved {
            actor.stop();
        }
    }
}

/// Messages of several actors are sent one by one.
struct Each<S>(S);

impl<S: Exported> Gathered for Each<S> {
    fn gather(&mut self, shared: &Arc<Shared>, body: Body<'_>) {
        self.0.deliver(shared, body, None);
    }

    fn flush(&mut self) {}
}

/// Where to send messages to the actors of keys, wherever they live.
///
/// It looks at the nodes that host the keys when it sends. A message that comes to a node where the key does not live any more, or not yet, is
/// [refused](Refusal::NotHere), and may be sent again.
pub struct ShardedAddress<K, M> {
    shared: Arc<Shared>,
    label: String,
    /// The hosts as they were at a version of the registry.
    hosts: Mutex<(u64, Arc<Hosts<K, M>>)>,
}

struct Hosts<K, M> {
    nodes: Vec<NodeId>,
    addresses: HashMap<NodeId, RemoteAddress<Keyed<K, M>>>,
    key: PhantomData<fn(K, M)>,
}

impl<K: ShardKey, M: RemoteMessage> ShardedAddress<K, M> {
    fn host(&self, key: &K) -> Option<RemoteAddress<Keyed<K, M>>> {
        let version = self.shared.registry.version();
        let hosts = {
            let mut known = lock(&self.hosts);
            if known.0 != version {
                let name = MessageType::of::<Keyed<K, M>>().name;
                let entries = self.shared.registry.entries(Named::Shards, &self.label);
                let fitting = entries.iter().filter(|entry| entry.of.name == name);
                let addresses: HashMap<_, _> = fitting
                    .map(|Entry { node, export, of, .. }| {
                        (node.clone(), RemoteAddress::new(&self.shared, node, *export, *of))
                    })
                    .collect();
                let nodes = addresses.keys().cloned().collect();
                *known = (version, Arc::new(Hosts { nodes, addresses, key: PhantomData }));
            }
            Arc::clone(&known.1)
        };
        let key = encode(key, self.shared.limits).ok()?;
        hosts.addresses.get(owner(&key, &hosts.nodes)?).cloned()
    }

    /// The node on which a key lives, as far as this one knows; nothing if no node hosts the keys.
    pub fn node(&self, key: &K) -> Option<NodeId> {
        self.host(key).map(|host| host.node().clone())
    }

    /// Sends a message to a key's actor: [`RemoteAddress::send`]. Dropped and counted if no node hosts the keys.
    pub fn send(&self, key: K, message: M) {
        match self.host(&key) {
            Some(host) => host.send(Keyed { key, message }),
            None => self.shared.count_dropped(),
        }
    }

    /// [`RemoteAddress::send_confirmed_within`]; nothing if no node hosts the keys. The outcome is that of the key's actor.
    ///
    /// # Errors
    ///
    /// If there was no capacity in all that time, or it cannot be encoded.
    pub fn send_confirmed_within(
        &self,
        within: Duration,
        key: K,
        message: M,
    ) -> Result<Option<RemoteReceipt>, SendError<M>> {
        let Some(host) = self.host(&key) else { return Ok(None) };
        let sent = host.send_confirmed_within(within, Keyed { key, message });
        sent.map(Some).map_err(without_key)
    }

    /// [`RemoteAddress::send_confirmed_async_within`]; nothing if no node hosts the keys. The host is looked up now.
    pub fn send_confirmed_async_within(
        &self,
        within: Duration,
        key: K,
        message: M,
    ) -> impl Future<Output = Result<Option<RemoteReceipt>, SendError<M>>> + Send + 'static + use<K, M> {
        let sent = self.host(&key).map(|host| host.send_confirmed_async_within(within, Keyed { key, message }));
        async move {
            match sent {
                Some(sent) => sent.await.map(Some).map_err(without_key),
                None => Ok(None),
            }
        }
    }

    /// Asks a key's actor: [`RemoteAddress::ask_async`]. The host is looked up now.
    pub fn ask_async<R: RemoteMessage>(
        &self,
        timeout: Duration,
        key: K,
        question: impl FnOnce(RemoteReply<R>) -> M,
    ) -> RemoteAsking<R> {
        match self.host(&key) {
            Some(host) => host.ask_async(timeout, |reply| Keyed { key, message: question(reply) }),
            None => RemoteAsking::failed(AskError::Refused(Refusal::NoActor)),
        }
    }

    /// Asks a key's actor: [`RemoteAddress::ask`].
    ///
    /// # Errors
    ///
    /// [`AskError`] gives the reason why there is no answer.
    pub fn ask<R: RemoteMessage>(
        &self,
        timeout: Duration,
        key: K,
        question: impl FnOnce(RemoteReply<R>) -> M,
    ) -> Result<R, AskError> {
        let host = self.host(&key).ok_or(AskError::Refused(Refusal::NoActor))?;
        host.ask(timeout, |reply| Keyed { key, message: question(reply) })
    }
}

fn without_key<K, M>(failed: SendError<Keyed<K, M>>) -> SendError<M> {
    match failed {
        SendError::Full(Keyed { message, .. }) => SendError::Full(message),
        SendError::Encoding(Keyed { message, .. }, why) => SendError::Encoding(message, why),
    }
}

impl Node {
    /// Has this node host its share of the keys of a name: `spawn` makes a key's actor when the first message for it comes.
    ///
    /// A key lives on one of the nodes that host the name, by rendezvous hashing. When one comes or goes, the actors whose keys do not live here any
    /// more are asked to stop, behind what they were sent; they keep their own state, or lose it. While nodes differ in whom they know, two
    /// may have an actor for a key.
    ///
    /// # Errors
    ///
    /// If the name is none, or Zenoh refuses it.
    pub fn host<K: ShardKey, M: RemoteMessage>(
        &self,
        name: &str,
        spawn: impl Fn(&K) -> Address<M> + Send + Sync + 'static,
    ) -> Result<(), RegisterError> {
        if !is_name(name) {
            return Err(RegisterError::BadName(name.to_owned()));
        }
        let shards = Arc::new(Shards { label: name.to_owned(), spawn: Arc::new(spawn), actors: Arc::default() });
        let export = Exports::host(&self.shared, shards);
        self.announce(Entry {
            label: name.to_owned(),
            named: Named::Shards,
            node: self.shared.id.clone(),
            export,
            of: MessageType::of::<Keyed<K, M>>(),
        })
    }

    /// The actors of the keys of a name, on whatever nodes host them.
    pub fn sharded<K: ShardKey, M: RemoteMessage>(&self, name: &str) -> ShardedAddress<K, M> {
        let none = Hosts { nodes: Vec::new(), addresses: HashMap::new(), key: PhantomData };
        let hosts = Mutex::new((u64::MAX, Arc::new(none)));
        ShardedAddress { shared: Arc::clone(&self.shared), label: name.to_owned(), hosts }
    }

    /// So many nodes host the keys of a name, as far as this one knows.
    pub fn hosts(&self, name: &str) -> usize {
        hosts(&self.shared, name).len()
    }
}
