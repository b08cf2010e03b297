use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Order, Pace, Sight};
use crate::mind::{At, Mind, Moment, Observer};
use crate::observe::view::MindView;
use crate::observe::{lines, text};

/// Lines of a step that are kept.
const MOST_LINES: usize = 200;

/// What lies between an agent and those who look into it.
pub(super) struct Desk {
    /// Does something lie here that the agent has to see to before its next cycle?
    attention: AtomicBool,
    /// Are there breakpoints?
    breaks: AtomicBool,
    state: Mutex<State>,
    answered: Condvar,
    /// Held by the asker: one question at a time.
    asking: Mutex<()>,
    wake: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct State {
    paused: bool,
    /// Cycles that it may go through although it is paused.
    steps: u32,
    /// The plan that has stopped it.
    stopped_at: Option<String>,
    breakpoints: BTreeSet<String>,
    /// The question: which beliefs to show.
    wanted: Option<String>,
    asked: u64,
    answered: u64,
    /// The last answer.
    seen: Option<Seen>,
    last_step: Vec<String>,
}

/// What an agent answers: all of one moment.
struct Seen {
    mind: Arc<MindView>,
    pace: Pace,
    last_step: Vec<String>,
}

impl State {
    fn pace(&self) -> Pace {
        match &self.stopped_at {
            Some(label) if self.paused => Pace::Stopped(label.clone()),
            _ if self.paused => Pace::Paused(self.steps),
            _ => Pace::Running,
        }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    pub(super) fn new(paused: bool, wake: Box<dyn Fn() + Send + Sync>) -> Self {
        Self {
            attention: AtomicBool::new(paused),
            breaks: AtomicBool::new(false),
            state: Mutex::new(State { paused, ..State::default() }),
            answered: Condvar::new(),
            asking: Mutex::default(),
            wake,
        }
    }

    pub(super) fn pace(&self) -> Pace {
        lock(&self.state).pace()
    }

    /// Changes what lies here, and has the agent come by.
    fn put(&self, change: impl FnOnce(&mut State)) {
        {
            let mut state = lock(&self.state);
            change(&mut state);
            // The agent that sees it takes the lock.
            self.attention.store(true, Ordering::Relaxed);
        }
        (self.wake)();
    }

    pub(super) fn order(&self, order: Order) {
        self.put(|state| {
            match order {
                Order::Step if state.paused => state.steps += 1,
                Order::Step | Order::Pause => state.steps = 0,
                Order::Go => (state.steps, state.stopped_at) = (0, None),
            }
            state.paused = order != Order::Go;
        });
    }

    pub(super) fn set_breakpoint(&self, label: &str, on: bool) {
        let mut state = lock(&self.state);
        if on {
            state.breakpoints.insert(label.to_owned());
        } else {
            state.breakpoints.remove(label);
        }
        self.breaks.store(!state.breakpoints.is_empty(), Ordering::Relaxed);
    }

    /// Asks the agent; nothing comes back if it does not answer in time and never has.
    pub(super) fn look(&self, find: &str, patience: Duration) -> Option<Sight> {
        let _only = lock(&self.asking);
        self.put(|state| {
            state.asked += 1;
            state.wanted = Some(find.to_owned());
        });
        let is_open = |state: &mut State| state.answered < state.asked;
        let waited = self.answered.wait_timeout_while(lock(&self.state), patience, is_open);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let seen = state.seen.as_ref()?;
        let fresh = state.answered == state.asked;
        Some(Sight {
            mind: Arc::clone(&seen.mind),
            fresh,
            // Of one that is in a long cycle, the orders that it has got meanwhile.
            pace: if fresh { seen.pace.clone() } else { state.pace() },
            breakpoints: state.breakpoints.iter().cloned().collect(),
            last_step: seen.last_step.clone(),
        })
    }
}

/// The agent's side of its desk.
pub(super) struct Seat {
    desk: Arc<Desk>,
    /// The plan with a breakpoint that was chosen in this cycle.
    hit: Option<String>,
    /// Is this a single cycle, whose events are reported?
    is_step: bool,
    lines: Vec<String>,
}

impl Seat {
    pub(super) fn new(desk: Arc<Desk>) -> Self {
        Self { desk, hit: None, is_step: false, lines: Vec::new() }
    }

    /// Deals with what lies on the desk; returns whether the agent may go on.
    fn deal(&mut self, mind: &Mind) -> bool {
        let mut state = lock(&self.desk.state);
        if std::mem::take(&mut self.is_step) {
            state.last_step = std::mem::take(&mut self.lines);
        }
        if let Some(find) = state.wanted.take() {
            drop(state);
            let mind = Arc::new(MindView::of(mind, &find));
            state = lock(&self.desk.state);
            state.seen = Some(Seen { mind, pace: state.pace(), last_step: state.last_step.clone() });
            state.answered = state.asked;
            self.desk.answered.notify_all();
        }
        // A thread that has put something here meanwhile has set it, under the lock.
        self.desk.attention.store(state.paused || state.wanted.is_some(), Ordering::Relaxed);
        !state.paused || state.steps > 0
    }
}

impl Observer for Seat {
    fn notice(&mut self, at: At, moment: &Moment<'_>) {
        if let Moment::Chosen(frame, _) = moment
            && self.desk.breaks.load(Ordering::Relaxed)
        {
            let label = text::label(&frame.plan);
            if lock(&self.desk.state).breakpoints.contains(&label) {
                self.hit = Some(label);
            }
        }
        if self.is_step && self.lines.len() < MOST_LINES {
            self.lines.push(lines::line(at, moment));
        }
    }

    fn admits(&mut self, mind: &Mind) -> bool {
        !self.desk.attention.load(Ordering::Relaxed) || self.deal(mind)
    }

    fn begins(&mut self) {
        if !self.desk.attention.load(Ordering::Relaxed) {
            return;
        }
        let mut state = lock(&self.desk.state);
        if state.paused && state.steps > 0 {
            state.steps -= 1;
            state.stopped_at = None;
            self.is_step = true;
            self.lines.clear();
        }
    }

    fn breaks_off(&mut self) -> bool {
        let Some(label) = self.hit.take() else { return false };
        let mut state = lock(&self.desk.state);
        state.paused = true;
        state.steps = 0;
        state.stopped_at = Some(label);
        self.desk.attention.store(true, Ordering::Relaxed);
        true
    }
}
