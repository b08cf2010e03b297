//! How runtimes are started, and how the thread outside has something done in them.

use std::future::Future;
use std::sync::mpsc::channel;

use agon_actor::System;
use tokio::runtime::{Builder, Handle, Runtime};

use crate::runtime::{Runtime as _, Setup};
use crate::runtimes::Actix;
use crate::workloads::{Wrong, receive};

/// agon-actor, with its defaults.
pub fn agon(workers: usize) -> System {
    System::builder().threads(workers).build().expect("threads can be started")
}

/// The same, and its workers drive tokio's sockets.
pub fn agon_with_tokio(workers: usize) -> System {
    System::builder().threads(workers).drive_tokio().build().expect("threads can be started")
}

/// tokio's work-stealing pool, which ractor and kameo run on, too.
pub fn tokio(workers: usize) -> Runtime {
    Builder::new_multi_thread().worker_threads(workers).enable_all().build().expect("threads can be started")
}

/// A runtime for the thread at hand alone.
pub fn tokio_here() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime can be started")
}

/// actix: an arbiter a worker.
pub fn actix(workers: usize) -> Actix {
    Actix::start(Setup::free(workers))
}

/// Has a task of the runtime do it, and waits for its outcome.
pub fn on<T: Send + 'static>(
    runtime: &Handle,
    task: impl Future<Output = Result<T, Wrong>> + Send + 'static,
) -> Result<T, Wrong> {
    let (done, outcome) = channel();
    runtime.spawn(async move {
        let _ = done.send(task.await);
    });
    receive(&outcome)?
}

/// Has the arbiter run the future that `make` makes there, and waits for its outcome.
pub fn on_arbiter<T: Send + 'static, F: Future<Output = Result<T, Wrong>> + 'static>(
    actix: &Actix,
    worker: usize,
    make: impl FnOnce() -> F + Send + 'static,
) -> Result<T, Wrong> {
    let (done, outcome) = channel();
    actix.arbiter(worker).spawn_fn(move || {
        actix::spawn(async move {
            let _ = done.send(make().await);
        });
    });
    receive(&outcome)?
}
