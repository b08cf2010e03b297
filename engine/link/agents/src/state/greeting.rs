//! How nodes announce their agents to each other.

use std::collections::HashSet;
use std::sync::Arc;

use agon_agentspeak::term::Atom;
use agon_link::{NodeId, RemoteAddress};

use super::{Own, Peer, State};
use crate::message::{Hello, Service, ToGate, What};
use crate::names::Names;

/// So many names go into one message.
const AT_ONCE: usize = 10_000;

/// What became of a greeting.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Greeted {
    /// The node had been greeted before.
    Before,
    Now,
    /// It cannot be greeted: the gate here is not open yet, or the society is over.
    Not,
}

impl State {
    /// Sends a node the agents here, unless it has them, and from now on all changes.
    pub(crate) fn greet(self: &Arc<Self>, node: &NodeId, gate: &RemoteAddress<ToGate>) {
        let mut own = self.own();
        let wants_answer = !self.peers().contains_key(node);
        let greeted = self.greet_with(&mut own, node, gate, false, wants_answer);
        drop(own);
        self.monitor_if_new(greeted, node, gate);
    }

    /// The same, and also `again`, if the node has lost what it had.
    fn greet_with(
        &self,
        own: &mut Own,
        node: &NodeId,
        gate: &RemoteAddress<ToGate>,
        again: bool,
        wants_answer: bool,
    ) -> Greeted {
        let (Some(own_gate), Some(inside)) = (self.gate.get(), self.inside.get()) else { return Greeted::Not };
        if *node == self.me || self.is_over() {
            return Greeted::Not;
        }
        let is_known = own.greeted.contains_key(node);
        if is_known && !again {
            return Greeted::Before;
        }
        own.greeted.insert(node.clone(), gate.clone());
        let names: Vec<String> = own.names.iter().map(|name| name.name().to_owned()).collect();
        let services = inside.services().into_iter();
        let mut services: Vec<Service> =
            services.map(|(service, agent)| Service { agent: agent.name().to_owned(), service }).collect();
        // One at least.
        let chunks = names.len().div_ceil(AT_ONCE).max(1);
        for number in 0..chunks {
            let (from, to) = (number * AT_ONCE, names.len().min((number + 1) * AT_ONCE));
            let is_last = number + 1 == chunks;
            let services = if is_last { std::mem::take(&mut services) } else { Vec::new() };
            let names = names[from..to].to_vec();
            let (gate_here, is_first, inspector) = (own_gate.clone(), number == 0, self.inspector.get().copied());
            let hello = Hello { gate: gate_here, names, services, is_first, is_last, wants_answer, inspector };
            gate.send(self.message(What::Hello(hello)));
        }
        if is_known { Greeted::Before } else { Greeted::Now }
    }

    /// A node that has just been greeted is monitored: each is once, until it is gone.
    fn monitor_if_new(self: &Arc<Self>, greeted: Greeted, node: &NodeId, gate: &RemoteAddress<ToGate>) {
        if greeted != Greeted::Now {
            return;
        }
        let (state, of) = (Arc::downgrade(self), node.clone());
        gate.monitor(move |reason| {
            if let Some(state) = state.upgrade() {
                state.gone(&of, &reason);
            }
        });
    }

    /// The announcement of a node's agents.
    pub(crate) fn update_peer(self: &Arc<Self>, node: &NodeId, hello: Hello) {
        let Hello { gate, names, services, is_first, is_last, wants_answer, inspector } = hello;
        let greeted = {
            let mut own = self.own();
            // The rest of an announcement is nothing without its beginning. The node is asked for all of it when it is greeted.
            if !is_first && !self.peers().contains_key(node) {
                return;
            }
            // Agents here may send to those of a node as soon as these are known: what they send has to come after the greeting.
            let greeted = self.greet_with(&mut own, node, &gate, is_first && wants_answer, false);
            if greeted == Greeted::Not {
                return;
            }
            let mut peers = self.change();
            let fresh = || Peer {
                gate: gate.clone(),
                names: Names::default(),
                announced: Names::default(),
                is_complete: false,
                questions: HashSet::new(),
                inspector,
            };
            let peer = peers.entry(node.clone()).or_insert_with(fresh);
            if is_first {
                peer.announced = Names::default();
            }
            names.iter().for_each(|name| peer.announced.add(Atom::new(name)));
            if is_last {
                peer.names = std::mem::take(&mut peer.announced);
            }
            greeted
        };
        self.monitor_if_new(greeted, node, &gate);
        if is_last {
            self.settle_all(node);
        }
        if let Some(inside) = self.inside.get() {
            for Service { agent, service } in services {
                inside.provides(Atom::new(&agent), &service, true);
            }
        }
        if is_last && let Some(peer) = self.change().get_mut(node) {
            peer.is_complete = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::mpsc::{self, Receiver, Sender};
    use std::thread;
    use std::time::{Duration, Instant};

    use agon_actor::{Actor, Context, System};
    use agon_agentspeak::system::{Blueprint, Remote, Setup, Society};
    use agon_link::{Node, NodeBuilder};

    use super::*;
    use crate::state::Trust;
    use crate::{Joining, Members, Nodes};

    /// Longer than anything takes.
    const SOON: Duration = Duration::from_secs(60);

    /// A gate that does nothing with what comes.
    struct Recorder(Sender<What>);

    impl Actor for Recorder {
        type Message = ToGate;

        fn handle(&mut self, message: ToGate, _: &mut Context<'_, Self>) {
            let _ = self.0.send(message.what); // the test may be over
        }
    }

    /// A node of the link alone, which announces what a test wants.
    struct Announcer {
        node: Node,
        gate: RemoteAddress<ToGate>,
        received: Receiver<What>,
        _system: System,
    }

    impl Announcer {
        fn new(node: NodeBuilder) -> Self {
            let node = node.join().expect("it joins");
            let system = System::builder().threads(1).observe(false).build().expect("a system");
            let (sender, received) = mpsc::channel();
            let gate = node.export(system.spawn(Recorder(sender)));
            Self { node, gate, received, _system: system }
        }

        fn hello(&self, name: &str, is_first: bool, is_last: bool) -> Hello {
            let (gate, names) = (self.gate.clone(), vec![name.to_owned()]);
            Hello { gate, names, services: Vec::new(), is_first, is_last, wants_answer: false, inspector: None }
        }
    }

    fn cluster() -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        format!("greeting-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// A society without agents, and another node, which does not play the role of a gate: so it is not greeted unless it announces something.
    struct Pair {
        nodes: Arc<Nodes>,
        /// Its gate, as the other node sees it.
        gate: RemoteAddress<ToGate>,
        announcer: Announcer,
        _society: Society,
    }

    impl Pair {
        fn new() -> Self {
            let cluster = cluster();
            let node = Node::builder("a").cluster(&cluster);
            let members = Members::of("a", vec!["a".to_owned()]);
            let joining = Joining { node, members, trust: Trust::None, environment: None, wait: Some(SOON) };
            let nodes = Nodes::join(joining).expect("it joins");
            let announcer = Announcer::new(Node::builder("z").cluster(&cluster).connect(&nodes.endpoints()[0]));
            let remote: Arc<dyn Remote> = Arc::<Nodes>::clone(&nodes);
            let warnings: Option<Box<dyn io::Write + Send>> = Some(Box::new(io::sink()));
            let setup = Setup { remote: Some(remote), observe: Some(false), warnings, ..Setup::default() };
            let society = Society::begin(Blueprint::default(), setup).expect("it begins");
            let find = || announcer.node.players("agents").expect("a gate").into_iter().next();
            let gate = until_some(find);
            Self { nodes, gate, announcer, _society: society }
        }

        fn announce(&self, name: &str, is_first: bool, is_last: bool) {
            let hello = What::Hello(self.announcer.hello(name, is_first, is_last));
            self.gate.send(self.nodes.state.message(hello));
        }

        /// The names that have been announced, once all that was sent has been handled.
        fn known(&self) -> Vec<Atom> {
            let asked = |reply| self.nodes.state.message(What::Knows(String::new(), reply));
            assert_eq!(self.gate.ask(SOON, asked), Ok(false));
            self.nodes.state.peers().values().flat_map(|peer| peer.names.iter().collect::<Vec<_>>()).collect()
        }
    }

    fn until_some<T>(look: impl Fn() -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(begun.elapsed() < SOON, "it does not come about");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn agents_of_a_node_that_cannot_be_greeted_yet_are_not_known() {
        let cluster = cluster();
        let announcer = Announcer::new(Node::builder("z").cluster(&cluster));
        let me = Node::builder("a").cluster(&cluster).join().expect("it joins").id().clone();
        // Its gate is not open.
        let state = Arc::new(State::new(me, Trust::None, None));
        state.update_peer(announcer.node.id(), announcer.hello("guest", true, true));
        assert!(state.place_of(Atom::new("guest")).is_none(), "a message to it would come before the greeting");
        assert!(state.peers().is_empty(), "this node would begin, and the other does not know its agents");
    }

    #[test]
    fn a_node_is_greeted_before_its_announcement_is_complete() {
        let pair = Pair::new();
        pair.announce("guest", true, false);
        let greeting = pair.announcer.received.recv_timeout(SOON).expect("it is greeted");
        assert!(matches!(greeting, What::Hello(Hello { is_first: true, is_last: true, wants_answer: false, .. })));
        assert!(pair.known().is_empty());
        pair.announce("other", false, true);
        assert_eq!(pair.known(), ["guest", "other"].map(Atom::new));
        assert!(pair.announcer.received.try_recv().is_err(), "once is enough");
    }

    #[test]
    fn the_rest_of_an_announcement_is_not_taken_for_all_of_it() {
        let pair = Pair::new();
        pair.announce("other", false, true);
        assert!(pair.known().is_empty());
        assert!(pair.nodes.state.peers().is_empty());
        pair.announce("guest", true, true);
        assert_eq!(pair.known(), [Atom::new("guest")]);
    }
}
