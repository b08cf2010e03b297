//! A step of the plan on top of an intention.

use super::agent::{After, Agent};
use super::intention::{HEADER, Intention, call};
use super::scratch::Worker;
use super::world::World;
use crate::code::{Error, NONE, Op, Program};
use crate::term::Atom;
use crate::word::{Functor, Heap, Message, Performative, Renamed, Word};

/// By their numbers in code.
const PERFORMATIVES: [Performative; 4] =
    [Performative::Achieve, Performative::Assert, Performative::Retract, Performative::Signal];

impl Agent {
    /// Goes a step on.
    #[inline]
    pub(super) fn step(&mut self, intention: &mut Intention, worker: &mut Worker, world: &mut dyn World) -> After {
        let base = intention.frame as usize + HEADER;
        let top = intention.stack.len();
        let mut at = intention.place();
        loop {
            at = self.solver(&mut intention.stack, base, worker, world).run(at);
            // What rules have left above the frame.
            intention.stack.truncate(top);
            match self.program.ops[at as usize] {
                Op::Step => {
                    worker.heap.commit();
                    worker.choices.clear();
                    intention.go_on_at(at + 1);
                    return After::Runs;
                }
                Op::End => return self.leave(intention, worker),
                Op::Broken { error } => return After::Fails(error),
                Op::Achieve { n, procedure, at: operands, .. } | Op::TestGoal { n, procedure, at: operands } => {
                    intention.go_on_at(at + 1);
                    self.call(intention, operands, n as usize, worker);
                    return After::Wants(procedure);
                }
                Op::AchieveNew { n, procedure, at: operands } => {
                    let program = &self.program;
                    let operands = &program.pool[operands as usize..operands as usize + n as usize];
                    let mut words = [Word::NIL; 16];
                    let mut renamed = Renamed::new();
                    for (word, operand) in words.iter_mut().zip(operands) {
                        (*word, _) = passed(*operand, &intention.stack[base..], &mut renamed, &mut worker.heap);
                    }
                    self.raise(procedure, Word::SELF, &words[..n as usize], worker);
                    at += 1;
                }
                Op::Change { change, n, own, table, at: operands } => {
                    let what = (u32::from(table), operands, n as usize);
                    let after = self.change((change, own), what, intention, worker, world);
                    at += 1;
                    if let Some(after) = after {
                        worker.heap.commit();
                        // The end of the step comes with the end of the event.
                        let is_last = matches!(self.program.ops[at as usize], Op::End);
                        intention.go_on_at(if is_last { at } else { at + 1 });
                        return after;
                    }
                }
                Op::Send { n, performative, functor, at: operands } => {
                    let functor = Functor::of_number(functor);
                    let performative = PERFORMATIVES[performative as usize];
                    if !self.send((performative, functor), (operands, n as usize), intention, worker, world) {
                        return After::Fails(Error::Action);
                    }
                    at += 1;
                }
                Op::Wait { r } => {
                    let time = worker.heap.deref(intention.stack[base + r as usize]);
                    intention.go_on_at(at + 1);
                    return match time.as_number() {
                        Some(time) => After::Waits(time),
                        None => After::Fails(Error::Action),
                    };
                }
                Op::Stop { at: operands } => {
                    let mut solver = self.solver(&mut intention.stack, base, worker, world);
                    let [delay, status] = [operands, operands + 1].map(|it| {
                        let word = solver.program.pool[it as usize];
                        solver.value(word).as_number()
                    });
                    match (delay, status) {
                        (Some(delay), Some(status)) => world.stop(delay, status as i32),
                        _ => world.stop(0.0, 0),
                    }
                    at += 1;
                }
                ref other => unreachable!("{other:?} is in no body"),
            }
        }
    }

    /// The frame of a plan to be for a goal: what it is called with lies where the plan's registers will be.
    #[inline(always)]
    fn call(&self, intention: &mut Intention, at: u32, n: usize, worker: &mut Worker) {
        worker.heap.commit();
        let base = intention.frame as usize + HEADER;
        let top = intention.stack.len();
        let mut open = 0;
        intention.lay(Word::SELF, Word::of_raw(0));
        let mut renamed = Renamed::new();
        for place in 0..n {
            let operand = self.program.pool[at as usize + place];
            let (word, is_open) = passed(operand, &intention.stack[base..], &mut renamed, &mut worker.heap);
            open |= u16::from(is_open) << place;
            intention.stack.push(word);
        }
        intention.stack[top + super::intention::CALL] = call(at, open);
    }

    #[inline(always)]
    fn send(
        &mut self,
        (performative, functor): (Performative, Functor),
        (at, n): (u32, usize),
        intention: &mut Intention,
        worker: &mut Worker,
        world: &mut dyn World,
    ) -> bool {
        let base = intention.frame as usize + HEADER;
        let operands = &self.program.pool[at as usize..at as usize + n + 1];
        let registers = &intention.stack[base..];
        let value = |word: Word| word.as_register().map_or(word, |r| registers[r as usize]);
        let mut words = [Word::NIL; 16];
        for (word, operand) in words.iter_mut().zip(&operands[1..]) {
            *word = value(*operand);
            if !word.is_plain() {
                *word = worker.heap.deref(*word);
            }
        }
        let to = worker.heap.deref(value(operands[0]));
        let to = match to.as_atom() {
            Some(to) => to,
            None if to.tag() == crate::word::tag::TEXT => Atom::new(worker.heap.text_of(to)),
            None => return false,
        };
        self.messages += 1;
        let message = Message::new(self.name, performative, functor, self.messages, &mut words[..n], &mut worker.heap);
        // What has been frozen for it stays so.
        for (word, operand) in words.iter().zip(&operands[1..]) {
            if word.tag() == crate::word::tag::FROZEN
                && let Some(r) = operand.as_register()
            {
                intention.stack[base + r as usize] = *word;
            }
        }
        world.send(to, message)
    }

    /// An intention that has waited goes on.
    pub(super) fn go_on(&self, intention: &mut Intention, worker: &mut Worker) -> After {
        if matches!(self.program.ops[intention.place() as usize], Op::End) {
            return self.leave(intention, worker);
        }
        After::Runs
    }

    /// Plans that have nothing more to do go, and give back what was asked of them.
    #[inline]
    pub(super) fn leave(&self, intention: &mut Intention, worker: &mut Worker) -> After {
        let program: &Program = &self.program;
        worker.choices.clear();
        loop {
            let frame = intention.frame as usize;
            let below = intention.below(frame as u32);
            if below == NONE {
                worker.heap.commit();
                return After::Over;
            }
            let asked = intention.stack[frame + super::intention::CALL].raw();
            let mut open = (asked >> 32) as u16;
            while open != 0 {
                let argument = open.trailing_zeros() as usize;
                open &= open - 1;
                let Some(operand) = program.pool.get(asked as u32 as usize + argument) else { break };
                let result = intention.stack[frame + HEADER + argument];
                give(*operand, result, below as usize + HEADER, intention, &mut worker.heap);
            }
            worker.heap.commit();
            intention.stack.truncate(frame);
            intention.frame = below;
            if !matches!(program.ops[intention.place() as usize], Op::End) {
                return After::Runs;
            }
        }
    }
}

/// What a plan has found for an argument is known to its caller.
#[inline(always)]
fn give(operand: Word, result: Word, base: usize, intention: &mut Intention, heap: &mut Heap) {
    let Some(r) = operand.as_register() else { return };
    let place = base + r as usize;
    let own = intention.stack[place];
    if result.is_open() {
        return;
    }
    if own.is_open() {
        intention.stack[place] = heap.deref(result);
    } else {
        heap.unify(own, result);
    }
}

/// What the plan for a goal gets for an operand, and whether there is something open in it: then its variables are the plan's own.
#[inline(always)]
pub(super) fn passed(operand: Word, registers: &[Word], renamed: &mut Renamed, heap: &mut Heap) -> (Word, bool) {
    let word = operand.as_register().map_or(operand, |r| registers[r as usize]);
    if word.is_plain() {
        return (word, false);
    }
    if word.is_open() {
        return (word, true);
    }
    let word = heap.renamed(word, renamed);
    (word, !word.is_ground())
}
