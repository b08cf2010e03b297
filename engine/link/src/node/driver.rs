//! The node's thread: it runs the links, and is the only one that puts frames on Zenoh.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak, mpsc};
use std::time::{Duration, Instant};

use zenoh::Wait;
use zenoh::qos::CongestionControl;

use super::asks::AskError;
use super::exports::Exports;
use super::keys::Token;
use super::peer::Peer;
use super::shared::{Command, Remote, Shared, Target, Tell};
use super::snapshot::Presence;
use crate::protocol::{Delivered, Time, Timer, Window};
use crate::types::{NodeId, Outcome, Refusal};
use crate::wire::{Ack, Data, Envelope, Limits, decode_first, encode};

/// So many commands are taken before frames are sent.
const AT_ONCE: usize = 256;

/// What a frame takes beside its messages.
const FRAME_OVERHEAD: usize = 4096;

pub(super) struct Driver {
    shared: Arc<Shared>,
    window: Window,
    limits: Limits,
    begun: Instant,
    /// By the indices of remotes.
    peers: Vec<Option<Peer>>,
    touched: Vec<u32>,
    asks: BinaryHeap<Reverse<(Instant, u64)>>,
    waiting: Vec<mpsc::Sender<bool>>,
}

impl Driver {
    pub(super) fn new(shared: Arc<Shared>, window: Window) -> Self {
        let limits = Limits { size: shared.limits.size.max(window.frame) + FRAME_OVERHEAD, depth: 16 };
        Self {
            shared,
            // The count that senders look at is the limit.
            window: Window { queue: usize::MAX, ..window },
            limits,
            begun: Instant::now(),
            peers: Vec::new(),
            touched: Vec::new(),
            asks: BinaryHeap::new(),
            waiting: Vec::new(),
        }
    }

    pub(super) fn run(mut self, commands: &mpsc::Receiver<Command>) {
        loop {
            let first = match self.next_deadline() {
                Some(wait) => commands.recv_timeout(wait),
                None => commands.recv().map_err(|_| mpsc::RecvTimeoutError::Disconnected),
            };
            match first {
                Ok(Command::Leave) | Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Ok(command) => {
                    self.obey(command);
                    for command in commands.try_iter().take(AT_ONCE) {
                        if matches!(command, Command::Leave) {
                            return self.leave(commands);
                        }
                        self.obey(command);
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            self.tick();
            self.transmit();
            self.answer_waiting();
        }
        self.leave(commands);
    }

    fn now(&self) -> Time {
        self.begun.elapsed()
    }

    fn next_deadline(&self) -> Option<Duration> {
        let asked = self.asks.peek().map(|Reverse((deadline, _))| deadline.saturating_duration_since(Instant::now()));
        let now = self.now();
        let peers = self.peers.iter().flatten();
        let links = peers.flat_map(|peer| [peer.sender.deadline(), peer.receiver.deadline()]).flatten();
        links.map(|deadline| deadline.saturating_sub(now)).chain(asked).min()
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Send { to, body, tell } if to.id == self.shared.id => {
                to.free(body.len());
                self.arrived(&to, &body, tell);
            }
            Command::Send { to, body, tell } => self.send(&to, body, tell),
            Command::SendUntilHandled { to, body } => self.send_until_handled(&to, body),
            Command::Frame { from, bytes } => self.frame(&from, &bytes),
            Command::Settled { from, epoch, number, outcome } => {
                if let Some(Some(peer)) = self.peers.get_mut(from as usize) {
                    peer.receiver.settle(epoch, number, outcome);
                    let remote = Arc::clone(&peer.remote);
                    self.peer(&remote);
                }
            }
            Command::Token { key, present } => {
                self.token(&key, present);
                Exports::rebalance(&self.shared);
            }
            Command::AskUntil { deadline, number } => self.asks.push(Reverse((deadline, number))),
            Command::Publish { key, bytes } => {
                self.shared.published.fetch_sub(bytes.len(), Ordering::Relaxed);
                if let Some(session) = self.shared.session.get() {
                    // At most once: what cannot be put is lost.
                    let _ = session.put(key, bytes).congestion_control(CongestionControl::Block).wait();
                }
            }
            Command::Idle(answer) => self.waiting.push(answer),
            Command::Leave => {}
        }
    }

    fn peer(&mut self, remote: &Arc<Remote>) -> &mut Peer {
        let index = remote.index as usize;
        if self.peers.len() <= index {
            self.peers.resize_with(index + 1, || None);
        }
        let peer = self.peers[index].get_or_insert_with(|| Peer::new(Arc::clone(remote), self.window));
        if !std::mem::replace(&mut peer.touched, true) {
            self.touched.push(remote.index);
        }
        peer
    }

    fn send(&mut self, to: &Arc<Remote>, body: Vec<u8>, tell: Option<Tell>) {
        if to.gone.load(Ordering::Relaxed) {
            to.free(body.len());
            match tell {
                Some(tell) => self.peer(to).refuse(tell),
                None => drop(self.shared.counts.dropped.fetch_add(1, Ordering::Relaxed)),
            }
            return;
        }
        self.peer(to).push(body, tell);
    }

    fn send_until_handled(&mut self, to: &Arc<Remote>, body: Vec<u8>) {
        if to.gone.load(Ordering::Relaxed) {
            // A watch is over; the end of an actor is said when the node comes back.
            match decode_first(&body, self.limits) {
                Ok((Target::Watch { monitor, .. }, _)) => {
                    self.shared.monitors.ended(to.index, monitor, super::EndReason::NodeGone);
                }
                _ => self.peer(to).unsaid.push(body),
            }
            return;
        }
        to.queued.fetch_add(body.len(), Ordering::Relaxed);
        if to.id == self.shared.id {
            return self.obey(Command::Send { to: Arc::clone(to), body, tell: None });
        }
        let (node, again, remote) = (Arc::downgrade(&self.shared), body.clone(), Arc::clone(to));
        let tell: Tell = Box::new(move |outcome| {
            if outcome != Outcome::Handled
                && let Some(shared) = node.upgrade()
            {
                shared.command(Command::SendUntilHandled { to: remote, body: again });
            }
        });
        self.peer(to).push(body, Some(tell));
    }

    fn frame(&mut self, from: &NodeId, bytes: &[u8]) {
        self.shared.inbound.fetch_sub(bytes.len(), Ordering::Relaxed);
        let Ok(Envelope { to, data, ack }) = Envelope::decode(bytes, self.limits) else {
            self.shared.counts.frames_dropped.fetch_add(1, Ordering::Relaxed);
            return;
        };
        if to != self.shared.id.incarnation() || *from == self.shared.id {
            return;
        }
        let now = self.now();
        let remote = self.shared.remote(from);
        if let Some(ack) = ack {
            let peer = self.peer(&remote);
            let settled = peer.sender.acknowledged(now, &ack);
            let tells = peer.tells(settled);
            peer.recount();
            // Who is told finds it counted.
            peer.report();
            for (tell, outcome) in tells {
                tell(outcome);
            }
        }
        if let Some(data) = data {
            let peer = self.peer(&remote);
            let delivered = peer.receiver.take(now, data);
            peer.received(delivered.len());
            for delivered in delivered {
                self.deliver(&remote, delivered);
            }
        }
    }

    fn deliver(&mut self, from: &Arc<Remote>, delivered: Delivered) {
        let Delivered { epoch, number, acked, body } = delivered;
        let tell = acked.then(|| {
            let (commands, index) = (self.shared.commands.clone(), from.index);
            let tell: Tell = Box::new(move |outcome| {
                // Nobody is there to be told when the node has left.
                let _ = commands.send(Command::Settled { from: index, epoch, number, outcome });
            });
            tell
        });
        self.arrived(from, &body, tell);
    }

    /// A message is here.
    fn arrived(&mut self, from: &Arc<Remote>, body: &[u8], tell: Option<Tell>) {
        let told = |tell: Option<Tell>, outcome| {
            if let Some(tell) = tell {
                tell(outcome);
            }
        };
        let Ok((target, message)) = decode_first::<Target>(body, Limits { size: usize::MAX, ..self.limits }) else {
            self.shared.counts.undecodable.fetch_add(1, Ordering::Relaxed);
            return told(tell, Outcome::Refused(Refusal::Undecodable));
        };
        match target {
            Target::Actor(number) => return Exports::deliver(&self.shared, &from.id, number, message, tell),
            Target::Answer(number) => self.shared.asks.close(number, Ok(message)),
            Target::NoAnswer(number) => self.shared.asks.close(number, Err(AskError::NoReply)),
            Target::Watch { export, monitor } => self.watch(from, export, monitor),
            Target::Ended { monitor, reason } => self.shared.monitors.ended(from.index, monitor, reason),
        }
        told(tell, Outcome::Handled);
    }

    fn watch(&mut self, watcher: &Arc<Remote>, export: u32, monitor: u64) {
        let (node, watcher) = (Arc::downgrade(&self.shared), Arc::clone(watcher));
        let ended = move |reason| {
            let Some(shared) = Weak::upgrade(&node) else { return };
            if let Ok(body) = encode(&Target::Ended { monitor, reason }, shared.limits) {
                shared.command(Command::SendUntilHandled { to: watcher, body });
            }
        };
        self.shared.exports.watch(export, Box::new(ended));
    }

    fn token(&mut self, key: &str, present: bool) {
        match self.shared.keys.parse(key) {
            Some(Token::Node(id)) => self.node(&id, present),
            // Of its own actors this node knows by itself.
            Some(Token::Actor(entry)) if entry.node != self.shared.id => self.shared.registry.actor(entry, present),
            _ => {}
        }
    }

    fn node(&mut self, id: &NodeId, present: bool) {
        if *id == self.shared.id {
            return;
        }
        let remote = self.shared.remote(id);
        remote.gone.store(!present, Ordering::Relaxed);
        remote.board.presence(if present { Presence::Here } else { Presence::Gone });
        self.shared.registry.node(id.clone(), present);
        if present {
            for body in std::mem::take(&mut self.peer(&remote).unsaid) {
                self.send_until_handled(&remote, body);
            }
        } else {
            self.give_up(&remote);
        }
    }

    /// Ends an epoch: what is not settled is unknown or refused, and who waits for the node hears so.
    fn give_up(&mut self, remote: &Arc<Remote>) {
        let tells = self.peer(remote).give_up();
        self.shared.asks.end(remote.index);
        self.shared.monitors.gone(remote.index);
        for (tell, outcome) in tells {
            tell(outcome);
        }
    }

    fn tick(&mut self) {
        let now = self.now();
        for index in 0..self.peers.len() {
            let Some(peer) = &mut self.peers[index] else { continue };
            let due = |deadline: Option<Time>| deadline.is_some_and(|deadline| deadline <= now);
            if !due(peer.sender.deadline()) && !due(peer.receiver.deadline()) {
                continue;
            }
            let remote = Arc::clone(&peer.remote);
            if peer.sender.tick(now) == Timer::Silence {
                self.give_up(&remote);
            }
            self.peer(&remote);
        }
        while let Some(&Reverse((deadline, number))) = self.asks.peek()
            && deadline <= Instant::now()
        {
            self.asks.pop();
            self.shared.asks.close(number, Err(AskError::Timeout));
        }
    }

    fn transmit(&mut self) {
        let now = self.now();
        for index in std::mem::take(&mut self.touched) {
            let Some(Some(peer)) = self.peers.get_mut(index as usize) else { continue };
            peer.touched = false;
            loop {
                let data = peer.sender.poll(now);
                let ack = peer.receiver.poll(now, data.is_some());
                if data.is_none() && ack.is_none() {
                    break;
                }
                put(&self.shared, self.limits, peer, data, ack);
            }
            peer.report();
        }
    }

    fn answer_waiting(&mut self) {
        if !self.waiting.is_empty() {
            let idle = self.peers.iter().flatten().all(Peer::is_idle);
            for waiting in self.waiting.drain(..) {
                let _ = waiting.send(idle); // it may have given up
            }
        }
    }

    fn leave(mut self, commands: &mpsc::Receiver<Command>) {
        for index in 0..self.peers.len() {
            if let Some(peer) = &self.peers[index] {
                let remote = Arc::clone(&peer.remote);
                remote.gone.store(true, Ordering::Relaxed);
                self.give_up(&remote);
            }
        }
        for command in commands.try_iter() {
            if let Command::Send { tell: Some(tell), .. } = command {
                tell(Outcome::Refused(Refusal::NotSent));
            }
        }
    }
}

/// Puts a frame on Zenoh. One that cannot be put is lost, and is sent again in time.
fn put(shared: &Shared, limits: Limits, peer: &mut Peer, data: Option<Data>, ack: Option<Ack>) {
    let Some(session) = shared.session.get() else { return };
    let envelope = Envelope { to: peer.remote.id.incarnation(), data, ack };
    let Ok(bytes) = envelope.encode(limits) else { return };
    if peer.publisher.is_none() {
        let key = shared.keys.frames(&peer.remote.id, &shared.id);
        peer.publisher = session.declare_publisher(key).congestion_control(CongestionControl::Block).wait().ok();
    }
    if let Some(publisher) = &peer.publisher {
        let _ = publisher.put(bytes).wait();
    }
}
