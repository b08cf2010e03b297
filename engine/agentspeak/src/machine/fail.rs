//! What becomes of a goal that fails: the plan for its failure takes the place of the one that failed, or that of a goal around it does.

use super::agent::{Agent, Event};
use super::handle::annotate;
use super::intention::{ANNOTATION, CALL, HEADER, Intention, PROCEDURE, call};
use super::scratch::Worker;
use super::step::passed;
use crate::code::{Error, Kind, NONE};
use crate::term::Atom;
use crate::word::{Functor, Heap, Renamed, Word};

/// In a call: no plan for the goal was ever begun.
const UNBEGUN: u64 = 1 << 48;

impl Agent {
    /// The step that the intention is at has failed.
    #[cold]
    pub(super) fn fail(&mut self, intention: Box<Intention>, error: Error, worker: &mut Worker) {
        worker.choices.clear();
        worker.heap.commit();
        let top = intention.frame;
        let kind = self.program.procedures[intention.procedure(top) as usize].kind;
        if !kind.is_goal() {
            // A change of belief whose plan fails is no goal's failure.
            return self.lose(intention, worker);
        }
        if !kind.is_failure() {
            return self.fail_from(intention, top, error, worker);
        }
        // What fails in the plan for a failure is the goal around; but the lowest is tried again.
        let is_begun = intention.stack[top as usize + CALL].raw() & UNBEGUN == 0;
        let mut frame = intention.below(top);
        if frame == NONE {
            frame = top;
        }
        while !is_begun && intention.below(frame) != NONE {
            frame = intention.below(frame);
        }
        self.fail_from(intention, frame, error, worker);
    }

    /// The innermost goal from a frame on down that has a plan for its failure fails.
    fn fail_from(&mut self, mut intention: Box<Intention>, mut frame: u32, error: Error, worker: &mut Worker) {
        while frame != NONE {
            let own = &self.program.procedures[intention.procedure(frame) as usize];
            let (kind, failure, arity) = (own.kind, own.on_failure, own.arity as usize);
            if failure != NONE {
                if kind == Kind::Added || kind == Kind::Deleted {
                    break;
                }
                self.restore(&mut intention, frame as usize, arity, worker);
                intention.frame = intention.below(frame);
                intention.candidate = frame;
                return self.raise_failure(intention, failure, error, worker);
            }
            frame = intention.below(frame);
        }
        self.lose(intention, worker);
    }

    /// No plan is there for an event.
    #[cold]
    pub(super) fn fail_event(
        &mut self,
        mut intention: Box<Intention>,
        procedure: u32,
        error: Error,
        worker: &mut Worker,
    ) {
        let own = &self.program.procedures[procedure as usize];
        if own.kind.is_failure() {
            return self.lose(intention, worker);
        }
        if own.on_failure != NONE {
            let place = intention.candidate as usize + CALL;
            intention.stack[place] = Word::of_raw(intention.stack[place].raw() | UNBEGUN);
            let failure = own.on_failure;
            return self.raise_failure(intention, failure, error, worker);
        }
        let frame = intention.frame;
        let candidate = intention.candidate as usize;
        intention.stack.truncate(candidate);
        self.fail_from(intention, frame, error, worker);
    }

    fn raise_failure(&mut self, mut intention: Box<Intention>, procedure: u32, error: Error, worker: &mut Worker) {
        let place = intention.candidate as usize;
        let annotation = explained(error, intention.stack[place + ANNOTATION], &mut worker.heap);
        annotate(&mut intention, place, annotation);
        self.events.push_back(Event { procedure, intention });
    }

    /// The goal as it was called: what its plan has bound is open again.
    fn restore(&self, intention: &mut Intention, frame: usize, arity: usize, worker: &mut Worker) {
        intention.stack.truncate(frame + HEADER + arity);
        let asked = intention.stack[frame + CALL].raw();
        // What the head of the plan that failed has bound is part of the goal, and is not given back.
        let chosen = (intention.stack[frame + PROCEDURE].raw() >> 32) as u16;
        let (at, open) = (asked as u32, (asked >> 32) as u16 & chosen);
        let below = intention.below(frame as u32);
        let mut renamed = Renamed::new();
        for argument in (0..arity).filter(|argument| open & 1 << argument != 0) {
            let operand = match self.program.pool.get(at as usize + argument) {
                Some(operand) if at != NONE && below != NONE => *operand,
                _ => Word::OPEN,
            };
            let registers = if below == NONE { &[][..] } else { &intention.stack[below as usize + HEADER..] };
            let (word, _) = passed(operand, registers, &mut renamed, &mut worker.heap);
            intention.stack[frame + HEADER + argument] = word;
        }
        intention.stack[frame + CALL] = call(at, open);
    }

    /// The intention is no more.
    fn lose(&mut self, intention: Box<Intention>, worker: &mut Worker) {
        self.dropped += 1;
        worker.spare.push(intention);
    }
}

/// The annotations of a failure.
fn explained(error: Error, goal: Word, heap: &mut Heap) -> Word {
    // The source of the goal, which may have failed before.
    let known = if goal.as_atom().is_some() { None } else { heap.items(goal).0.pop() };
    let mut annotation = |name: &str, value: Word| heap.structure(Functor::new(Atom::new(name), 1), [value]);
    let error = annotation("error", Word::atom(Atom::new(error.name())));
    let message = annotation("error_msg", Word::text(Atom::NOTHING));
    let source = known.unwrap_or_else(|| annotation("source", goal));
    heap.list_of(&[error, message, source])
}
