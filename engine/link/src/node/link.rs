//! A link is run by any thread that has something for it and finds it free: the node's thread, a thread of Zenoh's that has a frame, or the thread that
//! sends.
//!
//! 1. Who sends puts the message into the inbox first, and then tries to take the link.
//! 2. Where it is taken, the sender leaves word, and tries once more. If that fails, too, it goes away: the thread that has the link then looks for word
//!    after giving it back, and runs it again, or notifies the node's thread. So nothing stays in an inbox unread.
//! 3. A frame that comes while the link is taken is left to the node's thread, which is notified.
//! 4. Nothing is put past what was left to the node's thread earlier, at whatever link: so what a node sends to several others goes in the order in
//!    which it was sent. (It may arrive in another one.)
//! 5. `settle` in an inbox is true from the first message in it on: one of these is on its way, and no other thread has to do anything.
//!
//! Only the node's thread waits for the network, and it does not hold the link meanwhile. The others put what they have without waiting, and
//! only on a link that is quiet: so there is capacity, as a rule, and no frame that was made earlier can be behind theirs.

use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};
use std::sync::{MutexGuard, TryLockError};

use zenoh::bytes::ZBytes;

use super::asks::AskError;
use super::deadline::{NEVER, nanos};
use super::exports::{Exported, Exports, Gathered};
use super::peer::Peer;
use super::publishers::{Publishers, frame};
use super::ready::lock;
use super::remote::{Inbox, Remote, Settled};
use super::shared::{Command, Shared, Target, bound_to, described_as};
use crate::protocol::{Acknowledged, Delivered, Time};
use crate::types::{OnOutcome, Outcome, Refusal};
use crate::wire::{Body, Head, Kind, Limits, decode_first, first};

/// What a frame takes in addition to its messages.
const FRAME_OVERHEAD: usize = 4096;
/// Frames of so many bytes at most are put by the thread that sends.
const SMALL: usize = 16 << 10;
/// So many frames are put before the link is looked at again.
const AT_ONCE: usize = 16;

/// An actor that a frame has messages for, found once for all of them.
struct Found {
    number: u32,
    actor: Arc<dyn Exported>,
    /// What it has got of the frame, and has yet to be sent.
    gathered: Box<dyn Gathered>,
}

/// The one that the last message was for.
#[derive(Default)]
struct Last(Option<Found>);

impl Last {
    /// The actor of a number; what was for another one is sent.
    fn find(&mut self, shared: &Shared, number: u32) -> Option<&mut Found> {
        if self.0.as_ref().is_none_or(|found| found.number != number) {
            self.flush();
            let actor = shared.exports.find(number);
            self.0 = actor.map(|actor| Found { number, gathered: actor.gather(), actor });
        }
        self.0.as_mut()
    }

    fn flush(&mut self) {
        if let Some(found) = &mut self.0 {
            found.gathered.flush();
        }
    }
}

/// The link, if it is free; or else the thread that has it looks for more after giving it back.
fn take_or_leave(remote: &Remote) -> Option<MutexGuard<'_, Peer>> {
    try_lock(remote).or_else(|| {
        remote.left.store(true, Ordering::SeqCst);
        // Who has the link gives it back, and then looks for this.
        fence(Ordering::SeqCst);
        try_lock(remote)
    })
}

/// Whether another thread found the link taken, asked after giving it back.
pub(super) fn was_left(remote: &Remote) -> bool {
    fence(Ordering::SeqCst);
    remote.left.load(Ordering::Relaxed) && remote.left.swap(false, Ordering::SeqCst)
}

fn try_lock(remote: &Remote) -> Option<MutexGuard<'_, Peer>> {
    match remote.peer.try_lock() {
        Ok(peer) => Some(peer),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl Shared {
    /// The limits of frames, and of what this crate itself puts into them.
    pub(super) fn frame_limits(&self) -> Limits {
        Limits { size: self.limits.size.max(self.window.frame) + FRAME_OVERHEAD, depth: 16 }
    }

    /// Something waits at a link.
    pub(super) fn look_at(&self, remote: &Arc<Remote>) {
        while self.waiting.load(Ordering::SeqCst) == 0 {
            let Some(peer) = take_or_leave(remote) else { return };
            if !self.send_at_once(peer, remote) {
                break;
            }
            if !was_left(remote) {
                return;
            }
        }
        self.leave_link(remote);
    }

    /// Leaves a link to the node's thread.
    fn leave_link(&self, remote: &Arc<Remote>) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        self.command(Command::Link(Arc::clone(remote)));
    }

    /// Puts what waits at a quiet link here and now. It never blocks, and calls no callback: the sender's thread calls it. Whether that was all.
    fn send_at_once(&self, mut peer: MutexGuard<'_, Peer>, remote: &Remote) -> bool {
        if !peer.has_nothing_to_gather() || remote.gone.load(Ordering::Relaxed) {
            return false;
        }
        let Some(publishers) = peer.publishers.clone() else { return false };
        let Some(Inbox { outgoing, settled, .. }) = remote.take_inbox_without_frames() else { return false };
        let now = self.now();
        settle(&mut peer, now, settled);
        let small = outgoing.len() == 1 && outgoing[0].bytes.len() <= SMALL;
        let nothing = outgoing.is_empty();
        for outgoing in outgoing {
            peer.push(outgoing);
        }
        if small && let Some(frame) = self.next_frame(&mut peer, remote, now) {
            publishers.try_put(frame);
        }
        let all = (small || nothing) && !peer.sender.wants() && !peer.receiver.is_due();
        self.finish(&peer, remote);
        all
    }

    /// The node's thread has time for a link.
    pub(super) fn run(self: &Arc<Self>, remote: &Arc<Remote>) {
        loop {
            let mut peer = lock(&remote.peer);
            let now = self.now();
            self.take(&mut peer, remote, now);
            let mut frames = Vec::new();
            while frames.len() < AT_ONCE
                && let Some(frame) = self.next_frame(&mut peer, remote, now)
            {
                frames.push(frame);
            }
            if peer.publishers.is_none()
                && !frames.is_empty()
                && let Some(session) = self.session.get()
            {
                peer.publishers = Publishers::declare(session, &self.keys.frames(&remote.id, &self.id));
            }
            let publishers = peer.publishers.clone();
            self.finish(&peer, remote);
            drop(peer);
            if frames.is_empty() && !was_left(remote) {
                return;
            }
            for frame in frames {
                if let Some(publishers) = &publishers {
                    publishers.put(frame);
                }
            }
        }
    }

    /// A frame has come, on a thread of Zenoh's.
    pub(super) fn on_frame(self: &Arc<Self>, remote: &Arc<Remote>, bytes: &[u8]) {
        if self.left.load(Ordering::Relaxed) {
            return;
        }
        let Some(mut peer) = try_lock(remote) else { return self.leave_frame(remote, bytes) };
        let now = self.now();
        self.take(&mut peer, remote, now);
        self.take_frame(&mut peer, remote, bytes, now);
        let mut later = peer.sender.wants();
        if !later && peer.receiver.is_due() {
            match peer.publishers.clone().filter(|_| peer.sender.is_quiet()) {
                Some(publishers) => {
                    while let Some(frame) = self.next_frame(&mut peer, remote, now) {
                        publishers.try_put(frame);
                    }
                }
                None => later = true,
            }
        }
        self.finish(&peer, remote);
        drop(peer);
        if later {
            self.leave_link(remote);
        } else if was_left(remote) {
            self.look_at(remote);
        }
    }

    fn leave_frame(&self, remote: &Arc<Remote>, bytes: &[u8]) {
        let waiting = self.inbound.fetch_add(bytes.len(), Ordering::Relaxed);
        if waiting > 0 && waiting + bytes.len() > self.window.queue {
            self.inbound.fetch_sub(bytes.len(), Ordering::Relaxed);
            self.counts.frames_dropped.fetch_add(1, Ordering::Relaxed);
        } else if remote.leave(bytes) {
            self.leave_link(remote);
        }
    }

    /// Takes all that waits at a link.
    pub(super) fn take(self: &Arc<Self>, peer: &mut Peer, remote: &Arc<Remote>, now: Time) {
        let Inbox { outgoing, settled, frames, .. } = remote.take_inbox();
        for bytes in frames {
            self.inbound.fetch_sub(bytes.len(), Ordering::Relaxed);
            self.take_frame(peer, remote, &bytes, now);
        }
        settle(peer, now, settled);
        for outgoing in outgoing {
            if remote.id == self.id {
                remote.free(outgoing.bytes.len());
                self.take_own(remote, &outgoing.bytes, outgoing.callbacks);
            } else if remote.gone.load(Ordering::Relaxed) {
                remote.free(outgoing.bytes.len());
                let (callbacks, without_callback) = peer.refuse(outgoing);
                self.counts.dropped.fetch_add(without_callback, Ordering::Relaxed);
                peer.report(remote);
                for (on_outcome, outcome) in callbacks {
                    on_outcome(outcome);
                }
            } else {
                peer.push(outgoing);
            }
        }
    }

    fn next_frame(&self, peer: &mut Peer, remote: &Remote, now: Time) -> Option<ZBytes> {
        let data = peer.sender.poll(now);
        let ack = peer.receiver.poll(now, data.is_some());
        if data.is_none() && ack.is_none() {
            return None;
        }
        remote.active.store(nanos(now), Ordering::Relaxed);
        peer.sends(data.as_ref().map_or(0, |data| data.head.messages));
        let (data, parts) = data.map_or((None, Vec::new()), |data| (Some(data.head), data.parts));
        let head = Head { to: remote.id.incarnation(), data, ack };
        // One that cannot be encoded is lost like one that cannot be put.
        Some(frame(head.encode(self.frame_limits()).unwrap_or_default(), parts))
    }

    /// Writes down what others look at.
    fn finish(&self, peer: &Peer, remote: &Remote) {
        peer.report(remote);
        let link = [peer.sender.deadline(), peer.receiver.deadline()].into_iter().flatten().min();
        let waiting = nanos(self.now() + self.window.ack_delay);
        let deadline = remote.set_deadline(link.map_or(NEVER, nanos), waiting);
        self.due_by(deadline);
    }

    fn take_frame(self: &Arc<Self>, peer: &mut Peer, remote: &Arc<Remote>, bytes: &[u8], now: Time) {
        let Ok((Head { to, data, ack }, messages)) = Head::decode(bytes, self.frame_limits()) else {
            self.counts.frames_dropped.fetch_add(1, Ordering::Relaxed);
            return;
        };
        if to != self.id.incarnation() || remote.id == self.id {
            return;
        }
        remote.active.store(nanos(now), Ordering::Relaxed);
        if let Some(ack) = ack {
            let callbacks = match peer.sender.acknowledged(now, &ack) {
                Acknowledged::Outcomes(settled) => peer.take_callbacks(settled),
                Acknowledged::Forgotten => self.end_epoch(peer, remote),
            };
            peer.recount(remote);
            // A callback finds it counted.
            peer.report(remote);
            for (on_outcome, outcome) in callbacks {
                on_outcome(outcome);
            }
        }
        if let Some(data) = data {
            let (mut received, mut last) = (0, Last::default());
            bound_to(self, Some(&remote.id), || {
                peer.receiver.take(now, &data, messages, |delivered| {
                    received += 1;
                    self.deliver(remote, &delivered, &mut last);
                });
                last.flush();
            });
            peer.received(received);
        }
    }

    fn deliver(self: &Arc<Self>, from: &Arc<Remote>, delivered: &Delivered<'_>, last: &mut Last) {
        let Delivered { epoch, number, kind, body } = *delivered;
        let on_outcome = kind.is_acked().then(|| {
            let (shared, from) = (Arc::clone(self), Arc::clone(from));
            let on_outcome: OnOutcome =
                Box::new(move |outcome| shared.settled(&from, Settled { epoch, number, kind, outcome }));
            on_outcome
        });
        self.arrived(from, body, on_outcome, last);
    }

    /// An actor has done with a message of the other node.
    fn settled(&self, from: &Arc<Remote>, settled: Settled) {
        if settled.kind == Kind::Question && matches!(settled.outcome, Outcome::Handled | Outcome::Panicked) {
            let deadline = nanos(self.now() + self.window.ack_delay);
            from.settle_by(deadline, settled);
            self.due_by(deadline);
        } else if from.settle(settled) {
            self.leave_link(from);
        }
    }

    /// Messages to this node itself.
    fn take_own(self: &Arc<Self>, own: &Arc<Remote>, bytes: &[u8], callbacks: Vec<(u64, OnOutcome)>) {
        let (mut rest, mut callbacks, mut last) = (bytes, callbacks.into_iter().peekable(), Last::default());
        bound_to(self, Some(&own.id), || {
            for number in 0.. {
                let Some((message, behind)) = first(rest) else { break };
                rest = behind;
                let on_outcome = callbacks.next_if(|&(of, _)| of == number).map(|(_, on_outcome)| on_outcome);
                self.arrived(own, message.body, on_outcome, &mut last);
            }
            last.flush();
        });
    }

    /// A message is here.
    fn arrived(self: &Arc<Self>, from: &Arc<Remote>, body: &[u8], on_outcome: Option<OnOutcome>, last: &mut Last) {
        let settle = |on_outcome: Option<OnOutcome>, outcome| {
            if let Some(on_outcome) = on_outcome {
                on_outcome(outcome);
            }
        };
        let limits = Limits { size: usize::MAX, ..self.frame_limits() };
        let Ok((target, message)) = decode_first::<Target>(body, limits) else {
            self.counts.undecodable.fetch_add(1, Ordering::Relaxed);
            return settle(on_outcome, Outcome::Refused(Refusal::Undecodable));
        };
        // The receiver of a notice finds what came before in the mailboxes.
        if !matches!(target, Target::Actor(_) | Target::ActorByNames(_)) {
            last.flush();
        }
        match target {
            Target::Actor(number) | Target::ActorByNames(number) => {
                let described = matches!(target, Target::ActorByNames(_));
                let body = Body { bytes: message, described };
                return described_as(described, || self.for_actor(number, body, on_outcome, last));
            }
            Target::Answer(number) => self.asks.close(number, Ok(Body { bytes: message, described: false })),
            Target::AnswerByNames(number) => self.asks.close(number, Ok(Body { bytes: message, described: true })),
            Target::NoAnswer(number) => self.asks.close(number, Err(AskError::NoReply)),
            Target::Watch { export, monitor } => self.watch(from, export, monitor),
            Target::Unwatch { export, monitor } => self.exports.unwatch_one(export, (from.index, monitor)),
            Target::Ended { monitor, reason } => self.monitors.ended(from.index, monitor, reason),
        }
        settle(on_outcome, Outcome::Handled);
    }

    fn for_actor(self: &Arc<Self>, number: u32, message: Body<'_>, on_outcome: Option<OnOutcome>, last: &mut Last) {
        let Some(found) = last.find(self, number) else { return Exports::refuse_unknown(self, on_outcome) };
        match on_outcome {
            None => found.gathered.gather(self, message),
            Some(on_outcome) => {
                found.gathered.flush();
                found.actor.deliver(self, message, Some(on_outcome));
            }
        }
    }

    fn watch(self: &Arc<Self>, watcher: &Arc<Remote>, export: u32, monitor: u64) {
        // A node that is gone for long is not kept for the actors that it watches.
        let (node, remote) = (Arc::downgrade(self), Arc::downgrade(watcher));
        let ended = move |reason| {
            let (Some(shared), Some(watcher)) = (node.upgrade(), remote.upgrade()) else { return };
            if let Ok(body) = shared.encode(&Target::Ended { monitor, reason }, None::<&()>) {
                shared.command(Command::SendUntilHandled { to: watcher, body });
            }
        };
        self.exports.watch(export, (watcher.index, monitor), Box::new(ended));
    }

    /// Ends an epoch: what is not settled is unknown or refused, and all that wait for the node are notified.
    pub(super) fn give_up(&self, remote: &Remote) {
        let mut peer = lock(&remote.peer);
        for (on_outcome, outcome) in self.end_epoch(&mut peer, remote) {
            on_outcome(outcome);
        }
        self.finish(&peer, remote);
    }

    /// Likewise; returns the callbacks with their outcomes.
    fn end_epoch(&self, peer: &mut Peer, remote: &Remote) -> Vec<(OnOutcome, Outcome)> {
        let callbacks = peer.give_up(remote);
        self.asks.end(remote.index);
        self.monitors.gone(remote.index);
        callbacks
    }
}

fn settle(peer: &mut Peer, now: Time, settled: Vec<Settled>) {
    for Settled { epoch, number, kind, outcome } in settled {
        peer.receiver.settle(now, epoch, number, kind, outcome);
    }
}
