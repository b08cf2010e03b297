//! On which threads Zenoh does its work.

use std::env;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// The setting for the threads of Zenoh.
const THREADS: &str = "ZENOH_RUNTIME";
/// One thread does it all.
const ONE_THREAD: &str =
    "(rx: (worker_threads: 1), tx: (handover: rx), acc: (handover: rx), net: (handover: rx), app: (handover: rx))";

/// Has Zenoh do all its work on one thread. To be called first in `main`.
///
/// What comes is then read, and what goes is written, with fewer changes of threads, which is most of the time that a question takes. It is what
/// programs want that do not need several cores for the network alone. [`Tls`](crate::Tls) needs it: Zenoh's TLS link (1.10) lets one thread read
/// and another write on a stream that does not stand it (eclipse-zenoh/zenoh issue 2557), and memory gets corrupted where much passes.
///
/// Zenoh takes it from the environment (`ZENOH_RUNTIME`), as the process begins: so this executes the program again, with the same arguments, unless
/// it is set already.
///
/// # Errors
///
/// If the program cannot be executed.
pub fn one_thread() -> io::Result<()> {
    if is_on_one_thread() {
        return Ok(());
    }
    let mut words = env::args_os();
    let mut again = Command::new(env::current_exe()?);
    if let Some(name) = words.next() {
        again.arg0(name);
    }
    Err(again.args(words).env(THREADS, ONE_THREAD).exec())
}

/// Does Zenoh do all its work on one thread?
pub(super) fn is_on_one_thread() -> bool {
    env::var(THREADS).is_ok_and(|threads| threads == ONE_THREAD)
}
