//! Worker threads for the runtimes that are built on tokio.

use std::future::poll_fn;
use std::task::Poll;
use std::thread;

use tokio::runtime::{Builder, EnterGuard, Handle, Runtime};
use tokio::sync::oneshot;

use crate::runtime::{Placement, Setup};

/// Threads that run tasks until this is dropped.
pub struct Workers {
    handles: Vec<Handle>,
    /// Only if tokio itself spreads the tasks.
    _pool: Option<Runtime>,
    /// Dropping one ends its thread.
    _running: Vec<oneshot::Sender<()>>,
}

impl Workers {
    /// One thread is a current-thread runtime, which is faster than a pool of one. Several are tokio's pool; but if the program places
    /// its actors, which a pool does not offer, each is a current-thread runtime of its own.
    pub fn start(Setup { workers, placement }: Setup) -> Self {
        if workers > 1 && placement == Placement::Free {
            let pool = Builder::new_multi_thread().worker_threads(workers).build().expect("threads can be started");
            return Self { handles: vec![pool.handle().clone()], _pool: Some(pool), _running: Vec::new() };
        }
        let (handles, running) = (0..workers).map(|_| start_one(placement, Timers::Off)).unzip();
        Self { handles, _pool: None, _running: running }
    }

    /// A current-thread runtime a worker, with timers, for programs that choose where each of their tasks runs.
    pub fn apart(workers: usize) -> Self {
        let placement = Placement::Apart { awake: false };
        let (handles, running) = (0..workers).map(|_| start_one(placement, Timers::On)).unzip();
        Self { handles, _pool: None, _running: running }
    }

    /// Of the runtime that this worker belongs to.
    pub fn handle(&self, worker: usize) -> &Handle {
        &self.handles[worker % self.handles.len()]
    }

    /// Makes `spawn` functions put their task on this worker.
    pub fn enter(&self, worker: usize) -> EnterGuard<'_> {
        self.handle(worker).enter()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Timers {
    Off,
    On,
}

fn start_one(placement: Placement, timers: Timers) -> (Handle, oneshot::Sender<()>) {
    let mut builder = Builder::new_current_thread();
    if timers == Timers::On {
        builder.enable_time();
    }
    let awake = placement == Placement::Apart { awake: true };
    if awake {
        // Look at what other threads send before every task, as the task that keeps the worker awake is always ready.
        builder.global_queue_interval(1);
    }
    let runtime = builder.build().expect("a runtime can be started");
    let handle = runtime.handle().clone();
    if awake {
        drop(runtime.spawn(stay_awake()));
    }
    let (running, ended) = oneshot::channel();
    thread::spawn(move || runtime.block_on(ended));
    (handle, running)
}

/// A task that is always ready. Not `yield_now`, which makes the worker look for input and output each time.
pub async fn stay_awake() {
    poll_fn(|cx| {
        cx.waker().wake_by_ref();
        Poll::<()>::Pending
    })
    .await;
}
