//! The nodes that have been met, and are not forgotten.
//!
//! A node is kept while its token is there, while an address here is of it, and while something waits for it. Without all that it is forgotten
//! after a time in which its end of the link has given up as well, so that nothing of an earlier epoch is sent any more. Should it be there
//! after all, with messages for a link that it has not given up, then its link ends as soon as this node's acknowledgement has the
//! number of another record.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use super::deadline::NEVER;
use super::ready::{lock, shrink};
use super::remote::Remote;
use super::snapshot::Presence;
use crate::protocol::Window;
use crate::types::NodeId;

#[derive(Default)]
pub(super) struct Remotes(Mutex<Table>);

#[derive(Default)]
struct Table {
    by_id: HashMap<NodeId, Arc<Remote>>,
    /// The index of the next one.
    next: u32,
    /// The last epoch of all links that were forgotten.
    epoch: u64,
    /// Those that may have to be forgotten, and when to look at them, in nanoseconds since the node began.
    ageing: VecDeque<(u64, NodeId)>,
    /// The incarnations that were forgotten last: who sends to one of them is refused at once.
    forgotten: VecDeque<u64>,
}

/// So many incarnations are known to be gone after they were forgotten.
const FORGOTTEN: usize = 1024;

impl Remotes {
    /// The node of an identity: one and the same for everybody here. If it is new it is looked at again at `ages`.
    pub(super) fn get(&self, id: &NodeId, window: Window, ages: impl FnOnce() -> Option<u64>) -> Arc<Remote> {
        let mut table = lock(&self.0);
        if let Some(remote) = table.by_id.get(id) {
            return Arc::clone(remote);
        }
        // The count that senders look at is the limit.
        let window = Window { queue: usize::MAX, ..window };
        let remote = Arc::new(Remote::new(id.clone(), table.next, window, table.epoch + 1));
        table.next += 1;
        table.by_id.insert(id.clone(), Arc::clone(&remote));
        if table.forgotten.contains(&id.incarnation()) {
            remote.gone.store(true, Ordering::Relaxed);
            remote.board.presence(Presence::Gone);
        }
        if let Some(ages) = ages() {
            remote.ageing.store(true, Ordering::Relaxed);
            table.ageing.push_back((ages, id.clone()));
        }
        remote
    }

    /// A node is gone: it is looked at again at that time.
    pub(super) fn age(&self, remote: &Remote, ages: u64) {
        let mut table = lock(&self.0);
        if !remote.ageing.swap(true, Ordering::Relaxed) {
            table.ageing.push_back((ages, remote.id.clone()));
        }
    }

    /// Takes out those that are not needed, of the ones that have to be looked at by now. `stays` returns until when a node stays at least; `held`
    /// whether something waits for it.
    pub(super) fn forget(
        &self,
        now: u64,
        stays: impl Fn(&Remote) -> Option<u64>,
        held: impl Fn(&Remote) -> bool,
        later: u64,
    ) -> Vec<Arc<Remote>> {
        let mut forgotten = Vec::new();
        let mut table = lock(&self.0);
        for _ in 0..table.ageing.len() {
            if table.ageing.front().is_none_or(|&(ages, _)| ages > now) {
                break;
            }
            let Some((_, id)) = table.ageing.pop_front() else { break };
            let Some(remote) = table.by_id.get(&id) else { continue };
            let ages = match stays(remote) {
                None => {
                    remote.ageing.store(false, Ordering::Relaxed);
                    continue;
                }
                Some(until) if until > now => until,
                // The table has one: there is no other way to get one meanwhile.
                Some(_) if Arc::strong_count(remote) > 1 || held(remote) => later,
                Some(_) => {
                    let epoch = lock(&remote.peer).sender.epoch();
                    forgotten.extend(table.by_id.remove(&id));
                    table.forgotten.push_back(id.incarnation());
                    table.epoch = table.epoch.max(epoch);
                    continue;
                }
            };
            table.ageing.push_back((ages, id));
        }
        let surplus = table.forgotten.len().saturating_sub(FORGOTTEN);
        table.forgotten.drain(..surplus);
        shrink(&mut table.by_id);
        table.ageing.shrink_to(64);
        forgotten
    }

    /// All that have been met and are not forgotten, this node perhaps among them.
    pub(super) fn all(&self) -> Vec<Arc<Remote>> {
        lock(&self.0).by_id.values().cloned().collect()
    }

    /// Those whose link has something to do by now.
    pub(super) fn due(&self, now: u64) -> Vec<Arc<Remote>> {
        let table = lock(&self.0);
        table.by_id.values().filter(|remote| remote.deadline.load(Ordering::SeqCst) <= now).cloned().collect()
    }

    /// When the next link has something to do, or the next node has to be looked at.
    pub(super) fn next_deadline(&self) -> u64 {
        let table = lock(&self.0);
        let links = table.by_id.values().map(|remote| remote.deadline.load(Ordering::SeqCst));
        links.chain(table.ageing.front().map(|&(ages, _)| ages)).min().unwrap_or(NEVER)
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> (usize, usize) {
        let table = lock(&self.0);
        (table.by_id.len(), table.ageing.len())
    }
}
