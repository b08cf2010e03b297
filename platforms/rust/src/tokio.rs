//! For platforms that run on tokio's threads.

use ::tokio::runtime::{Builder, Runtime};

use crate::{Failure, Setting};

pub fn start(&Setting { workload, threads, .. }: &Setting) -> Result<Runtime, Failure> {
    // Alone, a thread needs no scheduler that shares work with others. But only that one has the LIFO slot, by which a
    // token goes on while it is in the cache, and a small request overtakes the slices of large ones.
    let mut builder = match (threads, workload) {
        (1, "chameneos") => Builder::new_current_thread(),
        _ => Builder::new_multi_thread(),
    };
    if matches!(workload, "echo-all" | "mass-reception") {
        builder.enable_time(); // others have no timers, so their threads need look at none
    }
    builder.worker_threads(threads).build().map_err(Failure::work)
}

pub fn end(runtime: Runtime) -> Result<(), Failure> {
    drop(runtime); // waits for its threads
    Ok(())
}

/// Runs it on the runtime's own threads: what drives tasks from outside wakes another thread for each message.
pub fn run<T: Send + 'static>(runtime: &Runtime, work: impl Future<Output = T> + Send + 'static) -> Result<T, Failure> {
    runtime.block_on(runtime.spawn(work)).map_err(Failure::work)
}
