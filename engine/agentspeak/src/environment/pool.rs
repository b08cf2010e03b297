use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use super::{Action, Environment};

/// Threads that execute actions, begun as they are needed.
pub(super) struct Pool {
    most: usize,
    shared: Arc<Shared>,
}

struct Shared {
    environment: Arc<dyn Environment>,
    state: Mutex<State>,
    work: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Action>,
    threads: usize,
    /// How many of them have nothing to do.
    idle: usize,
    stopped: bool,
}

impl Pool {
    pub(super) fn new(environment: Arc<dyn Environment>, most: usize) -> Self {
        Self { most, shared: Arc::new(Shared { environment, state: Mutex::default(), work: Condvar::new() }) }
    }

    /// Executes an action as soon as a thread is free.
    pub(super) fn execute(&self, action: Action) {
        let mut state = self.shared.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.stopped {
            return;
        }
        state.waiting.push_back(action);
        if state.waiting.len() > state.idle && state.threads < self.most {
            let shared = Arc::clone(&self.shared);
            let name = format!("environment-{}", state.threads + 1);
            match thread::Builder::new().name(name).spawn(move || shared.work()) {
                Ok(_) => state.threads += 1,
                Err(error) if state.threads == 0 => {
                    let action = state.waiting.pop_back();
                    drop(state);
                    if let Some(action) = action {
                        action.fail(format!("no thread for it: {error}"));
                    }
                    return;
                }
                // Those that there are will come to it.
                Err(_) => {}
            }
        }
        drop(state);
        self.shared.work.notify_one();
    }

    /// No action is begun any more. Those that are being executed end by themselves.
    pub(super) fn stop(&self) {
        let mut state = self.shared.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.stopped = true;
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        self.shared.work.notify_all();
        drop(waiting);
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn work(&self) {
        while let Some(action) = self.next() {
            // An action whose execution panics fails as it is dropped; the thread goes on.
            let _ = catch_unwind(AssertUnwindSafe(|| self.environment.execute(action)));
        }
    }

    fn next(&self) -> Option<Action> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.idle += 1;
        while !state.stopped && state.waiting.is_empty() {
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.idle -= 1;
        if state.stopped { None } else { state.waiting.pop_front() }
    }
}
