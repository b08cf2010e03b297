//! What can be awaited of a node: to join, what is registered, that all has arrived, to leave.

use std::future::Future;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::Reply;

use super::address::{RemoteAddress, RemoteMessage};
use super::builder::{JoinError, NodeBuilder};
use super::handle::{Node, OtherMessages, find};
use super::registry::Registry;
use super::shared::{Command, Shared};

/// How long after a look at links that were not idle the next one is.
const LOOK: Duration = Duration::from_millis(2);

/// Does something that blocks on a thread of its own, at once, and awaits what it returns. It is done where the future is dropped, too.
fn apart<T: Send + 'static, F: FnOnce() -> T + Send + 'static>(
    name: &str,
    work: F,
) -> impl Future<Output = Option<T>> + Send + 'static + use<T, F> {
    let (reply, done) = Reply::channel();
    // Without a thread the work is dropped, and so is the reply.
    let _ = thread::Builder::new().name(name.to_owned()).spawn(move || reply.send(work()));
    async { done.await.ok() }
}

impl NodeBuilder {
    /// [`join`](Self::join) without blocking a thread of the caller's. If the future is dropped the node leaves as soon as it has joined.
    pub fn join_async(self) -> impl Future<Output = Result<Node, JoinError>> + Send + 'static {
        let joined = apart("agon-link-join", || self.join());
        async { joined.await.unwrap_or_else(|| Err(JoinError::Fabric("there is no thread for it".to_owned()))) }
    }
}

impl Node {
    /// [`find_within`](Self::find_within) as a future, for whatever executor.
    ///
    /// Its output is an error if all of that name take messages of another type. It finds nothing any more when this node leaves.
    pub fn find_async_within<M: RemoteMessage>(
        &self,
        within: Duration,
        name: &str,
    ) -> impl Future<Output = Result<Option<RemoteAddress<M>>, OtherMessages>> + Send + 'static + use<M> {
        let (shared, name) = (Arc::clone(&self.shared), name.to_owned());
        async move {
            let found = shared.registry.waiters.until(|| find(&shared, &name).transpose());
            shared.within(within, found).await.transpose()
        }
    }

    /// [`wait_for_nodes`](Self::wait_for_nodes) as a future, for whatever executor.
    pub fn wait_for_nodes_async(
        &self,
        number: usize,
        within: Duration,
    ) -> impl Future<Output = bool> + Send + 'static + use<> {
        let shared = Arc::clone(&self.shared);
        async move { changed(&shared, within, |registry| registry.nodes().len() >= number).await }
    }

    /// [`wait_for_change`](Self::wait_for_change) as a future, for whatever executor.
    pub fn wait_for_change_async(
        &self,
        since: u64,
        within: Duration,
    ) -> impl Future<Output = u64> + Send + 'static + use<> {
        let shared = Arc::clone(&self.shared);
        async move {
            changed(&shared, within, |registry| registry.version() != since).await;
            shared.registry.version()
        }
    }

    /// [`flush`](Self::flush) as a future, for whatever executor. It is not so when this node has left.
    pub fn flush_async(&self, within: Duration) -> impl Future<Output = bool> + Send + 'static + use<> {
        let shared = Arc::clone(&self.shared);
        async move {
            let begun = Instant::now();
            loop {
                let (reply, idle) = Reply::channel();
                shared.command(Command::Idle(Box::new(|idle| reply.send(idle))));
                let idle = shared.within(within.saturating_sub(begun.elapsed()), idle).await;
                match idle {
                    Some(Ok(true)) => return true,
                    Some(Ok(false)) if begun.elapsed() < within => shared.sleep(LOOK).await,
                    _ => return false,
                }
            }
        }
    }

    /// [`leave`](Self::leave) without blocking a thread of the caller's. It begins at once, and goes on if the future is dropped.
    pub fn leave_async(self) -> impl Future<Output = ()> + Send + 'static {
        let left = apart("agon-link-leave", || self.leave());
        async {
            left.await;
        }
    }
}

/// Waits for a change, for a time at most; whether it came.
async fn changed(shared: &Shared, within: Duration, has: impl Fn(&Registry) -> bool) -> bool {
    let changed = shared.registry.waiters.until(|| has(&shared.registry).then_some(()));
    shared.within(within, changed).await.is_some()
}
