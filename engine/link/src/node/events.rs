//! Nodes that come and go, as a stream.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

use futures_core::Stream;

use super::handle::Node;
use super::shared::Shared;
use crate::types::NodeId;

/// What has happened to another node, as this one sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeEvent {
    /// It is there.
    Joined(NodeId),
    /// It has left, or cannot be reached.
    Left(NodeId),
}

/// The other nodes that come and go: [`Node::events`]. A stream, for whatever executor.
///
/// It compares the nodes that are there when it is polled with those that it has reported, and keeps nothing else: a reader that is slow costs no
/// memory, and does not get to know that a node has been away in between. A process that begins again is another node: its old
/// incarnation leaves, and its new one joins. It ends when this node leaves.
#[must_use = "it does nothing unless it is polled"]
pub struct NodeEvents {
    shared: Arc<Shared>,
    number: u64,
    reported: BTreeSet<NodeId>,
    due: VecDeque<NodeEvent>,
}

impl Node {
    /// The other nodes that are there, and then those that come and go.
    pub fn events(&self) -> NodeEvents {
        let shared = Arc::clone(&self.shared);
        let number = shared.registry.waiters.number();
        NodeEvents { shared, number, reported: BTreeSet::new(), due: VecDeque::new() }
    }
}

impl NodeEvents {
    /// The next event; nothing when this node has left. An event whose future is dropped is not lost.
    pub fn next(&mut self) -> impl Future<Output = Option<NodeEvent>> + Send {
        poll_fn(|cx| Pin::new(&mut *self).poll_next(cx))
    }

    fn look(&mut self) -> Option<Option<NodeEvent>> {
        if self.shared.left.load(Ordering::Relaxed) {
            return Some(None);
        }
        if self.due.is_empty() {
            let there: BTreeSet<NodeId> = self.shared.registry.nodes().into_iter().collect();
            let left = self.reported.difference(&there).cloned().map(NodeEvent::Left);
            let joined = there.difference(&self.reported).cloned().map(NodeEvent::Joined);
            self.due = left.chain(joined).collect();
            self.reported = there;
        }
        self.due.pop_front().map(Some)
    }
}

impl Stream for NodeEvents {
    type Item = NodeEvent;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<NodeEvent>> {
        if let Some(event) = self.look() {
            return Poll::Ready(event);
        }
        self.shared.registry.waiters.enter(self.number, cx.waker());
        self.look().map_or(Poll::Pending, Poll::Ready)
    }
}

impl Drop for NodeEvents {
    fn drop(&mut self) {
        self.shared.registry.waiters.leave(self.number);
    }
}

impl fmt::Debug for NodeEvents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeEvents").field("reported", &self.reported).finish_non_exhaustive()
    }
}
