//! Where direct execution begins: with a message, or with an intention that has its turn.

use std::cell::Cell;
use std::sync::Arc;

use super::activation::{Activation, Origin, Place};
use super::formula::plain_literal;
use super::library::Library;
use super::plan::DirectPlan;
use super::reaction::{Post, Reflexes, words_of};
use super::rounds::ROUNDS;
use super::run::{Executed, Run};
use super::steps::{self, Step};
use super::value::{Register, plain};
use crate::mind::{About, Brief, Control, Frame, Intention, Message, Mind, World};
use crate::term::{Atom, Functor, Subject, Term, Var};

/// So many goals are pursued before others have their turn: messages and other agents.
pub(super) const BUDGET: u32 = 1000;
pub(super) const SHARED_BUDGET: u32 = 100;

thread_local! {
    /// The registers of this thread's agents: one runs at a time.
    static REGISTERS: Cell<Vec<Register>> = const { Cell::new(Vec::new()) };
}

/// An agent has nothing to do, and these plans. That stays so as long as nobody does anything with its mind but
/// [tell it](Mind::hear_brief) something.
#[derive(Clone, Copy)]
pub(crate) struct Ready(&'static Library);

/// What has become of a message.
pub(crate) enum Heard {
    /// It has been dealt with from beginning to end, and the agent has nothing to do again.
    Done(Ready),
    /// It has been dealt with as far as that goes now, which counts as a cycle.
    Begun,
    /// It is read in some later cycle.
    Kept,
}

impl Mind {
    /// Is it ready for messages that are dealt with at once?
    pub(crate) fn ready(&mut self) -> Option<Ready> {
        if !self.mailbox.is_empty() || !self.is_free() {
            return None;
        }
        self.direct.library(&self.plans).map(Ready)
    }

    /// The [reflexes](super::reaction) for messages of numbers and constants about this, if there are any. What it has in hand for them must
    /// be [set down](Mind::set_down) before anything else is done with the mind than [deal](Mind::reflex) with such messages.
    #[inline(never)]
    pub(crate) fn find_reflexes(&mut self, ready: Ready, about: About) -> Option<&'static Reflexes> {
        let Ready(library) = ready;
        if about.performative() == Atom::ACHIEVE { self.reflexes_for(library, about) } else { None }
    }

    /// Deals with a message if that takes no more than a [reaction](super::reaction). Says whether it was one; nothing has been done
    /// if not.
    #[inline(always)]
    pub(crate) fn react_to(&mut self, ready: Ready, brief: &Brief, post: &mut impl Post) -> bool {
        let Ready(library) = ready;
        let reacts = brief.performative() == Atom::ACHIEVE
            && self.react(library, brief.predicate(), brief.sender(), brief.words(), brief.terms(), post);
        if reacts {
            self.cycles += 1;
        }
        reacts
    }

    /// Takes a message that is [none for a reaction](Self::react_to), and deals with it at once if it is one for that.
    pub(crate) fn hear_brief(&mut self, ready: Ready, brief: Brief, world: &mut dyn World) -> Heard {
        let Ready(library) = ready;
        let predicate = brief.predicate();
        if brief.performative() != Atom::ACHIEVE
            || !library.is_direct(predicate)
            || !brief.terms().iter().all(|argument| plain(argument).is_ok())
        {
            self.receive(brief.into());
            return Heard::Kept;
        }
        let mut registers = REGISTERS.take();
        registers.extend(brief.arguments().map(Some));
        let executed = self.achieve_directly(library, predicate, brief.sender(), brief.count(), &mut registers, world);
        give_back(registers);
        match executed {
            Some(Executed::Finished) if self.direct.is_touched() => match self.ready() {
                Some(ready) => Heard::Done(ready),
                None => Heard::Begun,
            },
            Some(Executed::Finished) => Heard::Done(ready),
            Some(_) => Heard::Begun,
            None => {
                self.receive(brief.into());
                Heard::Kept
            }
        }
    }

    /// Deals with the next message from beginning to end, if it is one for that, which counts as a cycle; says whether it was.
    #[inline]
    pub(crate) fn hear_directly(&mut self, world: &mut dyn World) -> bool {
        if !self.is_free() {
            return false;
        }
        let Some(message) = self.mailbox.pop_front() else { return false };
        let heard = self.hear_this(&message, world).is_some();
        if !heard {
            self.mailbox.push_front(message);
        }
        heard
    }

    /// Has it nothing to do, and does it go about everything in the usual way?
    #[inline]
    pub(super) fn is_free(&self) -> bool {
        self.events.is_empty() && self.running.is_empty() && self.is_plain() && !self.own_messages
    }

    fn hear_this(&mut self, message: &Message, world: &mut dyn World) -> Option<Executed> {
        if message.performative != Atom::ACHIEVE || message.in_reply_to.is_some() {
            return None;
        }
        let library = self.direct.library(&self.plans)?;
        let (predicate, arguments) = plain_literal(&message.content)?;
        if !library.is_direct(predicate) || plain(&message.content).is_err() {
            return None;
        }
        let words = words_of(arguments);
        if words.is_some_and(|words| self.react(library, predicate, message.sender, &words, arguments, world)) {
            self.cycles += 1;
            return Some(Executed::Finished);
        }
        let mut registers = REGISTERS.take();
        registers.extend(arguments.iter().cloned().map(Some));
        let count = arguments.len();
        let executed = self.achieve_directly(library, predicate, message.sender, count, &mut registers, world);
        give_back(registers);
        executed
    }

    /// Achieves a goal of somebody's, whose arguments are in the registers: the first applicable plan for it is executed, if there is one here.
    /// What is left to do then is an intention, which has its step in this cycle as if it had just been begun.
    #[inline]
    fn achieve_directly(
        &mut self,
        library: &'static Library,
        predicate: Functor,
        sender: Atom,
        count: usize,
        registers: &mut Vec<Register>,
        world: &mut dyn World,
    ) -> Option<Executed> {
        let source = if sender == self.name { Atom::SELF } else { sender };
        let mut run = Run {
            mind: self,
            world,
            registers,
            library,
            below: Vec::new(),
            budget: BUDGET,
            alone: true,
            steps: 0,
            poor_visits: 0,
            rounds: ROUNDS,
        };
        // No plan, or none that can be chosen here, and it is not heard.
        let plan = run.choose(predicate, 0, source, 0, count).unwrap_or(None)?;
        let mut activation = Activation::new(plan, predicate, source, 0, count);
        let executed = run.execute(&mut activation, Origin::Message);
        let spent = run.spent(BUDGET);
        self.spent += spent;
        self.cycles += 1;
        if !matches!(executed, Executed::Finished) && !self.running.is_empty() {
            self.act(world);
        }
        Some(executed)
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
        let activation = intention.frames.last().and_then(|frame| entered(frame, library, &mut registers, alone));
        let top = activation.and_then(|activation| Some((activation, intention.frames.pop()?)));
        let back = match top {
            Some((mut activation, frame)) => {
                let (registers, below) = (&mut registers, Vec::new());
                let budget = if alone { BUDGET } else { SHARED_BUDGET };
                let mut run = Run {
                    mind: self,
                    world,
                    registers,
                    library,
                    below,
                    budget,
                    alone,
                    steps: 0,
                    poor_visits: 0,
                    rounds: ROUNDS,
                };
                let executed = run.execute(&mut activation, Origin::Frame(Box::new((frame, intention))));
                let spent = run.spent(budget);
                self.spent += spent;
                match executed {
                    Executed::Nothing(intention) => Some(*intention),
                    Executed::Finished | Executed::Left => None,
                }
            }
            None => Some(intention),
        };
        give_back(registers);
        back
    }
}

/// Puts the thread's registers where the next finds them.
#[inline]
fn give_back(mut registers: Vec<Register>) {
    registers.clear();
    REGISTERS.set(registers);
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
        registers.resize(plan.registers, None);
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
            Some(_) if plan.blank >> slot & 1 == 1 => {
                registers.push(None);
                continue;
            }
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
