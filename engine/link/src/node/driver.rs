//! The node's thread: it looks at the time, and is the only one that waits for the network.

use std::sync::atomic::{Ordering, fence};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use zenoh::Wait;
use zenoh::qos::CongestionControl;

use super::asks::AskError;
use super::deadline::{NEVER, nanos};
use super::exports::Exports;
use super::keys::Token;
use super::link::was_left;
use super::peer::Peer;
use super::ready::lock;
use super::remote::{Encoded, Remote};
use super::shared::{Command, Shared, Target};
use super::snapshot::Presence;
use crate::protocol::Timer;
use crate::types::{NodeId, Outcome, Refusal};
use crate::wire::decode_first;

/// So many commands are obeyed before links are run.
const AT_ONCE: usize = 256;

pub(super) struct Driver {
    shared: Arc<Shared>,
    /// Links at which something waits.
    touched: Vec<Arc<Remote>>,
    /// So often links were left to it, of those that are touched.
    left: usize,
    /// Are called with whether all links are idle.
    waiting: Vec<Box<dyn FnOnce(bool) + Send>>,
}

impl Driver {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, touched: Vec::new(), left: 0, waiting: Vec::new() }
    }

    pub(super) fn run(mut self, commands: &mpsc::Receiver<Command>) {
        let _ = self.shared.thread.set(thread::current());
        loop {
            for command in self.wait(commands).into_iter().chain(commands.try_iter()).take(AT_ONCE) {
                if matches!(command, Command::Leave) {
                    return self.leave();
                }
                self.obey(command);
            }
            self.tick();
            self.answer_waiting();
            self.run_links();
        }
    }

    pub(super) fn run_links(&mut self) {
        for remote in std::mem::take(&mut self.touched) {
            self.shared.run(&remote);
        }
        self.shared.waiting.fetch_sub(std::mem::take(&mut self.left), Ordering::SeqCst);
    }

    /// Waits for a command, or until something is due.
    fn wait(&self, commands: &mpsc::Receiver<Command>) -> Option<Command> {
        let shared = &self.shared;
        loop {
            if let Ok(command) = commands.try_recv() {
                return Some(command);
            }
            // Who has something for this thread looks at when it wakes, after; so it looks again, after it has announced that.
            let due = self.next_deadline().max(1);
            shared.wakes_at.store(due, Ordering::SeqCst);
            fence(Ordering::SeqCst);
            let command = commands.try_recv().ok();
            if command.is_none() && self.next_deadline() >= due {
                match due {
                    NEVER => thread::park(),
                    due => thread::park_timeout(Duration::from_nanos(due.saturating_sub(nanos(shared.now())))),
                }
            }
            shared.wakes_at.store(0, Ordering::SeqCst);
            if command.is_some() || self.next_deadline() <= nanos(shared.now()) {
                return command;
            }
        }
    }

    fn next_deadline(&self) -> u64 {
        let Shared { remotes, asks, alarms, .. } = &*self.shared;
        remotes.next_deadline().min(asks.next_deadline()).min(alarms.next_deadline())
    }

    pub(super) fn obey(&mut self, command: Command) {
        match command {
            Command::Link(remote) => {
                self.left += 1;
                self.touch(remote);
            }
            Command::SendUntilHandled { to, body } => self.send_until_handled(&to, body),
            Command::Token { key, present } => {
                self.token(&key, present);
                Exports::rebalance(&self.shared);
            }
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

    /// Looks into a link; what is left at it meanwhile is not forgotten.
    fn with<T>(&mut self, remote: &Arc<Remote>, look: impl FnOnce(&mut Peer) -> T) -> T {
        let seen = look(&mut lock(&remote.peer));
        if was_left(remote) {
            self.touch(Arc::clone(remote));
        }
        seen
    }

    fn touch(&mut self, remote: Arc<Remote>) {
        if self.touched.iter().all(|touched| touched.index != remote.index) {
            self.touched.push(remote);
        }
    }

    fn send_until_handled(&mut self, to: &Arc<Remote>, body: Encoded) {
        let gone = to.gone.load(Ordering::Relaxed);
        // A watch is over with the node, and with its monitor; the end of an actor is reported when the node comes back.
        match decode_first(body.bytes(), self.shared.frame_limits()) {
            Ok((Target::Watch { monitor, .. }, _)) if gone || !self.shared.monitors.has(monitor) => {
                self.shared.monitors.ended(to.index, monitor, super::EndReason::NodeGone);
            }
            _ if gone => self.with(to, |peer| peer.unsent.push(body)),
            _ => self.shared.send_until_handled(to, body),
        }
    }

    pub(super) fn token(&mut self, key: &str, present: bool) {
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
            let unsent = self.with(&remote, |peer| std::mem::take(&mut peer.unsent));
            for body in unsent {
                self.send_until_handled(&remote, body);
            }
        } else {
            self.shared.give_up(&remote);
            self.shared.age(&remote);
            self.touch(remote);
        }
    }

    pub(super) fn tick(&mut self) {
        let time = self.shared.now();
        let now = nanos(time);
        self.shared.forget();
        for remote in self.shared.remotes.due(now) {
            let timer = self.with(&remote, |peer| peer.sender.tick(time));
            if timer == Timer::Silence {
                self.shared.give_up(&remote);
            }
            self.touch(remote);
        }
        for number in self.shared.asks.take_due(now) {
            self.shared.asks.close(number, Err(AskError::Timeout));
        }
        self.shared.alarms.ring(now);
    }

    fn answer_waiting(&mut self) {
        if !self.waiting.is_empty() {
            let remotes = self.shared.remotes.all();
            let idle = remotes.iter().all(|remote| remote.is_idle() && self.with(remote, |peer| peer.is_idle()));
            for waiting in self.waiting.drain(..) {
                waiting(idle);
            }
        }
    }

    pub(super) fn leave(self) {
        self.shared.left.store(true, Ordering::Relaxed);
        for remote in self.shared.remotes.all() {
            remote.gone.store(true, Ordering::Relaxed);
            for outgoing in remote.close().outgoing {
                for (_, on_outcome) in outgoing.callbacks {
                    on_outcome(Outcome::Refused(Refusal::NotSent));
                }
            }
            self.shared.give_up(&remote);
            remote.capacity.wake_all();
        }
        self.shared.alarms.ring_all();
    }
}
