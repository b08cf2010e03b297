//! A node of a society: how its agents reach those of others.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock, Weak, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::System;
use agon_agentspeak::agent::{Ended, Failure, Message, Sight};
use agon_agentspeak::system::{Inside, Remote, Underway};
use agon_agentspeak::term::{Atom, PackLimits, Packed, Term};
use agon_link::{JoinError, Node, NodeBuilder, Outcome, RemoteAddress, SendError};

use crate::gate::{self, Gate, Wanted};
use crate::members::Members;
use crate::message::{Deed, Label, Parcel, Service, ToGate, What};
use crate::state::{State, Trust};

/// The role that gates play.
const GATES: &str = "agents";

/// Another node's gate answers at once: no answer in this time counts as a refusal.
const PATIENCE: Duration = Duration::from_secs(5);

/// So long another node may take to read a program.
const MAKING: Duration = Duration::from_secs(60);

/// Longer than a link lives that has no capacity: it is given up before.
const AGES: Duration = Duration::from_secs(1 << 30);

/// How a node joins the others of a society.
#[derive(Debug)]
pub struct Joining {
    /// How it joins the cluster; its name is that of the members' `me`.
    pub node: NodeBuilder,
    /// With whom the society begins.
    pub members: Members,
    /// Which nodes may give this one's agents plans.
    pub trust: Trust,
    /// On which node the environment is, if that is another one.
    pub environment: Option<String>,
    /// How long it waits for the others; for ever, without.
    pub wait: Option<Duration>,
}

/// A node of a society; to be given to [`Setup::remote`](agon_agentspeak::system::Setup::remote).
pub struct Nodes {
    this: Weak<Self>,
    pub(crate) state: Arc<State>,
    pub(crate) node: Node,
    members: Members,
    wait: Option<Duration>,
    /// Why it waits for the others no longer.
    given_up: OnceLock<String>,
    /// Gates have a thread of their own: nothing that agents do holds them up.
    system: System,
}

impl Nodes {
    /// Joins a cluster. The society is known to the others once it has [begun](Remote::begin).
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub fn join(joining: Joining) -> Result<Arc<Self>, String> {
        let Joining { node, members, trust, environment, wait } = joining;
        let node = node.join().map_err(|why: JoinError| why.to_string())?;
        let state = Arc::new(State::new(node.id().clone(), trust, environment));
        let system = System::builder().threads(1).name("agon-nodes").observe(false).build();
        let system = system.map_err(|why| why.to_string())?;
        let given_up = OnceLock::new();
        Ok(Arc::new_cyclic(|this| Self { this: this.clone(), state, node, members, wait, given_up, system }))
    }

    /// Where it listens: what others connect to.
    pub fn endpoints(&self) -> Vec<String> {
        self.node.endpoints()
    }

    /// The names of the other nodes that are known by now.
    pub fn others(&self) -> Vec<String> {
        self.state.peers().keys().map(|node| node.name().to_owned()).collect()
    }

    /// One of the others will not come: it need not be waited for.
    pub fn give_up(&self, why: String) {
        let _ = self.given_up.set(why);
    }

    /// The society has ended: the notices of it reach the others, if that does not take long.
    pub fn leave(&self, within: Duration) {
        if let Some(status) = self.state.ending.get() {
            // Nodes without that notice get it before this node is gone.
            self.state.notify_nodes(|| What::Stop { delay: 0, status: *status });
        }
        self.state.is_over.store(true, Ordering::Relaxed);
        self.node.flush(within);
    }

    fn open_gate(&self, inside: &Inside) -> Result<(), String> {
        let (maker, wanted) = mpsc::channel::<Wanted>();
        let (state, makes) = (Arc::clone(&self.state), inside.clone());
        let making = move || wanted.into_iter().for_each(|wanted| wanted.make(&state, &makes));
        let spawned = thread::Builder::new().name("agon-maker".to_owned()).spawn(making);
        spawned.map_err(|why| why.to_string())?;
        let gate = self.system.spawn(Gate::new(Arc::clone(&self.state), maker));
        // Others send to it as soon as it plays its role, and are answered with its address.
        let _ = self.state.gate.set(self.node.export(gate));
        self.node.play(GATES, gate).map_err(|why| why.to_string())?;
        Ok(())
    }
}

/// Greets each node that comes, for as long as this node is in use.
fn watch(nodes: &Weak<Nodes>) {
    let mut version = 0;
    while let Some(nodes) = nodes.upgrade().filter(|nodes| !nodes.state.is_over()) {
        nodes.greet();
        version = nodes.node.wait_for_change(version, Duration::from_millis(200));
    }
}

impl Nodes {
    fn greet(&self) {
        // Those of other messages are of another version of the engine.
        for gate in self.node.players::<ToGate>(GATES).unwrap_or_default() {
            self.state.greet(gate.node(), &gate);
        }
    }

    /// Waits until all members are there.
    fn gather(&self) -> Result<(), String> {
        let begun = Instant::now();
        let mut is_reported = false;
        loop {
            let there: BTreeSet<String> = {
                let peers = self.state.peers();
                let complete = peers.iter().filter(|(_, peer)| peer.is_complete);
                complete.map(|(node, _)| node.name().to_owned()).collect()
            };
            let me = self.members.me();
            let is_missing = |name: &&String| *name != me && !there.contains(*name);
            let missing: Vec<&str> = self.members.names().iter().filter(is_missing).map(String::as_str).collect();
            if missing.is_empty() {
                return Ok(());
            }
            let missing = missing.join(", ");
            if let Some(why) = self.given_up.get() {
                return Err(why.clone());
            }
            if self.wait.is_some_and(|wait| begun.elapsed() > wait) {
                return Err(format!("the node {me} has waited long enough for: {missing}"));
            }
            if self.wait.is_none() && !is_reported && begun.elapsed() > Duration::from_secs(1) {
                is_reported = true;
                let here = self.endpoints().join(", ");
                eprintln!("node {me}: waiting for {missing}; to join: --join {here}");
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The gate of the node that has an agent, also if only that node knows.
    fn find(&self, name: Atom) -> Option<(agon_link::NodeId, RemoteAddress<ToGate>)> {
        self.state.place_of(name).or_else(|| {
            let knows = |gate: &RemoteAddress<ToGate>| {
                let asked = |reply| self.state.message(What::Knows(name.name().to_owned(), reply));
                gate.ask(PATIENCE, asked).unwrap_or(false)
            };
            let gate = self.state.gates().into_iter().find(knows)?;
            Some((gate.node().clone(), gate))
        })
    }

    /// How much has been begun at each of the other nodes, if nothing is under way at any.
    fn evens(&self) -> Option<Vec<u64>> {
        let even = |gate: RemoteAddress<ToGate>| gate.ask(PATIENCE, |reply| self.state.message(What::Idle(reply)));
        self.state.gates().into_iter().map(|gate| even(gate).ok().flatten()).collect()
    }

    fn warn(&self, agent: Atom, text: &str) {
        if let Some(inside) = self.state.inside.get() {
            inside.warn(agent, text);
        }
    }
}

/// Handles a message's outcome: a message that was not handled is reported to its sender.
fn on_outcome(
    state: &Arc<State>,
    node: agon_link::NodeId,
    label: Label,
    underway: Underway,
) -> impl FnOnce(Outcome) + use<> {
    let state = Arc::downgrade(state);
    move |outcome| {
        if outcome != Outcome::Handled
            && let Some(state) = state.upgrade()
        {
            state.not_delivered(&node, &label, &outcome.to_string());
        }
        drop(underway);
    }
}

impl Remote for Nodes {
    fn begin(&self, inside: Inside, agents: &[Atom]) -> Result<(), String> {
        let nodes = self;
        let _ = nodes.state.inside.set(inside.clone());
        nodes.state.begin(agents);
        nodes.open_gate(&inside)?;
        let watched = self.this.clone();
        let watching = thread::Builder::new().name("agon-greeter".to_owned()).spawn(move || watch(&watched));
        watching.map_err(|why| why.to_string())?;
        nodes.gather()?;
        gate::begin(&nodes.state, &inside);
        Ok(())
    }

    fn knows(&self, name: Atom) -> bool {
        self.state.place_of(name).is_some()
    }

    fn agents(&self) -> Vec<Atom> {
        self.state.peers().values().flat_map(|peer| peer.names.iter().collect::<Vec<_>>()).collect()
    }

    fn send(&self, to: Atom, message: Message, underway: Underway) -> Result<(), Message> {
        let nodes = self;
        let Some((node, gate)) = nodes.find(to) else { return Err(message) };
        let parcel = match Parcel::new(to, &message) {
            Ok(parcel) => parcel,
            Err(why) => {
                nodes.warn(message.sender, &format!("a message to {to} cannot be sent: {why}"));
                return Err(message);
            }
        };
        let label = parcel.label.clone();
        if label.is_question() {
            if label.performative == "askHow" && !nodes.state.trust.covers(&node) {
                let why = format!("askHow to the node {0} is not allowed (--trust {0})", node.name());
                nodes.warn(message.sender, &why);
                return Err(message);
            }
            nodes.state.asks(&node, message.sender, message.id);
        }
        let what = nodes.state.message(What::Parcel(Box::new(parcel)));
        // Waits for capacity; it is given up with the link.
        let sent = gate.send_then_within(AGES, what, on_outcome(&nodes.state, node, label, underway));
        sent.map_err(|refused| {
            if let SendError::Encoding(_, why) = &refused {
                nodes.warn(message.sender, &format!("a message to {to} cannot be sent: {why}"));
            }
            message
        })
    }

    fn kill(&self, name: Atom) -> bool {
        let Some((node, gate)) = self.state.place_of(name) else { return false };
        if let Some(peer) = self.state.change().get_mut(&node) {
            peer.names.remove(name);
        }
        gate.send(self.state.message(What::Kill(name.name().to_owned())));
        true
    }

    fn create(&self, at: Atom, name: &str, program: Option<&str>) -> Result<Atom, String> {
        let state = &self.state;
        let found = {
            let peers = state.peers();
            peers
                .iter()
                .find(|(node, _)| node.name() == at.name())
                .map(|(node, peer)| (node.clone(), peer.gate.clone()))
        };
        let Some((node, gate)) = found else { return Err(format!("there is no node {at}")) };
        let (name, program) = (name.to_owned(), program.map(str::to_owned));
        let made = gate.ask(MAKING, |made| state.message(What::Create { name, program, made }));
        let made = made.map_err(|why| format!("the node {at} has made no agent: {why}"))??;
        let made = Atom::new(&made);
        // That node announces it, too; but its notice may come later than this answer.
        if let Some(peer) = state.change().get_mut(&node) {
            peer.names.add(made);
        }
        Ok(made)
    }

    fn is_here(&self, node: Atom) -> bool {
        node.name() == self.state.me.name()
    }

    fn came(&self, name: Atom) {
        self.state.came(name);
    }

    fn left(&self, name: Atom) {
        self.state.left(name);
    }

    fn provides(&self, agent: Atom, service: &str, does: bool) {
        let offered = || Service { agent: agent.name().to_owned(), service: service.to_owned() };
        self.state.notify_nodes(|| What::Provides(offered(), does));
    }

    fn has_environment(&self) -> bool {
        self.state.environment.is_some()
    }

    fn perform(&self, agent: Atom, number: u64, action: &Term) -> Result<(), Failure> {
        let failed = |why: String| Failure::new("action_failed", why);
        let stage = self.state.stage().ok_or_else(|| failed("the node with the environment is gone".to_owned()))?;
        let action = Packed::new([action], PackLimits::default()).map_err(|why| failed(why.to_string()))?;
        self.state.sights().actions.insert((agent, number));
        let deed = Deed { agent: agent.name().to_owned(), number, action };
        let what = self.state.message(What::Perform(deed));
        let state = Arc::downgrade(&self.state);
        let on_outcome = move |outcome: Outcome| {
            if outcome != Outcome::Handled
                && let Some(state) = state.upgrade()
            {
                state.end_action(agent, number, Err(Failure::new("action_failed", outcome.to_string())));
            }
        };
        stage.send_then_within(AGES, what, on_outcome).map_err(|why| {
            self.state.sights().actions.remove(&(agent, number));
            failed(why.to_string())
        })
    }

    fn perceive(&self, agent: Atom, seen: u64) -> Option<Sight> {
        let sight = self.state.sights().seen.get(&agent).cloned();
        if sight.is_none()
            && let Some(stage) = self.state.stage()
        {
            stage.send(self.state.message(What::Sees(agent.name().to_owned())));
        }
        sight.filter(|sight| sight.version != seen)
    }

    fn ended(&self, agent: Atom, ended: Ended) {
        self.state.notify_ended(agent, &ended);
    }

    fn percepts_changed(&self, agent: Option<Atom>) {
        let Some(inside) = self.state.inside.get() else { return };
        let whose = agent.map_or_else(|| self.agents(), |agent| vec![agent]);
        whose.into_iter().for_each(|agent| self.state.show(agent, inside));
    }

    fn stop(&self, delay: u64, status: i32) {
        let _ = self.state.ending.set(status);
        self.state.notify_nodes(|| What::Stop { delay, status });
    }

    fn is_idle(&self, begun: u64) -> bool {
        let state = &self.state;
        // One asks, so that not all do.
        if state.peers().keys().next().is_some_and(|first| *first < state.me) {
            return false;
        }
        let Some(evens) = self.evens() else { return false };
        let is_same = || state.inside.get().is_some_and(|inside| inside.idle() == Some(begun));
        is_same() && self.evens().is_some_and(|again| again == evens) && is_same()
    }
}
