//! Which actor panicked: a line before what the program's panic hook prints, which names the thread alone.
//!
//! The hook is the whole process's. It is set once, around the one that is there then; a program that sets its own later replaces it.

use std::panic::{set_hook, take_hook};
use std::sync::Once;
use std::thread;

use crate::worker::thread::WorkerThread;

/// From now on a panic in a handler is introduced by the actor's id and type.
pub(crate) fn announce() {
    static ONCE: Once = Once::new();
    // A thread that unwinds may not change the hook.
    if thread::panicking() {
        return;
    }
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if let Some(actor) = WorkerThread::running_actor() {
                eprintln!("in actor {actor}:");
            }
            before(panic);
        }));
    });
}
