//! Executes plans directly, step by step.

#[cfg(test)]
use std::cell::Cell;
use std::sync::Arc;

use super::Bail;
use super::activation::{Activation, End, Origin};
use super::formula::Argument;
use super::library::Library;
use super::rounds::{CHEAP, ROUNDS};
use super::solve::{self, Solver};
use super::steps::Step;
use super::value::{self, Register, Value, plain};
use crate::belief::{Bare, BeliefBase};
use crate::mind::{About, Brief, Count, Failure, Intention, Message, Mind, World};
use crate::query::Outcome;
use crate::term::{Annotations, Atom, Functor, Shared, Structure, Term};

#[cfg(test)]
thread_local! {
    static EXECUTED: Cell<usize> = const { Cell::new(0) };
}

/// How many messages and intentions this thread has dealt with directly.
#[cfg(test)]
pub(super) fn executed() -> usize {
    EXECUTED.get()
}

/// One more.
#[inline]
pub(super) fn count_executed() {
    #[cfg(test)]
    EXECUTED.set(EXECUTED.get() + 1);
}

/// What direct execution has come to.
pub(super) enum Executed {
    /// Nothing is left to do.
    Finished,
    /// What is left to do is an intention, or has failed.
    Left,
    /// Nothing could be done: the intention is as it was.
    Nothing(Box<Intention>),
}

/// An agent that executes plans directly.
pub(super) struct Run<'a> {
    pub(super) mind: &'a mut Mind,
    pub(super) world: &'a mut dyn World,
    pub(super) registers: &'a mut Vec<Register>,
    pub(super) library: &'static Library,
    /// Those that wait for the goal at hand.
    pub(super) below: Vec<Activation>,
    pub(super) budget: u32,
    /// Is there no message? If there is one, nothing is done that it could notice.
    pub(super) alone: bool,
    /// How many steps have been executed.
    pub(super) steps: u32,
    /// How often a [loop](super::loops) was entered for little.
    pub(super) poor_visits: u32,
    /// How many [rounds](super::rounds) may still be gone through.
    pub(super) rounds: u32,
}

impl Run<'_> {
    #[inline]
    pub(super) fn solver(&mut self) -> Solver<'_> {
        Solver { mind: self.mind, world: self.world, registers: self.registers }
    }

    /// What has been done since there was that much to be done, in cycles.
    pub(super) fn spent(&self, budget: u32) -> u32 {
        (budget - self.budget) / 4 + (ROUNDS - self.rounds) / CHEAP
    }

    /// Executes an activation and what comes of it.
    pub(super) fn execute(&mut self, now: &mut Activation, mut origin: Origin) -> Executed {
        count_executed();
        let end = loop {
            if self.go_round(now, &origin) {
                self.steps += 1;
            }
            match self.go_on(now, &mut origin) {
                Ok(()) => self.steps += 1,
                Err(end) => break end,
            }
        };
        match (end, origin) {
            (End::Finished, Origin::Message) => Executed::Finished,
            (End::HandedOver, Origin::Frame(origin)) if self.steps == 0 => {
                let (frame, mut intention) = *origin;
                intention.frames.push(frame);
                Executed::Nothing(Box::new(intention))
            }
            (end, origin) => {
                self.end(end, now, origin);
                Executed::Left
            }
        }
    }

    /// One step, or the end of a block, of a plan, of all.
    #[inline]
    pub(super) fn go_on(&mut self, now: &mut Activation, origin: &mut Origin) -> Result<(), End> {
        let (block, place) = now.at.innermost();
        let block = &now.plan.blocks[block as usize];
        let Some(step) = block.steps.get(place as usize) else {
            if now.at.depth > 1 {
                return self.end_block(now);
            }
            return match self.below.pop() {
                Some(caller) => self.answer(now, caller),
                None => Err(End::Finished),
            };
        };
        if !self.alone && step.has_effect() {
            return Err(Bail.into());
        }
        match step {
            Step::Interpret => return Err(Bail.into()),
            Step::If { condition, then, otherwise } => {
                let holds = self.solver().holds(condition, now.base)?;
                now.at.advance();
                if let Some(block) = if holds { Some(*then) } else { *otherwise } {
                    now.at.enter(block);
                }
                return Ok(());
            }
            Step::For { over, block, state } => return self.begin_for(over, *block, *state, now),
            Step::While { condition, block } => {
                self.budget = self.budget.checked_sub(1).ok_or(Bail)?;
                let holds = self.solver().holds(condition, now.base)?;
                now.at.advance();
                if holds {
                    now.at.enter(*block);
                }
                return Ok(());
            }
            Step::Achieve { predicate, arguments, open, answers } => {
                let is_last = now.at.depth == 1 && place as usize + 1 == block.steps.len();
                self.achieve(*predicate, arguments, *open, answers, is_last, now, origin)?;
                return Ok(());
            }
            Step::Act(name, arguments) => self.act(*name, arguments, now.base)?,
            Step::Ask(formula) => {
                // What becomes of a question without an answer is the interpreter's.
                if !self.solver().holds(formula, now.base)? {
                    return Err(Bail.into());
                }
            }
            Step::Send { to, performative, predicate, arguments } => {
                let registers = &self.registers[now.base..];
                let to = receiver(to, registers)?;
                let sender = self.mind.name;
                if to == Atom::SELF || to == sender {
                    // What one tells oneself is read between two steps.
                    return Err(Bail.into());
                }
                let is_sent = if arguments.len() <= Brief::MOST {
                    let mut terms = [const { Term::Number(0.0) }; Brief::MOST];
                    for (place, value) in terms.iter_mut().zip(arguments) {
                        value.put(registers, place)?;
                    }
                    let (id, count) = (self.mind.fresh_message(), arguments.len());
                    let about = About::new(*performative, *predicate);
                    self.world.send_brief(to, Brief::of_terms(about, sender, id, Count::of(count), terms))
                } else {
                    let arguments = value::all(arguments, registers)?;
                    let content = Term::Structure(Structure::settled(*predicate, arguments, None).into());
                    let id = self.mind.fresh_message();
                    let message = Message { performative: *performative, sender, content, id, in_reply_to: None };
                    self.world.send(to, message)
                };
                // Whoever is not there: the interpreter says so.
                if !is_sent {
                    self.mind.forget_message();
                    return Err(Bail.into());
                }
            }
            Step::Add { predicate, arguments, at_end } => {
                let top = self.evaluate(arguments, now.base)?;
                let (beliefs, bare) = self.bare(*predicate, top);
                if *at_end || !beliefs.add_bare(bare) {
                    let fact = self.fact(*predicate, top);
                    self.mind.beliefs.add(fact, *at_end);
                }
                self.registers.truncate(top);
            }
            Step::Delete { predicate, arguments } => {
                let top = self.evaluate(arguments, now.base)?;
                if let Some(Step::Add { predicate: next, arguments, at_end: false }) =
                    block.steps.get(place as usize + 1)
                    && next == predicate
                    && self.alter(*predicate, top, arguments, now.base)
                {
                    self.registers.truncate(top);
                    now.at.advance();
                    now.at.advance();
                    return Ok(());
                }
                let (beliefs, bare) = self.bare(*predicate, top);
                if !beliefs.remove_bare(bare) {
                    let fact = self.fact(*predicate, top);
                    self.mind.beliefs.remove(&fact);
                }
                self.registers.truncate(top);
            }
            Step::Replace { predicate, arguments } => {
                let top = self.evaluate(arguments, now.base)?;
                let (beliefs, bare) = self.bare(*predicate, top);
                let replaced = beliefs.replace_bare(bare);
                self.registers.truncate(top);
                if !replaced {
                    return Err(Bail.into());
                }
            }
        }
        now.at.advance();
        Ok(())
    }

    /// Puts values on top of the registers; says where.
    #[inline]
    pub(super) fn evaluate(&mut self, values: &[Value], base: usize) -> Result<usize, Bail> {
        let top = self.registers.len();
        for value in values {
            let value = value.get(&self.registers[base..])?;
            self.registers.push(Some(value));
        }
        Ok(top)
    }

    /// What the agent believes, and a belief of its own whose arguments are on top of the registers.
    #[inline]
    pub(super) fn bare(&mut self, predicate: Functor, top: usize) -> (&mut BeliefBase, Bare<'_>) {
        let Mind { own_source, own_annotations, spare, beliefs, .. } = &mut *self.mind;
        let annotations = own_annotations.get_or_insert_with(|| Arc::new(Annotations::new([own_source.clone()], None)));
        (beliefs, Bare { predicate, arguments: &mut self.registers[top..], annotations, spare })
    }

    /// Believes something instead of the belief whose arguments are on top of the registers. Says whether that was so simple.
    #[inline]
    fn alter(&mut self, predicate: Functor, top: usize, values: &[Value], base: usize) -> bool {
        let Ok(new) = self.evaluate(values, base) else {
            self.registers.truncate(top + values.len());
            return false;
        };
        let Mind { own_annotations, spare, beliefs, .. } = &mut *self.mind;
        let (old, new) = self.registers[top..].split_at_mut(new - top);
        let is_altered = own_annotations.as_ref().is_some_and(|annotations| {
            beliefs.alter_bare(&Bare { predicate, arguments: old, annotations, spare }, new)
        });
        self.registers.truncate(top + values.len());
        is_altered
    }

    /// The same belief as a term.
    pub(super) fn fact(&mut self, predicate: Functor, top: usize) -> Term {
        let annotations = self.mind.own_annotations.clone();
        let arguments = self.registers[top..].iter().flatten().cloned();
        Term::Structure(Shared::new(Structure::settled(predicate, arguments, annotations)))
    }

    /// Executes an internal action.
    fn act(&mut self, name: Atom, arguments: &[Argument], base: usize) -> Result<(), End> {
        let (terms, mut bindings) = solve::arguments_of(arguments, &self.registers[base..])?;
        self.mind.direct.touch();
        let Some(outcome) = crate::library::call(self.mind, self.world, name, &terms, &mut bindings) else {
            return Err(Bail.into());
        };
        let end = match outcome {
            Ok(Outcome::Holds) => None,
            Ok(Outcome::Fails) => Some(End::Failed(Failure::new("ia_failed", "").into())),
            Ok(Outcome::Waits(wait)) => Some(End::Waits(wait)),
            Ok(Outcome::Each(mut solutions)) => {
                let found = solutions.candidates.any(|candidate| bindings.unify(&solutions.target, &candidate));
                (!found).then(|| End::Failed(Failure::new("ia_failed", "").into()))
            }
            Err(failure) => Some(End::Failed(failure.into())),
        };
        if let Some(end) = end {
            return Err(end);
        }
        let made = solve::results(arguments, &bindings);
        if made.iter().all(|(_, value)| plain(value).is_ok()) {
            for (slot, value) in made {
                self.registers[base + slot as usize] = Some(value);
            }
            return Ok(());
        }
        // What a query has left in them is nothing that they stand for.
        for (slot, _) in &made {
            self.registers[base + *slot as usize] = None;
        }
        Err(End::Made(made.into()))
    }
}

/// Whom a message is for.
#[inline]
fn receiver(value: &Value, registers: &[Register]) -> Result<Atom, Bail> {
    let named = |term: &Term| match term {
        Term::Atom(name) => Ok(*name),
        Term::String(name) => Ok(Atom::new(name)),
        _ => Err(Bail),
    };
    match value {
        Value::Constant(term) => named(term),
        Value::Register(slot) => named(registers[*slot as usize].as_ref().ok_or(Bail)?),
        other => named(&other.get(registers)?),
    }
}
