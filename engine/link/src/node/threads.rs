//! On which threads Zenoh does its work.

use std::env;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// By this Zenoh is told on which threads it does what.
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
/// Zenoh is told by the environment (`ZENOH_RUNTIME`), as the process begins: so this executes the program anew, with the same arguments, unless
/// it is told already.
///
/// # Errors
///
/// If the program cannot be executed.
pub fn one_thread() -> io::Result<()> {
    if is_on_one_thread() {
        return Ok(());
    }
    let mut words = env::args_os();
    let mut anew = Command::new(env::current_exe()?);
    if let Some(name) = words.next() {
        anew.arg0(name);
    }
    Err(anew.args(words).env(THREADS, ONE_THREAD).exec())
}

/// Does Zenoh do all its work on one thread?
pub(super) fn is_on_one_thread() -> bool {
    env::var(THREADS).is_ok_and(|threads| threads == ONE_THREAD)
}
