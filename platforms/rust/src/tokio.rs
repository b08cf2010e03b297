//! For platforms that run on tokio's threads.

use ::tokio::runtime::{Builder, Runtime};

use crate::{Failure, Setting};

/// The variant whose tasks all run on one thread, however many there are.
pub const LOCAL: &str = "local";

pub fn start(setting: &Setting) -> Result<Runtime, Failure> {
    let &Setting { workload, threads, .. } = setting;
    // Alone, a thread needs no scheduler that shares work with others. But only that one has the LIFO slot, by which a
    // token goes on while it is in the cache, and a small request overtakes the slices of large ones.
    let alone = setting.variant == LOCAL || threads == 1 && workload == "chameneos";
    let mut builder = if alone { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    if matches!(workload, "echo-all" | "mass-reception" | "throughput") {
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
