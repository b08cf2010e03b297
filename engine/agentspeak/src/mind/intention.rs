use std::cell::RefCell;
use std::sync::Arc;

use super::{Action, Body, Change, Deed, FrameTrigger, Frames, Plan, Subject, Trigger};
use crate::belief::BeliefBase;
use crate::bytecode::Given;
use crate::query::Query;
use crate::term::{Atom, Bindings, Functor, Term, Var, Variables};

/// So many frames and intentions that have ended are kept by each thread for those that begin, ...
const KEPT: usize = 64;

/// ... if their capacity is no more variables, or frames, than these.
const LARGEST: usize = 64;

thread_local! {
    #[expect(clippy::vec_box, reason = "frames are large, and move between intentions and the spare ones")]
    static SPARE: RefCell<Vec<Box<Frame>>> = const { RefCell::new(Vec::new()) };
    #[expect(clippy::vec_box, reason = "frames are large, and move between intentions and the spare ones")]
    static SPARE_INTENTIONS: RefCell<Vec<Box<Intention>>> = const { RefCell::new(Vec::new()) };
}

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
}

/// A plan that is being executed: Jason's intended means.
pub struct Frame {
    /// The plan.
    pub plan: Arc<Plan>,
    /// The event that it is for, with what was known when it was chosen.
    pub trigger: FrameTrigger,
    /// What its variables stand for.
    pub bindings: Bindings,
    /// The block that is being executed; the plan's body, if there is none ...
    pub block: Option<Arc<Body>>,
    /// ... which of its steps comes next ...
    pub next: usize,
    /// ... and what is left to do behind them, the last first.
    pub outer: Vec<Control>,
    /// The variables that the goal it waits for was called with ...
    pub called: Variables,
    /// ... and, where it was itself called with variables, what these are.
    pub(crate) given: Given,
    /// The results of the plans that it has replaced by last calls, those of the first one first, each a list: a variable stands
    /// for that result of the next one whose number is its place.
    pub replaced: Vec<Term>,
    /// What was known when the plan was chosen, where sub-plans or a goal condition want to know.
    pub chosen_with: Option<Bindings>,
    /// When the goal condition did not hold.
    pub(crate) unmet: Option<Box<Unmet>>,
}

/// A goal condition that asks for nothing but facts, and does not hold.
pub(crate) struct Unmet {
    /// Of which beliefs that is so: their [number](BeliefBase::version).
    pub(crate) since: u64,
    /// What it asks for.
    pub(crate) predicates: Vec<Functor>,
}

impl Unmet {
    /// Has nothing changed that it asks for?
    pub(crate) fn is_still(&self, beliefs: &BeliefBase) -> bool {
        !self.predicates.iter().any(|predicate| beliefs.has_changed(*predicate, self.since))
    }
}

/// A part of a body that is being executed.
pub enum Control {
    /// Steps, of a block or of the plan's body, and which comes next.
    Steps(Option<Arc<Body>>, usize),
    /// A `for` that looks for its next solution.
    For(Box<Repetition>),
    /// A `while` that asks its condition again.
    While(Arc<crate::bytecode::Code>, Arc<Body>, Bindings),
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
    pub fn new(id: u64) -> Box<Self> {
        let frames = Frames::default();
        Box::new(Self { id, frames, fork: None, suspended: None, lingers: false, roots: 0, is_chosen: false })
    }

    /// One that begins, in memory that others have [left](Self::leave).
    #[inline]
    pub(super) fn reused(id: u64) -> Box<Self> {
        match SPARE_INTENTIONS.with_borrow_mut(Vec::pop) {
            Some(mut intention) => {
                intention.id = id;
                intention
            }
            None => Self::new(id),
        }
    }

    /// Leaves its memory, all its plans having ended, to others.
    #[inline]
    pub(super) fn leave(mut self: Box<Self>) {
        if self.frames.capacity() > LARGEST || !self.frames.is_empty() {
            return;
        }
        (self.fork, self.suspended, self.lingers, self.roots, self.is_chosen) = (None, None, false, 0, false);
        SPARE_INTENTIONS.with_borrow_mut(|spare| {
            if spare.len() < KEPT {
                spare.push(self);
            }
        });
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
    #[inline]
    pub fn top(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut().map(|frame| &mut **frame)
    }
}

impl Frame {
    /// A plan for an event, which begins.
    pub fn new(plan: &Arc<Plan>, trigger: Trigger, bindings: Bindings) -> Self {
        Self::with_trigger(plan, trigger.into(), bindings)
    }

    fn with_trigger(plan: &Arc<Plan>, trigger: FrameTrigger, bindings: Bindings) -> Self {
        Self {
            plan: Arc::clone(plan),
            trigger,
            bindings,
            block: None,
            next: 0,
            outer: Vec::new(),
            called: Variables::new(),
            given: Given::default(),
            replaced: Vec::new(),
            chosen_with: None,
            unmet: None,
        }
    }

    /// A frame for a plan, in memory that others have [left](Self::leave).
    #[inline]
    pub(super) fn reused(plan: &Arc<Plan>) -> Box<Self> {
        SPARE.with_borrow_mut(Vec::pop).unwrap_or_else(|| {
            let nothing = Trigger::new(Change::Added, Subject::Belief, Term::from(Atom::NOTHING));
            Box::new(Self::new(plan, nothing, Bindings::default()))
        })
    }

    /// Is for this plan, of whose variables this is known, and for an event with so many.
    #[inline]
    pub(super) fn begin(&mut self, plan: &Arc<Plan>, known: Option<Bindings>, variables: u32) {
        if !Arc::ptr_eq(&self.plan, plan) {
            self.plan = Arc::clone(plan);
        }
        match known {
            Some(known) => self.bindings = known,
            None => self.bindings.reset(plan.names.len()),
        }
        self.given.reset(variables);
    }

    /// Is for this event, what its variables stand for being known.
    pub(super) fn know_event(&mut self, event: &super::Event) {
        let Self { given, bindings, .. } = self;
        let moved = given.moved(&event.trigger.literal, bindings);
        self.trigger.set(Trigger { literal: self.bindings.apply(&moved), ..event.trigger }, false);
        self.note_choice();
    }

    /// Keeps what was known when it was chosen, where that is requested.
    pub(super) fn note_choice(&mut self) {
        if self.plan.goal_condition.is_some() || !self.plan.sub_plans.is_empty() {
            self.chosen_with = Some(self.bindings.clone());
            self.unmet = None;
        }
    }

    /// Leaves its memory to others.
    #[inline]
    pub(super) fn leave(mut self: Box<Self>) {
        if self.bindings.capacity() > LARGEST {
            return;
        }
        self.trigger.clear();
        self.bindings.clear();
        self.given.clear();
        self.called.clear();
        self.next = 0;
        if self.block.is_some() || self.chosen_with.is_some() || !self.outer.is_empty() || !self.replaced.is_empty() {
            self.block = None;
            self.outer.clear();
            self.replaced.clear();
            self.chosen_with = None;
            self.unmet = None;
        }
        SPARE.with_borrow_mut(|spare| {
            if spare.len() < KEPT {
                spare.push(self);
            }
        });
    }

    /// The same plan for the same event, of which nothing is left to do or known.
    pub fn shadow(&self) -> Self {
        let next = self.plan.body.len();
        let trigger = self.trigger.copied();
        Self { next, ..Self::with_trigger(&self.plan, trigger, Bindings::default()) }
    }

    /// The literal that it is for, with what is known now. Its own bindings, while they are elsewhere, are `others`.
    pub(crate) fn goal_now(&self, others: &Bindings) -> Term {
        let bindings = if self.bindings.is_empty() { others } else { &self.bindings };
        self.trigger.now(&self.given, bindings)
    }

    /// Which of the variables that its goal was called with this one of the goal is.
    pub(super) fn place_of(&self, var: Var) -> Option<usize> {
        self.trigger.place_of(var, &self.given, &self.bindings)
    }

    /// The names of its variables that stand for something, with what that is.
    pub fn values(&self) -> impl Iterator<Item = (Atom, Term)> {
        self.bindings.values_of(&self.plan.names)
    }

    /// The steps that are being executed.
    #[inline]
    pub fn body(&self) -> &Body {
        self.block.as_deref().unwrap_or(&self.plan.body)
    }

    /// Does the formula that is asked next ask for the agent's own intentions? `always`: any formula may.
    pub(super) fn looks_inward(&mut self, always: bool) -> bool {
        self.settle();
        if let Some(deed) = self.body().get(self.next) {
            return deed.action.formula().is_some_and(|code| always || code.looks_inward);
        }
        match self.outer.last() {
            Some(Control::For(repetition)) => always || repetition.query.looks_inward(),
            Some(Control::While(code, ..)) => always || code.looks_inward,
            _ => false,
        }
    }

    /// Is what comes next an action in the environment?
    pub(super) fn performs(&self) -> bool {
        self.body().get(self.next).is_some_and(|deed| matches!(deed.action, Action::Perform(_)))
    }

    /// Leaves finished parts, so that what comes next is at hand.
    #[inline]
    pub fn settle(&mut self) {
        if self.next >= self.body().len() && matches!(self.outer.last(), Some(Control::Steps(..))) {
            self.leave_blocks();
        }
    }

    fn leave_blocks(&mut self) {
        while self.next >= self.body().len()
            && let Some(Control::Steps(..)) = self.outer.last()
        {
            if let Some(Control::Steps(block, next)) = self.outer.pop() {
                (self.block, self.next) = (block, next);
            }
        }
    }

    /// Is nothing left to do?
    #[inline]
    pub fn is_finished(&mut self) -> bool {
        self.settle();
        self.next >= self.body().len() && self.outer.is_empty()
    }

    /// The step that comes next, if it is one.
    #[inline]
    pub fn current(&mut self) -> Option<&Deed> {
        self.settle();
        self.body().get(self.next)
    }

    /// Is the step that comes next the last one?
    pub fn is_last(&mut self) -> bool {
        self.settle();
        self.outer.is_empty() && self.next + 1 == self.body().len()
    }

    /// Goes on behind the step.
    #[inline]
    pub fn advance(&mut self) {
        self.settle();
        if self.next < self.body().len() {
            self.next += 1;
        }
    }

    /// Executes this before anything else, and then what controls it.
    pub fn enter(&mut self, control: Option<Control>, body: &Arc<Body>) {
        self.settle();
        let is_left = self.next < self.body().len();
        let next = std::mem::take(&mut self.next);
        // A loop goes through the same block again and again.
        if is_left || !self.block.as_ref().is_some_and(|block| Arc::ptr_eq(block, body)) {
            let left = self.block.replace(Arc::clone(body));
            if is_left {
                self.outer.push(Control::Steps(left, next));
            }
        }
        if let Some(control) = control {
            self.outer.push(control);
        }
    }
}
