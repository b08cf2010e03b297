//! Agents that ask each other at the same time: an agent that waits for an answer answers meanwhile.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::here::{self, Here};
use crate::environment::Request;
use crate::term::Atom;

/// What agents have been asked and may not have answered. A process has one Java.
static ASKED: Mutex<Option<HashMap<Atom, Vec<Request>>>> = Mutex::new(None);

/// So often an agent that waits looks whether it is asked something itself.
const LOOK: Duration = Duration::from_micros(200);

fn asked() -> MutexGuard<'static, Option<HashMap<Atom, Vec<Request>>>> {
    ASKED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes that an agent is asked something.
pub(super) fn note(agent: Atom, request: &Request) {
    let mut asked = asked();
    let requests = asked.get_or_insert_default().entry(agent).or_default();
    requests.retain(|known| !known.is_done());
    requests.push(request.clone());
}

/// Waits for an answer. An agent that is at hand answers what it is asked meanwhile.
pub(super) fn wait<T>(waits: &Receiver<T>, patience: Duration) -> Result<T, RecvTimeoutError> {
    let Some(me) = here::current_agent() else { return waits.recv_timeout(patience) };
    let begun = Instant::now();
    loop {
        match waits.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) if begun.elapsed() < patience => {}
            answer => return answer,
        }
        let requests = asked().as_mut().and_then(|asked| asked.remove(&me)).unwrap_or_default();
        for request in requests {
            here::with(|Here { mind, world }| request.run(mind, world));
        }
    }
}
