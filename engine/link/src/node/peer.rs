//! What the node's thread keeps of another node.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use zenoh::pubsub::Publisher;

use super::shared::{Remote, Tell};
use crate::protocol::{Receiver, Sender, Window};
use crate::types::Outcome;

pub(super) struct Peer {
    pub(super) remote: Arc<Remote>,
    pub(super) sender: Sender,
    pub(super) receiver: Receiver,
    /// Of acked messages, by their numbers in the sender's epoch.
    tells: HashMap<u64, Tell>,
    /// Bytes in the sender's queue that the remote's count has, too.
    counted: usize,
    pub(super) publisher: Option<Publisher<'static>>,
    /// Whether it has to be looked at.
    pub(super) touched: bool,
    /// What the last epoch took down with it, and has to be said again.
    pub(super) unsaid: Vec<Vec<u8>>,
}

impl Peer {
    pub(super) fn new(remote: Arc<Remote>, window: Window) -> Self {
        Self {
            remote,
            sender: Sender::new(window),
            receiver: Receiver::new(window),
            tells: HashMap::new(),
            counted: 0,
            publisher: None,
            touched: false,
            unsaid: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, body: Vec<u8>, tell: Option<Tell>) {
        let size = body.len();
        match self.sender.push(tell.is_some(), body) {
            Ok(number) => {
                self.counted += size;
                if let Some(tell) = tell {
                    self.tells.insert(number, tell);
                }
            }
            Err(_) => unreachable!("the queue's limit is the shared count's"),
        }
    }

    /// Takes the bytes that have left the queue from the count that senders look at.
    pub(super) fn recount(&mut self) {
        let left = self.sender.queued_bytes();
        self.remote.queued.fetch_sub(self.counted - left, Ordering::Relaxed);
        self.counted = left;
    }

    /// Who is to be told, of these.
    pub(super) fn tells(&mut self, settled: Vec<(u64, Outcome)>) -> Vec<(Tell, Outcome)> {
        settled.into_iter().filter_map(|(number, outcome)| Some((self.tells.remove(&number)?, outcome))).collect()
    }

    /// Ends the epoch; returns who is to be told of what.
    pub(super) fn give_up(&mut self) -> Vec<(Tell, Outcome)> {
        let settled = self.sender.give_up();
        let tells = self.tells(settled);
        self.receiver.let_go();
        self.recount();
        tells
    }

    /// Whether nothing waits to be sent, or to be settled.
    pub(super) fn is_idle(&self) -> bool {
        self.sender.queued_bytes() == 0 && self.sender.unsettled() == 0
    }
}
