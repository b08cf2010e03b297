//! Where direct execution begins: with a message, or with an intention that has its turn.

use std::cell::Cell;
use std::sync::Arc;

use super::activation::{Activation, Origin, Place};
use super::library::{Candidate, Library};
use super::plan::DirectPlan;
use super::run::Run;
use super::steps::{self, Step};
use super::value::{Register, plain};
use crate::mind::{Content, Control, Frame, Intention, Message, Mind, World};
use crate::term::{Atom, Functor, Subject, Term, Var};

/// So many goals are pursued before others have their turn: messages and other agents.
pub(super) const BUDGET: u32 = 1000;
pub(super) const SHARED_BUDGET: u32 = 100;

thread_local! {
    /// The registers of this thread's agents: one runs at a time.
    static REGISTERS: Cell<Vec<Register>> = const { Cell::new(Vec::new()) };
}

impl Mind {
    /// Deals with the next message from beginning to end, if it is one for that, which counts as a cycle; says whether it was.
    #[inline]
    pub(crate) fn hear_directly(&mut self, world: &mut dyn World) -> bool {
        if !self.is_free() {
            return false;
        }
        let Some(message) = self.mailbox.pop_front() else { return false };
        let heard = self.hear_this(&message, world);
        if !heard {
            self.mailbox.push_front(message);
        }
        heard
    }

    /// Takes a message: deals with it at once if it has nothing else to do and the message is one for that, which counts as a cycle. If
    /// not, it is read in some later cycle. Says whether it has been dealt with.
    #[inline]
    pub fn hear(&mut self, message: Message, world: &mut dyn World) -> bool {
        let heard = self.mailbox.is_empty() && self.is_free() && self.hear_this(&message, world);
        if !heard {
            self.receive(message);
        }
        heard
    }

    /// Has it nothing to do, and does it go about everything in the usual way?
    #[inline]
    pub(super) fn is_free(&self) -> bool {
        self.events.is_empty() && self.running.is_empty() && self.is_plain()
    }

    /// What is left to do for the message is an intention then, which has its step in this cycle as if it had just been begun.
    #[inline]
    fn hear_this(&mut self, message: &Message, world: &mut dyn World) -> bool {
        if message.performative != Atom::ACHIEVE || message.in_reply_to.is_some() || self.own_messages {
            return false;
        }
        let Some(library) = self.direct.library(&self.plans) else { return false };
        let (predicate, count) = match &message.content {
            Content::Flat(flat) => (flat.predicate, flat.arguments().len()),
            Content::Term(Term::Atom(name)) => (Functor::new(*name, 0), 0),
            Content::Term(Term::Structure(literal)) if literal.is_settled() && literal.annotations().is_none() => {
                (literal.functor, literal.arguments.len())
            }
            Content::Term(_) => return false,
        };
        if !matches!(library.candidates(predicate, 0).first(), Some(Candidate::Direct(_))) {
            return false;
        }
        let mut registers = REGISTERS.take();
        registers.clear();
        let arguments = match &message.content {
            Content::Flat(flat) => flat.arguments(),
            Content::Term(Term::Structure(literal)) => &literal.arguments,
            Content::Term(_) => &[],
        };
        let mut is_plain = true;
        for argument in arguments {
            is_plain &= plain(argument).is_ok();
            registers.push(Some(argument.clone()));
        }
        let source = if message.sender == self.name { Atom::SELF } else { message.sender };
        let heard = is_plain && {
            let registers = &mut registers;
            let mut run =
                Run { mind: self, world, registers, library, below: Vec::new(), budget: BUDGET, alone: true, steps: 0 };
            // No plan, or none that can be chosen here, and it is not heard.
            let chosen = run.choose(predicate, 0, source, 0, count).unwrap_or(None);
            if let Some(plan) = chosen {
                let mut activation = Activation::new(plan, predicate, source, 0, count);
                run.execute(&mut activation, Origin::Message);
            }
            let spent = (BUDGET - run.budget) / 4;
            self.spent += spent;
            chosen.is_some()
        };
        registers.clear();
        REGISTERS.set(registers);
        if heard {
            self.cycles += 1;
            if !self.running.is_empty() {
                self.act(world);
            }
        }
        heard
    }

    /// Goes on with an intention that has been taken out, if its plan is one for that. It comes back if not.
    pub(crate) fn go_on_directly(&mut self, mut intention: Intention, world: &mut dyn World) -> Option<Intention> {
        // Others of the agent's own have their turns after each step, as programs can see by what they print.
        if !self.is_free() || intention.fork.is_some() || intention.suspended.is_some() || intention.roots > 0 {
            return Some(intention);
        }
        let alone = self.mailbox.is_empty();
        let Some(library) = self.direct.library(&self.plans) else { return Some(intention) };
        let mut registers = REGISTERS.take();
        registers.clear();
        let activation = intention.frames.last().and_then(|frame| entered(frame, library, &mut registers, alone));
        let top = activation.and_then(|activation| Some((activation, intention.frames.pop()?)));
        let back = match top {
            Some((mut activation, frame)) => {
                let (registers, below) = (&mut registers, Vec::new());
                let budget = if alone { BUDGET } else { SHARED_BUDGET };
                let mut run = Run { mind: self, world, registers, library, below, budget, alone, steps: 0 };
                let back = run.execute(&mut activation, Origin::Frame(Box::new((frame, intention))));
                let spent = (budget - run.budget) / 4;
                self.spent += spent;
                back
            }
            None => Some(intention),
        };
        registers.clear();
        REGISTERS.set(registers);
        back
    }
}

/// The frame as an activation, if it is at a step for direct execution.
pub(super) fn entered(
    frame: &Frame,
    library: &'static Library,
    registers: &mut Vec<Register>,
    alone: bool,
) -> Option<Activation> {
    let [Control::Steps(body, next)] = &frame.stack[..] else { return None };
    if !frame.trigger.is_new_goal() || frame.trigger.subject != Subject::Achieve || frame.chosen_with.is_some() {
        return None;
    }
    let literal = frame.trigger.literal.as_structure()?;
    let [Term::Structure(source)] = literal.annotations()?.items() else { return None };
    let (Term::Atom(source), true) = (source.arguments.first()?, source.functor == Functor::new(Atom::SOURCE, 1))
    else {
        return None;
    };
    library.all_of(&frame.plan).find_map(|plan| {
        let block = &plan.blocks[0];
        let step = block.steps.get(*next)?;
        if !Arc::ptr_eq(body, &block.body) || matches!(step, Step::Interpret) || step.has_effect() && !alone {
            return None;
        }
        registers.clear();
        read(frame, plan, block.known[*next], registers)?;
        let mut levels = [(0, 0); steps::DEPTH];
        levels[0].1 = *next as u16;
        let (predicate, at) = (literal.functor, Place { depth: 1, levels });
        // The event's arguments are not needed: they are in the frame.
        Some(Activation { plan, predicate, source: *source, arguments: 0, base: 0, at })
    })
}

/// Reads what a frame's variables stand for: exactly those that are known there stand for something, and no two of the others are one.
fn read(frame: &Frame, plan: &DirectPlan, known: u64, registers: &mut Vec<Register>) -> Option<()> {
    let mut open = Vec::new();
    for slot in 0..plan.variables {
        let var = Var::unnamed(slot as u32);
        let value = frame.bindings.value(var);
        if known >> slot & 1 == 1 {
            registers.push(Some(plain(value?).ok()?.clone()));
            continue;
        }
        let last = match value {
            None => var.slot(),
            Some(Term::Var(last)) => last.slot(),
            Some(_) => return None,
        };
        if open.contains(&last) {
            return None;
        }
        open.push(last);
        registers.push(None);
    }
    Some(())
}
