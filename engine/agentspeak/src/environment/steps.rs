//! Environments in which everybody acts at the same time.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Action, Environment, Setting};
use crate::term::{Atom, Term};

/// What happens in an environment that goes in steps: the actions of all agents are gathered, and executed together.
pub trait Steps: Send + Sync + 'static {
    /// Executes an action of an agent's.
    ///
    /// # Errors
    ///
    /// Why it fails.
    fn execute(&self, agent: Atom, action: &Term) -> Result<(), String>;

    /// How many steps an action takes: it is executed in the last of them.
    fn duration(&self, agent: Atom, action: &Term) -> u32 {
        let _ = (agent, action);
        1
    }

    /// What becomes of an action of an agent's that has one in this step already.
    fn occupied(&self) -> Occupied {
        Occupied::Fail
    }

    /// How many agents act in a step, of those that the project names.
    fn agents(&self, all: usize) -> usize {
        all
    }

    /// A step has been executed; what the agents perceive should be brought up to date, before they get the results of their actions.
    fn executed(&self, step: u64) {
        let _ = step;
    }

    /// A step begins.
    fn began(&self, step: u64) {
        let _ = step;
    }

    /// A step has ended after so long, since all had acted or since its time was over.
    fn ended(&self, step: u64, took: Duration, late: bool) {
        let _ = (step, took, late);
    }
}

/// What becomes of an action of an agent's that has another one in the same step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occupied {
    /// It waits for the next step.
    Queue,
    /// It fails.
    Fail,
    /// It counts as done, and is not executed.
    Ignore,
}

/// An environment that goes in steps: a step ends when each agent has acted, or when its time is over.
pub struct Stepped<S: Steps>(Arc<Shared<S>>);

struct Shared<S> {
    steps: S,
    state: Mutex<State>,
    changed: Condvar,
    agents: usize,
}

struct State {
    step: u64,
    began: Instant,
    requests: Vec<Request>,
    later: VecDeque<Request>,
    stopped: bool,
}

struct Request {
    action: Action,
    left: u32,
}

impl<S: Steps> Stepped<S> {
    /// An environment whose class's first argument, if it has one, is the longest time of a step in milliseconds.
    ///
    /// # Errors
    ///
    /// If that is no number.
    pub fn new(steps: S, setting: &Setting) -> Result<Self, String> {
        let limit: u64 = setting.number(0, 0)?;
        Ok(Self::with_limit(steps, setting, Duration::from_millis(limit)))
    }

    /// An environment whose steps take so long at most; without limit, if that is nothing.
    pub fn with_limit(steps: S, setting: &Setting, limit: Duration) -> Self {
        let agents = steps.agents(setting.agents.len());
        let state =
            State { step: 0, began: Instant::now(), requests: Vec::new(), later: VecDeque::new(), stopped: false };
        let shared = Arc::new(Shared { steps, state: Mutex::new(state), changed: Condvar::new(), agents });
        shared.steps.began(0);
        if !limit.is_zero() {
            let watched = Arc::clone(&shared);
            let watch = thread::Builder::new().name("environment-steps".to_owned()).spawn(move || watched.watch(limit));
            if let Err(error) = watch {
                eprintln!("[Environment] steps take as long as they like, without a thread that watches them: {error}");
            }
        }
        Self(shared)
    }

    /// What happens in it.
    pub fn steps(&self) -> &S {
        &self.0.steps
    }

    /// The number of the step that goes on.
    pub fn step(&self) -> u64 {
        self.0.lock().step
    }
}

impl<S: Steps> Environment for Stepped<S> {
    fn execute(&self, action: Action) {
        let shared = &*self.0;
        let mut state = shared.lock();
        if state.stopped {
            return;
        }
        let left = shared.steps.duration(action.agent(), action.term()).max(1);
        let acts = state.requests.iter().any(|request| request.action.agent() == action.agent());
        match (acts, shared.steps.occupied()) {
            (false, _) => state.requests.push(Request { action, left }),
            (true, Occupied::Queue) => state.later.push_back(Request { action, left }),
            (true, Occupied::Fail) => return action.fail(""),
            (true, Occupied::Ignore) => return action.done(),
        }
        while shared.agents > 0 && state.requests.len() >= shared.agents && !state.stopped {
            shared.step(&mut state, false);
        }
    }

    /// One: steps come one after the other.
    fn threads(&self) -> usize {
        1
    }

    fn stop(&self) {
        self.0.lock().stopped = true;
        self.0.changed.notify_all();
    }
}

impl<S: Steps> Shared<S> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Executes what has been gathered, and begins the next step.
    fn step(&self, state: &mut State, late: bool) {
        self.steps.ended(state.step, state.began.elapsed(), late);
        state.step += 1;
        let mut finished = Vec::new();
        for mut request in std::mem::take(&mut state.requests) {
            request.left -= 1;
            if request.left == 0 {
                let result = self.steps.execute(request.action.agent(), request.action.term());
                finished.push((request.action, result));
            } else {
                state.requests.push(request);
            }
        }
        self.steps.executed(state.step);
        finished.into_iter().for_each(|(action, result)| action.finish(result));
        for request in std::mem::take(&mut state.later) {
            let acts = state.requests.iter().any(|other| other.action.agent() == request.action.agent());
            if acts { state.later.push_back(request) } else { state.requests.push(request) }
        }
        state.began = Instant::now();
        self.steps.began(state.step);
        self.changed.notify_all();
    }

    /// Ends steps whose time is over.
    fn watch(&self, limit: Duration) {
        let mut state = self.lock();
        while !state.stopped {
            let left = limit.saturating_sub(state.began.elapsed());
            if left.is_zero() {
                self.step(&mut state, true);
            } else {
                state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }
}

impl<S: Steps> Drop for Stepped<S> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Steps in which nothing can be done.
pub(super) struct Unmoved;

impl Steps for Unmoved {
    fn execute(&self, agent: Atom, action: &Term) -> Result<(), String> {
        eprintln!("[Environment] The action {action} done by {agent} is not implemented in the default environment.");
        Err(String::new())
    }
}
