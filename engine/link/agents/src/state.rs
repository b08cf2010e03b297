//! What a node knows of the others, and what the others are to know of it.

mod greeting;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use agon_agentspeak::agent::{Ended, Failure, Message, Sight};
use agon_agentspeak::system::Inside;
use agon_agentspeak::term::Atom;
use agon_link::{EndReason, NodeId, Origin, RemoteAddress};

use crate::message::{Cause, Label, Parcel, ToGate, View, What};
use crate::names::Names;

/// Which nodes may give this one's agents plans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// None.
    #[default]
    None,
    /// Those of these names.
    Nodes(Vec<String>),
    /// All.
    All,
}

impl Trust {
    pub(crate) fn covers(&self, node: &NodeId) -> bool {
        match self {
            Self::None => false,
            Self::Nodes(names) => names.iter().any(|name| name == node.name()),
            Self::All => true,
        }
    }
}

/// So many questions to a node are remembered, to be given up when it is gone.
const QUESTIONS: usize = 1 << 20;

/// Another node.
pub(crate) struct Peer {
    pub(crate) gate: RemoteAddress<ToGate>,
    pub(crate) names: Names,
    /// Its announcement of them, while it is incomplete.
    announced: Names,
    /// Are all names known that it had when it was greeted?
    pub(crate) is_complete: bool,
    /// What its agents were asked and have not answered: by whom, and the number.
    questions: HashSet<(Atom, u64)>,
    /// The port of its inspector, on its machine.
    pub(crate) inspector: Option<u16>,
}

/// What others are to know. A thread that changes it notifies them before another can.
#[derive(Default)]
struct Own {
    names: Names,
    /// Those of them that have been made since the society began.
    made: HashSet<Atom>,
    /// The nodes that have been greeted, and are notified of changes.
    greeted: BTreeMap<NodeId, RemoteAddress<ToGate>>,
}

/// What the agents here perceive, and do, of an environment elsewhere.
#[derive(Default)]
pub(crate) struct Sights {
    /// The last that has come.
    pub(crate) seen: HashMap<Atom, Sight>,
    /// Actions that have not ended.
    pub(crate) actions: HashSet<(Atom, u64)>,
}

/// Messages, each with the node that it is from.
type Held = Vec<(NodeId, Box<Parcel>)>;

pub(crate) struct State {
    pub(crate) me: NodeId,
    pub(crate) gate: OnceLock<RemoteAddress<ToGate>>,
    pub(crate) inside: OnceLock<Inside>,
    pub(crate) trust: Trust,
    /// The port of the inspector of the agents here; known before the gate is open, if there is one.
    pub(crate) inspector: OnceLock<u16>,
    /// The nodes that have announced their agents. Each of them has been greeted, so that it knows the agents here before any of them sends
    /// something there. Who has both locks takes that of `own` first.
    peers: RwLock<BTreeMap<NodeId, Peer>>,
    own: Mutex<Own>,
    /// Messages for agents that have not begun, until they do.
    held: Mutex<Option<Held>>,
    /// The node that the environment is on, if that is another one.
    pub(crate) environment: Option<String>,
    sights: Mutex<Sights>,
    pub(crate) is_over: AtomicBool,
    /// How the whole society ends, once that is settled: nodes go then, and nothing is wrong with that.
    pub(crate) ending: OnceLock<i32>,
}

impl State {
    pub(crate) fn new(me: NodeId, trust: Trust, environment: Option<String>) -> Self {
        Self {
            me,
            gate: OnceLock::new(),
            inside: OnceLock::new(),
            trust,
            inspector: OnceLock::new(),
            peers: RwLock::default(),
            own: Mutex::default(),
            held: Mutex::new(Some(Vec::new())),
            environment,
            sights: Mutex::default(),
            is_over: AtomicBool::new(false),
            ending: OnceLock::new(),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn is_ending(&self) -> bool {
        self.is_over() || self.ending.get().is_some()
    }

    pub(crate) fn message(&self, what: What) -> ToGate {
        ToGate { from: Origin::here(), what }
    }

    pub(crate) fn peers(&self) -> RwLockReadGuard<'_, BTreeMap<NodeId, Peer>> {
        self.peers.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn change(&self) -> RwLockWriteGuard<'_, BTreeMap<NodeId, Peer>> {
        self.peers.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn own(&self) -> MutexGuard<'_, Own> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn held(&self) -> MutexGuard<'_, Option<Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn sights(&self) -> MutexGuard<'_, Sights> {
        self.sights.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The gate of the node with the environment.
    pub(crate) fn stage(&self) -> Option<RemoteAddress<ToGate>> {
        let name = self.environment.as_deref()?;
        let peers = self.peers();
        peers.iter().find(|(node, _)| node.name() == name).map(|(_, peer)| peer.gate.clone())
    }

    /// Notifies the node of an agent of what concerns its environment.
    pub(crate) fn notify_node_of(&self, agent: Atom, what: What) {
        if let Some((_, gate)) = self.place_of(agent) {
            gate.send(self.message(what));
        }
    }

    /// Sends an agent elsewhere what it perceives of the environment here.
    pub(crate) fn show(&self, agent: Atom, inside: &Inside) {
        let Some(sight) = inside.sight(agent) else { return };
        match View::new(agent, &sight) {
            Ok(view) => self.notify_node_of(agent, What::Sight(view)),
            Err(why) => inside.warn(agent, &format!("what it perceives cannot be sent to it: {why}")),
        }
    }

    /// Notifies an agent elsewhere of how an action has ended.
    pub(crate) fn notify_ended(&self, agent: Atom, ended: &Ended) {
        let cause = |failure: &Failure| {
            Cause::new(failure).or_else(|_| Cause::new(&Failure::new("action_failed", failure.message.clone())))
        };
        let failure = ended.result.as_ref().err().and_then(|failure| cause(failure).ok());
        let name = agent.name().to_owned();
        self.notify_node_of(agent, What::Ended { agent: name, number: ended.number, failure });
    }

    /// An action of an agent here has ended elsewhere, unless that was known.
    pub(crate) fn end_action(&self, agent: Atom, number: u64, result: Result<(), Failure>) {
        let was_open = self.sights().actions.remove(&(agent, number));
        if let Some(inside) = self.inside.get().filter(|_| was_open) {
            inside.end_action(agent, Ended { number, result });
        }
    }

    pub(crate) fn gates(&self) -> Vec<RemoteAddress<ToGate>> {
        self.peers().values().map(|peer| peer.gate.clone()).collect()
    }

    /// Which node has an agent of this name, as far as is known.
    pub(crate) fn place_of(&self, name: Atom) -> Option<(NodeId, RemoteAddress<ToGate>)> {
        let peers = self.peers();
        let (node, peer) = peers.iter().find(|(_, peer)| peer.names.contains(name))?;
        Some((node.clone(), peer.gate.clone()))
    }

    /// The first agents are there.
    pub(crate) fn begin(&self, names: &[Atom]) {
        let mut own = self.own();
        names.iter().for_each(|name| own.names.add(*name));
    }

    pub(crate) fn came(&self, name: Atom) {
        let mut own = self.own();
        own.names.add(name);
        own.made.insert(name);
        self.notify_greeted(&own, || What::Came(name.name().to_owned()));
        drop(own);
        // The other may have come between the look whether there is one and now.
        if let Some((node, _)) = self.place_of(name) {
            self.settle(&node, name);
        }
    }

    pub(crate) fn left(&self, name: Atom) {
        let mut own = self.own();
        self.sights().seen.remove(&name);
        own.made.remove(&name);
        if own.names.remove(name) {
            self.notify_greeted(&own, || What::Left(name.name().to_owned()));
        }
    }

    /// An agent of another node has come.
    pub(crate) fn came_elsewhere(&self, node: &NodeId, name: Atom) {
        if let Some(peer) = self.change().get_mut(node) {
            peer.names.add(name);
        }
        self.settle(node, name);
    }

    /// An agent of another node has ended.
    pub(crate) fn left_elsewhere(&self, node: &NodeId, name: Atom, inside: &Inside) {
        if let Some(peer) = self.change().get_mut(node) {
            peer.names.remove(name);
        }
        // Another of its name may be there.
        if !inside.knows(name) && self.place_of(name).is_none() {
            inside.forget(name);
        }
    }

    /// Of two agents of one name, that neither node knew of when it made its own, the one on the node whose name comes first stays. Both
    /// nodes see it so, and so do all others.
    fn settle(&self, node: &NodeId, name: Atom) {
        let Some(inside) = self.inside.get() else { return };
        if *node < self.me && self.own().made.contains(&name) {
            let other = node.name();
            inside.warn(
                name,
                &format!("the node {other} has made an agent of this name, too: that one stays, and this one ends"),
            );
            inside.kill(name);
        }
    }

    fn settle_all(&self, node: &NodeId) {
        let made = self.own().made.clone();
        let both: Vec<Atom> = {
            let peers = self.peers();
            let names = peers.get(node).map(|peer| &peer.names);
            made.into_iter().filter(|name| names.is_some_and(|names| names.contains(*name))).collect()
        };
        both.into_iter().for_each(|name| self.settle(node, name));
    }

    /// Notifies all nodes that have been greeted. It never waits: that could be for a node that waits for this one.
    pub(crate) fn notify_nodes(&self, what: impl Fn() -> What) {
        self.notify_greeted(&self.own(), what);
    }

    fn notify_greeted(&self, own: &Own, what: impl Fn() -> What) {
        for gate in own.greeted.values() {
            gate.send(self.message(what()));
        }
    }

    /// A node is gone, or cannot be reached.
    fn gone(&self, node: &NodeId, reason: &EndReason) {
        let removed = {
            let mut own = self.own();
            own.greeted.remove(node);
            self.change().remove(node)
        };
        let Some(peer) = removed else { return };
        let Some(inside) = self.inside.get().filter(|_| !self.is_ending()) else { return };
        peer.names.iter().for_each(|name| inside.forget(name));
        let agents = peer.names.len();
        let why = format!("the node {} is gone ({reason}), with its agents: {agents}", node.name());
        inside.warn(Atom::new(self.me.name()), &why);
        if self.environment.as_deref() == Some(node.name()) {
            let actions: Vec<_> = self.sights().actions.iter().copied().collect();
            for (agent, number) in actions {
                self.end_action(agent, number, Err(Failure::new("action_failed", why.clone())));
            }
        }
        for (asker, question) in peer.questions {
            inside.send(asker, Message::unanswered(question, asker, &why));
        }
    }

    /// An agent here asks one of a node.
    pub(crate) fn asks(&self, node: &NodeId, asker: Atom, question: u64) {
        if let Some(peer) = self.change().get_mut(node)
            && peer.questions.len() < QUESTIONS
        {
            peer.questions.insert((asker, question));
        }
    }

    /// A question has been answered, or never will be.
    pub(crate) fn is_answered(&self, node: &NodeId, asker: Atom, question: u64) {
        if let Some(peer) = self.change().get_mut(node) {
            peer.questions.remove(&(asker, question));
        }
    }

    /// A message to a node did not come to its receiver, or its outcome is unknown.
    pub(crate) fn not_delivered(&self, node: &NodeId, label: &Label, why: &str) {
        let Some(inside) = self.inside.get().filter(|_| !self.is_ending()) else { return };
        let Label { to, sender, performative, id, .. } = label;
        let why = format!("the message <mid{id},{sender},{performative},{to}> to the node {}: {why}", node.name());
        let sender = Atom::new(sender);
        inside.warn(sender, &why);
        if label.is_question() {
            self.is_answered(node, sender, *id);
            inside.send(sender, Message::unanswered(*id, sender, &why));
        }
    }
}
