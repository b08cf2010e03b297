//! Intentions that are executed directly, between others: their turns in line.
//!
//! A [course](crate::direct::Course) knows what its next turns are to the others: whether its intention stays in line, or waits for
//! an event of its own. Where all have such turns, many cycles are nothing but taking them, and are gone through here at once: each is what
//! [`Mind::cycle`] would have been.

use std::collections::VecDeque;

use super::pending::Pending;
use super::sleep::Sleep;
use super::{Event, Intention, Mind, Reason, Settings, World};
use crate::direct::{COST, Course, Turn};

/// So many cycles are gone through at once, and so many courses run ahead meanwhile, ...
const CYCLES: u32 = 2048;
const RUNS: u32 = 4;
/// ... and so many of these cycles count as one.
const CHEAP: u32 = 8;

/// What a mind knows of its courses.
#[derive(Debug, Default)]
pub(crate) struct Courses {
    /// May there be any?
    pub(crate) any: bool,
    /// In how many cycles it is looked again whether all intentions are courses: that takes as long as there are many.
    pause: usize,
}

impl Mind {
    /// Can intentions be executed directly between others? Not where somebody looks at their plans, or chooses among them.
    pub(crate) fn takes_turns(&self) -> bool {
        let Settings { same_focus, requeue, last_call, direct, .. } = self.settings;
        let waits_for_event = |pending: &Pending| matches!(pending.wait.reason, Reason::Event(_));
        (same_focus && last_call && direct && !requeue)
            && !(self.has_conditions || self.hears_states || self.has_inner_events || self.has_atomic)
            && self.sleep == Sleep::Unheard
            && (self.aside.forks.is_empty() && self.aside.deadlines.is_empty() && self.aside.held.is_empty())
            && !self.is_observed()
            && !(self.aside.pending.any_waits_for_event() || self.aside.woken.iter().any(waits_for_event))
    }

    /// What was done in cycles beyond a step each since the last time, in cycles.
    pub fn take_spent(&mut self) -> u32 {
        std::mem::take(&mut self.spent)
    }

    /// An intention has taken its turn.
    pub(crate) fn has_taken(&mut self, turn: Turn, intention: Intention) {
        match turn {
            Turn::Step | Turn::End => self.running.push_back(intention),
            Turn::Event => {
                self.news = true;
                self.look_at_all();
                self.events.push_back(Event { intention: Some(intention), ..Event::of_nothing() });
            }
        }
    }

    /// Goes through cycles that are nothing but turns of courses.
    pub(super) fn take_turns(&mut self, world: &mut dyn World) {
        if !self.takes_turns() {
            return self.frame_courses(world);
        }
        let is_quiet = self.mailbox.is_empty() && self.aside.is_at_rest() && !self.hears_outside();
        let count = self.running.len() + self.events.len();
        if !is_quiet || count < 2 {
            return;
        }
        if self.courses.pause > 0 {
            self.courses.pause -= 1;
            return;
        }
        if !self.are_courses() {
            self.courses.pause = count;
            return;
        }
        let mut line = Line::of(&mut self.running, &mut self.events);
        let (mut cycles, mut runs) = (0, 0);
        while cycles < CYCLES {
            let Some(course) = line.course() else { break };
            let turn = match course.coming_turn() {
                None if runs < RUNS => {
                    runs += 1;
                    if !course.run_ahead(self, world) {
                        break;
                    }
                    course.coming_turn()
                }
                turn => turn,
            };
            let Some(turn @ (Turn::Step | Turn::Event)) = turn else { break };
            course.next_turn();
            line.pass(turn);
            cycles += 1;
        }
        line.put_back(&mut self.running, &mut self.events);
        if (cycles as usize) < count {
            self.courses.pause = count;
        }
        self.news = true;
        self.look_at_all();
        self.note_cycles(cycles);
        self.cycles += u64::from(cycles);
        self.spent += cycles / CHEAP + runs * COST;
    }

    /// Are all its intentions courses of the plans there are, and have all events been dealt with that are not theirs?
    fn are_courses(&mut self) -> bool {
        let Some(library) = self.library_in_turns() else { return false };
        let is_course = |intention: &Intention| intention.course.as_ref().is_some_and(|course| course.is_of(library));
        self.events.iter().all(|event| event.intention.as_ref().is_some_and(is_course))
            && self.running.iter().all(is_course)
    }
}

/// Intentions in line, by their places in a list.
struct Line {
    all: Vec<Intention>,
    running: VecDeque<u32>,
    waiting: VecDeque<u32>,
}

impl Line {
    fn of(running: &mut VecDeque<Intention>, events: &mut VecDeque<Event>) -> Self {
        let first = running.len() as u32;
        let mut all: Vec<Intention> = running.drain(..).collect();
        all.extend(events.drain(..).filter_map(|event| event.intention));
        let last = all.len() as u32;
        Self { all, running: (0..first).collect(), waiting: (first..last).collect() }
    }

    /// The course that has its turn in the cycle that comes; nothing, if that cycle chooses a plan.
    #[inline]
    fn course(&mut self) -> Option<&mut Course> {
        let first = self.waiting.front().copied();
        if let Some(first) = first
            && !self.all[first as usize].course.as_ref()?.has_plan()
        {
            return None;
        }
        let next = self.running.front().copied().or(first)?;
        self.all[next as usize].course.as_deref_mut()
    }

    /// The cycle is over: the event that came first has been dealt with, and the intention whose turn it was has taken it.
    #[inline]
    fn pass(&mut self, turn: Turn) {
        if let Some(first) = self.waiting.pop_front() {
            self.running.push_back(first);
        }
        let Some(next) = self.running.pop_front() else { return };
        match turn {
            Turn::Event => self.waiting.push_back(next),
            Turn::Step | Turn::End => self.running.push_back(next),
        }
    }

    fn put_back(self, running: &mut VecDeque<Intention>, events: &mut VecDeque<Event>) {
        let mut all: Vec<Option<Intention>> = self.all.into_iter().map(Some).collect();
        running.extend(self.running.into_iter().filter_map(|place| all[place as usize].take()));
        let intentions = self.waiting.into_iter().filter_map(|place| all[place as usize].take());
        events.extend(intentions.map(|intention| Event { intention: Some(intention), ..Event::of_nothing() }));
    }
}
