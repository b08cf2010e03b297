//! An agent and its cycle: a message, an event, a step of an intention. There is one way for all of it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::beliefs::Table;
use super::intention::{Intention, Line};
use super::scratch::Worker;
use super::solve::Solver;
use super::world::World;
use crate::code::{Error, NONE, Program};
use crate::term::Atom;
use crate::word::{Functor, Heap, Message, Word};

/// An event: the intention whose plan to be has its arguments, and the procedure for it; [`NONE`] for a change of belief without plans.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) procedure: u32,
    pub(super) intention: Box<Intention>,
}

/// What an intention does after a step.
#[derive(Debug)]
pub(super) enum After {
    Runs,
    Wants(u32),
    Waits(f64),
    Over,
    Fails(Error),
}

/// Something is out of the ordinary: an intention waits for a time.
pub(super) const WAITING: u32 = 1;

/// An agent.
#[derive(Debug)]
pub struct Agent {
    /// All that is out of the ordinary, by bits: looked at once a cycle.
    pub(super) attention: u32,
    /// Its name.
    pub name: Atom,
    /// How many cycles there have been.
    pub cycles: u64,
    pub(super) program: Arc<Program>,
    pub(super) running: Line<Box<Intention>>,
    pub(super) events: Line<Event>,
    #[expect(clippy::box_collection, reason = "most have no mail that waits")]
    pub(super) mail: Option<Box<VecDeque<Message>>>,
    pub(super) tables: Vec<Table>,
    pub(super) messages: u32,
    /// How many intentions have been lost.
    pub dropped: u32,
    /// What lies on its heap while it is not run.
    pub(super) heap: Option<Box<Heap>>,
    pub(super) rest: Box<Rest>,
}

/// What few agents have.
#[derive(Debug, Default)]
pub(super) struct Rest {
    /// Intentions that wait, by when they go on.
    pub(super) waiting: Vec<(f64, Box<Intention>)>,
    /// Tables of predicates that the program does not name.
    pub(super) tables: HashMap<Functor, u32>,
}

impl Agent {
    /// Puts a message behind those that are to be read.
    pub fn receive(&mut self, message: Message) {
        self.mail.get_or_insert_default().push_back(message);
    }

    /// Is there nothing to do before something comes from outside, or a time?
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.mail.is_none() && self.events.is_empty() && self.running.is_empty()
    }

    /// When an intention that waits goes on.
    pub fn next_due(&self) -> Option<f64> {
        self.rest.waiting.first().map(|(due, _)| *due)
    }

    /// Of the newest fact of a predicate, what its arguments look like.
    pub fn fact(&self, functor: Functor) -> Option<Vec<String>> {
        let table = &self.tables[self.table_of(functor)? as usize];
        let heap = self.heap.as_deref();
        let empty = Heap::default();
        let row = table.next(table.end(), None)?;
        Some(table.row(row)[1..].iter().map(|word| heap.unwrap_or(&empty).shown(*word)).collect())
    }

    /// Cycles, so many at most, until there is nothing to do. The message at hand is read first.
    pub fn run(&mut self, at_hand: Option<&Message>, most: u32, worker: &mut Worker, world: &mut dyn World) -> u32 {
        if let Some(heap) = &mut self.heap {
            std::mem::swap(&mut **heap, &mut worker.heap);
        }
        let mut done = 0;
        if let Some(message) = at_hand {
            self.cycle(Some(message), worker, world);
            done = 1;
        }
        while done < most && !(self.is_idle() && (done > 0 || self.attention == 0)) && !world.is_over() {
            let message = self.next_message();
            self.cycle(message.as_ref(), worker, world);
            done += 1;
        }
        self.give_back(worker);
        done
    }

    /// What is left on the heap when nothing is intended is referred to by nothing; the rest is kept with the agent.
    #[inline]
    pub(super) fn give_back(&mut self, worker: &mut Worker) {
        if self.events.is_empty() && self.running.is_empty() && self.attention & WAITING == 0 {
            worker.heap.clear();
        }
        if let Some(heap) = &mut self.heap {
            std::mem::swap(&mut **heap, &mut worker.heap);
        } else if !worker.heap.is_empty() || !worker.heap.blocks.is_empty() {
            self.heap = Some(Box::new(std::mem::take(&mut worker.heap)));
        }
    }

    fn next_message(&mut self) -> Option<Message> {
        let mail = self.mail.as_mut()?;
        let message = mail.pop_front();
        if mail.is_empty() {
            self.mail = None;
        }
        message
    }

    /// One cycle.
    #[inline]
    fn cycle(&mut self, message: Option<&Message>, worker: &mut Worker, world: &mut dyn World) {
        self.cycles += 1;
        if worker.heap.len() > worker.limit {
            self.collect(worker);
        }
        if let Some(message) = message {
            self.read(message, worker);
        }
        if self.attention != 0 {
            self.attend(worker, world);
        }
        while let Some(event) = self.events.pop_front() {
            if self.handle(event, worker, world) {
                break;
            }
        }
        if let Some(mut intention) = self.running.pop_front() {
            let after = self.step(&mut intention, worker, world);
            self.put_by(after, intention, worker, world);
        }
    }

    /// Puts the intention in its place.
    #[inline]
    pub(super) fn put_by(
        &mut self,
        after: After,
        intention: Box<Intention>,
        worker: &mut Worker,
        world: &mut dyn World,
    ) {
        match after {
            After::Runs => self.running.push_back(intention),
            After::Wants(procedure) => self.events.push_back(Event { procedure, intention }),
            After::Over => worker.spare.push(intention),
            After::Fails(error) => self.fail(intention, error, worker),
            After::Waits(time) => {
                let due = world.now() + time.max(0.0);
                let at = self.rest.waiting.partition_point(|(other, _)| *other <= due);
                self.rest.waiting.insert(at, (due, intention));
                self.attention |= WAITING;
            }
        }
    }

    /// Looks at what is out of the ordinary: intentions go on whose time has come.
    #[cold]
    #[inline(never)]
    fn attend(&mut self, worker: &mut Worker, world: &mut dyn World) {
        let now = world.now();
        while self.rest.waiting.first().is_some_and(|(due, _)| *due <= now) {
            let (_, mut intention) = self.rest.waiting.remove(0);
            let after = self.go_on(&mut intention, worker);
            self.put_by(after, intention, worker, world);
        }
        if self.rest.waiting.is_empty() {
            self.attention &= !WAITING;
        }
    }

    /// Moves what intentions and events hold to a heap of its own; what is left is gone.
    #[cold]
    #[inline(never)]
    fn collect(&mut self, worker: &mut Worker) {
        let mut collection = worker.heap.collection();
        let events = self.events.iter_mut().map(|event| &mut event.intention);
        let waiting = self.rest.waiting.iter_mut().map(|(_, intention)| intention);
        for intention in events.chain(self.running.iter_mut()).chain(waiting) {
            intention.stack.iter_mut().for_each(|word| collection.root(word));
        }
        worker.limit = (collection.finish() * 2).max(1 << 16);
        worker.collections += 1;
    }

    #[inline]
    pub(super) fn intention(worker: &mut Worker) -> Box<Intention> {
        let mut intention = worker.spare.pop().unwrap_or_default();
        intention.reset();
        intention
    }

    /// An event that belongs to no intention.
    pub(super) fn raise(&mut self, procedure: u32, annotation: Word, arguments: &[Word], worker: &mut Worker) {
        let mut intention = Self::intention(worker);
        intention.lay(annotation, open_call(arguments));
        intention.stack.extend_from_slice(arguments);
        self.events.push_back(Event { procedure, intention });
    }

    /// What executes formulas on an intention's stack.
    #[inline(always)]
    pub(super) fn solver<'a>(
        &'a self,
        stack: &'a mut Vec<Word>,
        base: usize,
        worker: &'a mut Worker,
        world: &'a mut dyn World,
    ) -> Solver<'a> {
        Solver { program: &self.program, tables: &self.tables, worker, stack, name: self.name, world, base }
    }
}

/// The call of an event that no frame waits for: which of its arguments are open.
pub(super) fn open_call(arguments: &[Word]) -> Word {
    let open = arguments.iter().enumerate().filter(|(_, word)| word.is_open());
    super::intention::call(NONE, open.fold(0, |bits, (place, _)| bits | 1 << place))
}
