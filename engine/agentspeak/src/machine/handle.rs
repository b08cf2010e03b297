//! Events: the plan for one is chosen where its arguments lie, and becomes the frame on top of the intention.

use super::agent::{Agent, Event};
use super::intention::{ANNOTATION, CALL, HEADER, Intention, PROCEDURE, call, link};
use super::scratch::Worker;
use super::solve::is_cell;
use super::world::World;
use crate::code::{Error, Kind, NONE, Op, Program};
use crate::word::{Heap, Word};

impl Agent {
    /// Chooses a plan for the event. Returns whether the cycle has dealt with one: not, if nothing waits for it and no plan is for it.
    #[inline]
    pub(super) fn handle(&mut self, event: Event, worker: &mut Worker, world: &mut dyn World) -> bool {
        let Event { procedure, mut intention } = event;
        if procedure == NONE {
            return self.unminded(intention, worker);
        }
        let candidate = intention.candidate as usize;
        let base = candidate + HEADER;
        let own = &self.program.procedures[procedure as usize];
        let (entry, registers, arity, kind) = (own.entry, own.registers as usize, own.arity as usize, own.kind);
        if entry == NONE {
            self.fail_event(intention, procedure, Error::NoRelevant, worker);
            return true;
        }
        let asked = (intention.stack[candidate + CALL].raw() >> 32) as u16;
        let variables = if asked == 0 { 0 } else { unbound(asked, &intention.stack[base..], &worker.heap) };
        intention.stack.resize(base + registers, Word::of_raw(0));
        let at = self.solver(&mut intention.stack, base, worker, world).run(entry);
        worker.choices.clear();
        worker.heap.commit();
        let Op::Commit { first, count, at: names, .. } = self.program.ops[at as usize] else {
            intention.stack.truncate(base + arity);
            if kind.is_goal() {
                self.fail_event(intention, procedure, Error::NoApplicable, worker);
                return true;
            }
            return self.unminded(intention, worker);
        };
        intention.stack.truncate(base + registers);
        let (first, count, names) = (base + first as usize, count as usize, names as usize);
        intention.stack[first..first + count].copy_from_slice(&self.program.pool[names..names + count]);
        let below = intention.frame;
        intention.stack[candidate] = link(below, at + 1);
        // What the head has bound is part of the goal from now on.
        let open = if asked == 0 {
            0
        } else {
            asked & !variables | unbound(variables, &intention.stack[base..], &worker.heap)
        };
        intention.stack[candidate + PROCEDURE] = call(procedure, open);
        intention.frame = candidate as u32;
        if kind == Kind::Achieve && below != NONE {
            replace(&self.program, &mut intention, below as usize);
        }
        self.running.push_back(intention);
        true
    }

    /// The event has no plan and needs none: an intention that waits for it goes on.
    fn unminded(&mut self, mut intention: Box<Intention>, worker: &mut Worker) -> bool {
        if intention.frame == NONE {
            worker.spare.push(intention);
            return false;
        }
        intention.stack.truncate(intention.candidate as usize);
        self.running.push_back(intention);
        true
    }
}

/// Which of these arguments are variables without values.
fn unbound(arguments: u16, registers: &[Word], heap: &Heap) -> u16 {
    let is_unbound = |place: &u16| {
        let word = heap.deref(registers[*place as usize]);
        word.is_open() || is_cell(word)
    };
    (0..16).filter(|place| arguments & 1 << place != 0).filter(is_unbound).fold(0, |all, place| all | 1 << place)
}

/// A last call of the same goal: the frame takes the place of its caller's, if what the caller was asked for is asked of it in the same places.
#[inline]
fn replace(program: &Program, intention: &mut Intention, caller: usize) {
    let place = (intention.stack[caller].raw() >> 32) as usize;
    let Op::Achieve { last: true, at, .. } = program.ops[place - 1] else { return };
    let asked = intention.stack[caller + CALL];
    let mut open = (asked.raw() >> 32) as u16;
    while open != 0 {
        let argument = open.trailing_zeros();
        open &= open - 1;
        if program.pool[at as usize + argument as usize].as_register() != Some(argument) {
            return;
        }
    }
    let frame = intention.frame as usize;
    let below = intention.stack[caller].low();
    let place = intention.place();
    let length = intention.stack.len() - frame;
    intention.stack.copy_within(frame + PROCEDURE..frame + length, caller + PROCEDURE);
    intention.stack[caller] = link(below, place);
    intention.stack[caller + CALL] = asked;
    intention.stack.truncate(caller + length);
    intention.frame = caller as u32;
}

/// The annotation of the frame or the plan to be at this place.
#[inline(always)]
pub(super) fn annotate(intention: &mut Intention, place: usize, annotation: Word) {
    intention.stack[place + ANNOTATION] = annotation;
}
