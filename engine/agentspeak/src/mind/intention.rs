use std::sync::Arc;

use super::{Action, Body, Deed, Frames, Plan, Trigger};
use crate::direct::Course;
use crate::query::Query;
use crate::term::{Bindings, Term, Var};

/// What an agent has set out to do: plans, each of which waits for the one above it.
pub struct Intention {
    /// Its number, by which programs know it.
    pub id: u64,
    /// The plans, the lowest first.
    pub frames: Frames,
    /// The fork of which it is a branch.
    pub fork: Option<u64>,
    /// Why it is suspended, if a program has suspended it.
    pub suspended: Option<Term>,
    /// Has an atomic plan of it ended with its last step? Then it goes one step further before anything else does.
    pub lingers: bool,
    /// How many of its plans, the lowest, are another intention's: it ends where only these are left.
    pub roots: usize,
    /// Has the plan on top been chosen already for the event that it waits for?
    pub is_chosen: bool,
    /// Plans on top of the frames that are executed directly.
    pub(crate) course: Option<Box<Course>>,
}

/// A plan that is being executed: Jason's intended means.
pub struct Frame {
    /// The plan.
    pub plan: Arc<Plan>,
    /// The event that it is for, with what was known when it was chosen.
    pub trigger: Trigger,
    /// What its variables stand for.
    pub bindings: Bindings,
    /// What is left of its body.
    pub stack: Vec<Control>,
    /// The variables that the goal it waits for was called with ...
    pub called: Vec<Var>,
    /// ... and, where it was itself called with variables, what these are in the end.
    pub returns: Vec<Term>,
    /// The results of the plans that it has replaced by last calls, those of the first one first, each a list: a variable stands
    /// for that result of the next one whose number is its place.
    pub replaced: Vec<Term>,
    /// What was known when the plan was chosen, where sub-plans or a goal condition want to know.
    pub chosen_with: Option<Bindings>,
}

/// A part of a body that is being executed.
pub enum Control {
    /// Steps, and which comes next.
    Steps(Arc<Body>, usize),
    /// A `for` that looks for its next solution.
    For(Box<Repetition>),
    /// A `while` that asks its condition again.
    While(Arc<crate::query::Code>, Arc<Body>, Bindings),
    /// The end of a branch of a fork, by the fork's number.
    Join(u64),
}

/// A `for` between two solutions.
pub struct Repetition {
    /// The search ...
    pub query: Query,
    /// ... and its own bindings.
    pub search: Bindings,
    /// The bindings as they were before.
    pub before: Bindings,
    /// What is done for each solution.
    pub body: Arc<Body>,
}

impl Intention {
    /// One that begins with nothing to do.
    pub fn new(id: u64) -> Self {
        let frames = Frames::default();
        Self { id, frames, fork: None, suspended: None, lingers: false, roots: 0, is_chosen: false, course: None }
    }

    /// Does an atomic plan belong to it?
    pub fn is_atomic(&self) -> bool {
        self.lingers || self.frames.any_atomic()
    }

    /// Does a plan with a goal condition belong to it?
    pub fn has_condition(&self) -> bool {
        self.frames.any_conditional()
    }

    /// The plan that is executed now.
    pub fn top(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }
}

impl Frame {
    /// A plan for an event, of whose body this is left.
    pub fn new(plan: &Arc<Plan>, trigger: Trigger, bindings: Bindings, stack: Vec<Control>) -> Self {
        Self {
            plan: Arc::clone(plan),
            trigger,
            bindings,
            stack,
            called: Vec::new(),
            returns: Vec::new(),
            replaced: Vec::new(),
            chosen_with: None,
        }
    }

    /// The same plan for the same event, of which nothing is left to do or known.
    pub fn shadow(&self) -> Self {
        Self::new(&self.plan, self.trigger.clone(), Bindings::default(), Vec::new())
    }

    /// Does the formula that is asked next ask for the agent's own intentions? `always`: any formula may.
    pub(super) fn looks_inward(&mut self, always: bool) -> bool {
        self.settle();
        match self.stack.last() {
            Some(Control::Steps(body, next)) => body.get(*next).is_some_and(|deed| match &deed.action {
                Action::Test(code, _)
                | Action::Ask(code)
                | Action::Hold(code)
                | Action::If(code, ..)
                | Action::For(code, _)
                | Action::While(code, _) => always || code.looks_inward,
                _ => false,
            }),
            Some(Control::For(repetition)) => always || repetition.query.looks_inward(),
            Some(Control::While(code, ..)) => always || code.looks_inward,
            _ => false,
        }
    }

    /// Takes finished parts off, so that on top is what comes next.
    pub fn settle(&mut self) {
        while let Some(Control::Steps(body, next)) = self.stack.last()
            && *next >= body.len()
        {
            self.stack.pop();
        }
    }

    /// Is nothing left to do?
    pub fn is_finished(&mut self) -> bool {
        self.settle();
        self.stack.is_empty()
    }

    /// The step that comes next, if it is one.
    pub fn current(&mut self) -> Option<&Deed> {
        self.settle();
        match self.stack.last()? {
            Control::Steps(body, next) => body.get(*next),
            _ => None,
        }
    }

    /// Is the step that comes next the last one?
    pub fn is_last(&mut self) -> bool {
        self.settle();
        match &self.stack[..] {
            [Control::Steps(body, next)] => next + 1 == body.len(),
            _ => false,
        }
    }

    /// Goes on behind the step.
    pub fn advance(&mut self) {
        self.settle();
        if let Some(Control::Steps(_, next)) = self.stack.last_mut() {
            *next += 1;
        }
    }

    /// Executes this before anything else.
    pub fn push(&mut self, body: &Arc<Body>) {
        self.settle();
        self.stack.push(Control::Steps(Arc::clone(body), 0));
    }
}
