//! Executes plans directly, and hands over to the interpreter what is not for that.

use std::cell::Cell;
use std::sync::Arc;

use super::Bail;
use super::formula::Argument;
use super::library::{Candidate, Library};
use super::plan::{DirectPlan, Source};
use super::solve::{self, Solver};
use super::steps::{self, Passed, Step};
use super::value::{Register, Value, plain};
use crate::belief::{Bare, BeliefBase};
use crate::mind::{Content, Control, Failure, Flat, Frame, Intention, Message, Mind, Trigger, Wait, World};
use crate::query::Outcome;
use crate::term::{Annotations, Atom, Bindings, Change, Functor, Structure, Subject, Term, Var};

/// So many goals are pursued before others have their turn: messages and other agents.
const BUDGET: u32 = 1000;
const SHARED_BUDGET: u32 = 100;

thread_local! {
    /// The registers of this thread's agents: one runs at a time.
    static REGISTERS: Cell<Vec<Register>> = const { Cell::new(Vec::new()) };
}

#[cfg(test)]
thread_local! {
    static EXECUTED: Cell<usize> = const { Cell::new(0) };
}

/// How many messages and intentions this thread has dealt with directly.
#[cfg(test)]
pub(super) fn executed() -> usize {
    EXECUTED.get()
}

/// A plan that is being executed.
#[derive(Clone, Copy)]
struct Activation {
    plan: &'static DirectPlan,
    predicate: Functor,
    /// Whose goal it is.
    source: Atom,
    /// Where its event's arguments are (nothing in the open ones), and behind them its variables.
    arguments: usize,
    base: usize,
    at: Place,
}

/// Where in a plan's body: the innermost comes last.
#[derive(Clone, Copy)]
struct Place {
    depth: u32,
    levels: [(u16, u16); steps::DEPTH],
}

/// Where the lowest activation has come from.
enum Origin {
    /// From a message.
    Message,
    /// From a frame that was on top of an intention; the plans under it wait.
    Frame(Box<(Frame, Intention)>),
    /// It has taken the place of such a frame, and answers as that would have.
    Replaced(Box<Intention>),
}

/// How direct execution ended.
enum End {
    /// Nothing is left to do.
    Finished,
    /// The interpreter goes on, or others have their turn.
    HandedOver,
    /// The step has failed.
    Failed(Box<Failure>),
    /// The step waits.
    Waits(Box<Wait>),
    /// The action has made something that no register may hold: the interpreter goes on behind it.
    Made(Box<[(u32, Term)]>),
}

impl From<Bail> for End {
    fn from(Bail: Bail) -> Self {
        Self::HandedOver
    }
}

struct Run<'a> {
    mind: &'a mut Mind,
    world: &'a mut dyn World,
    registers: &'a mut Vec<Register>,
    library: &'static Library,
    /// Those that wait for the goal at hand.
    below: Vec<Activation>,
    budget: u32,
    /// Is there no message? If there is one, nothing is done that it could notice.
    alone: bool,
    /// How many steps have been executed.
    steps: u32,
}

impl Mind {
    /// Deals with the next message from beginning to end, if it is one for that; says whether it was. What is left to do for it is an
    /// intention then, which has its step in this cycle as if it had just been begun.
    #[inline]
    pub(crate) fn hear_directly(&mut self, world: &mut dyn World) -> bool {
        if !self.events.is_empty() || !self.running.is_empty() || !self.is_plain() || self.own_messages {
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
        let is_free = self.mailbox.is_empty() && self.events.is_empty() && self.running.is_empty() && self.is_plain();
        if !is_free || self.own_messages || !self.hear_this(&message, world) {
            self.receive(message);
            return false;
        }
        self.cycles += 1;
        if !self.running.is_empty() {
            self.act(world);
        }
        true
    }

    #[inline]
    fn hear_this(&mut self, message: &Message, world: &mut dyn World) -> bool {
        if message.performative != Atom::ACHIEVE || message.in_reply_to.is_some() {
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
            chosen.is_some()
        };
        registers.clear();
        REGISTERS.set(registers);
        heard
    }

    /// Goes on with an intention that has been taken out, if its plan is one for that. It comes back if not.
    pub(crate) fn go_on_directly(&mut self, mut intention: Intention, world: &mut dyn World) -> Option<Intention> {
        if !self.is_plain() || intention.fork.is_some() || intention.suspended.is_some() || intention.roots > 0 {
            return Some(intention);
        }
        // Others of the agent's own have their turns after each step, as programs can see by what they print.
        if !self.events.is_empty() || !self.running.is_empty() {
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
                run.execute(&mut activation, Origin::Frame(Box::new((frame, intention))))
            }
            None => Some(intention),
        };
        registers.clear();
        REGISTERS.set(registers);
        back
    }
}

/// The frame as an activation, if it is at a step for direct execution.
fn entered(frame: &Frame, library: &'static Library, registers: &mut Vec<Register>, alone: bool) -> Option<Activation> {
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

impl Run<'_> {
    /// The first plan that is applicable; its registers are made behind the event's arguments, which are the last there are.
    #[inline]
    fn choose(
        &mut self,
        predicate: Functor,
        open: u64,
        source: Atom,
        arguments: usize,
        count: usize,
    ) -> Result<Option<&'static DirectPlan>, Bail> {
        let base = arguments + count;
        let candidates = self.library.candidates(predicate, open);
        if candidates.is_empty() {
            return Err(Bail);
        }
        for candidate in candidates {
            let Candidate::Direct(plan) = candidate else { return Err(Bail) };
            self.registers.truncate(base);
            self.registers.resize(base + plan.variables, None);
            let (given, own) = self.registers.split_at_mut(base);
            let mut fits = plan.arguments.len() == count;
            for (pattern, term) in plan.arguments.iter().zip(&given[arguments..]) {
                // What is open fits anything.
                let Some(term) = term else { continue };
                fits = fits && pattern.matches(term, own)?;
            }
            fits = fits
                && match plan.source {
                    Source::Any => true,
                    Source::Is(name) => name == source,
                    Source::Bind(slot) => {
                        own[slot as usize] = Some(Term::Atom(source));
                        true
                    }
                };
            if fits && (plan.context.is_empty() || self.solver().holds(&plan.context, base)?) {
                return Ok(Some(plan));
            }
        }
        Ok(None)
    }

    #[inline]
    fn solver(&mut self) -> Solver<'_> {
        Solver { mind: self.mind, world: self.world, registers: self.registers }
    }

    /// Executes an activation and what comes of it. The intention that it has come from comes back if nothing could be done.
    fn execute(&mut self, now: &mut Activation, mut origin: Origin) -> Option<Intention> {
        #[cfg(test)]
        EXECUTED.set(EXECUTED.get() + 1);
        let end = loop {
            match self.go_on(now, &mut origin) {
                Ok(()) => self.steps += 1,
                Err(end) => break end,
            }
        };
        match (end, origin) {
            (End::Finished, Origin::Message) => None,
            (End::HandedOver, Origin::Frame(origin)) if self.steps == 0 => {
                let (frame, mut intention) = *origin;
                intention.frames.push(frame);
                Some(intention)
            }
            (end, origin) => {
                self.end(end, now, origin);
                None
            }
        }
    }

    /// One step, or the end of a block, of a plan, of all.
    #[inline]
    fn go_on(&mut self, now: &mut Activation, origin: &mut Origin) -> Result<(), End> {
        let (block, place) = now.at.innermost();
        let block = &now.plan.blocks[block as usize];
        let Some(step) = block.steps.get(place as usize) else {
            if now.at.depth > 1 {
                now.at.depth -= 1;
                return Ok(());
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
                let to = match receiver(to, registers)? {
                    Atom::SELF => self.mind.name,
                    name => name,
                };
                let (id, sender, content) = (0, self.mind.name, Content::Flat(Flat::new(*predicate)));
                let mut message = Message { performative: *performative, sender, content, id, in_reply_to: None };
                write(&mut message.content, *predicate, arguments, registers)?;
                message.id = self.mind.fresh_message();
                // Whoever is not there: the interpreter says so.
                if !self.world.send(to, message) {
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
    fn evaluate(&mut self, values: &[Value], base: usize) -> Result<usize, Bail> {
        let top = self.registers.len();
        for value in values {
            let value = value.get(&self.registers[base..])?;
            self.registers.push(Some(value));
        }
        Ok(top)
    }

    /// What the agent believes, and a belief of its own whose arguments are on top of the registers.
    #[inline]
    fn bare(&mut self, predicate: Functor, top: usize) -> (&mut BeliefBase, Bare<'_>) {
        let Mind { own_source, own_annotations, spare, beliefs, .. } = &mut *self.mind;
        let annotations = own_annotations.get_or_insert_with(|| Arc::new(Annotations::new([own_source.clone()], None)));
        (beliefs, Bare { predicate, arguments: &mut self.registers[top..], annotations, spare })
    }

    /// The same belief as a term.
    fn fact(&mut self, predicate: Functor, top: usize) -> Term {
        let annotations = self.mind.own_annotations.clone();
        let arguments = self.registers[top..].iter().flatten().cloned().collect();
        Term::Structure(Arc::new(Structure::settled(predicate, arguments, annotations)))
    }

    /// Executes an internal action.
    fn act(&mut self, name: Atom, arguments: &[Argument], base: usize) -> Result<(), End> {
        let (terms, mut bindings) = solve::arguments_of(arguments, &self.registers[base..])?;
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
        Err(End::Made(made.into()))
    }

    /// Pursues a goal: what is executed next then.
    #[expect(clippy::too_many_arguments, reason = "what a goal is made of")]
    fn achieve(
        &mut self,
        predicate: Functor,
        values: &[Passed],
        open: u64,
        answers: &[u32],
        is_last: bool,
        now: &mut Activation,
        origin: &mut Origin,
    ) -> Result<(), Bail> {
        self.budget = self.budget.checked_sub(1).ok_or(Bail)?;
        let replaces = is_last && now.predicate == predicate;
        let passes_on = replaces && self.passes_on(now, open, answers, origin);
        if replaces && !passes_on {
            return Err(Bail);
        }
        let top = self.registers.len();
        for value in values {
            let value = match value {
                Passed::Known(value) => Some(value.get(&self.registers[now.base..])?),
                Passed::Open => None,
            };
            self.registers.push(value);
        }
        let chosen = self.choose(predicate, open, Atom::SELF, top, values.len());
        let Ok(Some(plan)) = chosen else {
            // Nobody to do it, or nobody here: the interpreter asks again.
            self.registers.truncate(top);
            return Err(Bail);
        };
        let mut arguments = top;
        if replaces {
            self.registers.drain(now.arguments..top);
            arguments = now.arguments;
            if self.below.is_empty() {
                *origin = match std::mem::replace(origin, Origin::Message) {
                    Origin::Frame(origin) => Origin::Replaced(Box::new(origin.1)),
                    other => other,
                };
            }
        } else {
            self.below.push(*now);
        }
        *now = Activation::new(plan, predicate, Atom::SELF, arguments, values.len());
        Ok(())
    }

    /// Are the answers to the goal in last place those of the plan itself, so that nothing is left to be done for it?
    fn passes_on(&self, now: &Activation, open: u64, answers: &[u32], origin: &Origin) -> bool {
        let same_answers = now.plan.open == open
            && now.plan.answers.len() == answers.len()
            && now
                .plan
                .answers
                .iter()
                .zip(answers)
                .all(|(own, slot)| matches!(own, Value::Register(register) if register == slot));
        match origin {
            // What the frame is to give back may be more than the plan was compiled for.
            Origin::Frame(origin) if self.below.is_empty() => origin.0.returns.is_empty() && answers.is_empty(),
            _ => same_answers,
        }
    }

    /// The plan at hand has finished: its caller goes on behind the goal.
    #[inline]
    fn answer(&mut self, now: &mut Activation, caller: Activation) -> Result<(), End> {
        let (block, step) = caller.at.innermost();
        if let Some(Step::Achieve { answers, .. }) = caller.plan.blocks[block as usize].steps.get(step as usize)
            && !answers.is_empty()
        {
            let top = match self.evaluate(&now.plan.answers, now.base) {
                Ok(top) => top,
                Err(bail) => {
                    self.below.push(caller);
                    return Err(bail.into());
                }
            };
            for (number, slot) in answers.iter().enumerate() {
                self.registers[caller.base + *slot as usize] = self.registers[top + number].take();
            }
        }
        *now = caller;
        now.at.advance();
        self.registers.truncate(now.base + now.plan.variables);
        Ok(())
    }

    /// Leaves what is left to do as an intention.
    #[cold]
    fn end(&mut self, end: End, now: &mut Activation, origin: Origin) {
        match (end, origin) {
            (End::Finished, Origin::Message) => {}
            (End::Finished, Origin::Frame(origin)) => {
                let (frame, mut intention) = *origin;
                let frame = self.updated(frame, now);
                // The interpreter finds that it has finished.
                intention.frames.push(frame);
                self.mind.go_on(intention);
            }
            (End::Finished, Origin::Replaced(mut intention)) => {
                let frame = self.frame(now);
                intention.frames.push(frame);
                self.mind.go_on(*intention);
            }
            (end, origin) => {
                if let End::Made(_) = end {
                    now.at.advance();
                }
                let mut intention = self.hand_over(now, origin);
                match end {
                    End::Failed(failure) => self.mind.fail(intention, &failure, self.world),
                    End::Waits(wait) => self.mind.waits(intention, *wait),
                    End::Made(made) => {
                        if let Some(top) = intention.top() {
                            for (slot, value) in made {
                                let value = top.bindings.adopt(&value);
                                top.bindings.unify(&Term::Var(Var::unnamed(slot)), &value);
                            }
                            top.bindings.commit();
                        }
                        self.mind.go_on(intention);
                    }
                    _ => self.mind.running.push_back(intention),
                }
            }
        }
    }

    /// All activations as frames of an intention.
    fn hand_over(&mut self, now: &Activation, origin: Origin) -> Intention {
        let activations = std::mem::take(&mut self.below);
        let mut activations = activations.iter().chain([now]);
        let mut intention = match origin {
            Origin::Message => self.mind.fresh_intention(),
            Origin::Replaced(intention) => *intention,
            Origin::Frame(origin) => {
                let (frame, mut intention) = *origin;
                if let Some(lowest) = activations.next() {
                    intention.frames.push(self.updated(frame, lowest));
                }
                intention
            }
        };
        intention.frames.extend(activations.map(|activation| self.frame(activation)));
        intention
    }

    /// The frame that an activation has come from, as it is now.
    fn updated(&self, mut frame: Frame, activation: &Activation) -> Frame {
        self.write(activation, &mut frame);
        frame
    }

    /// An activation as a frame.
    fn frame(&self, activation: &Activation) -> Frame {
        let Activation { plan, predicate, source, arguments, base, .. } = *activation;
        let mut bindings = Bindings::named(&plan.plan.names, 0);
        let open = |place: u32| Term::Var(Var::unnamed(plan.variables as u32 + place));
        let mut number = 0;
        let given: Vec<Term> = self.registers[arguments..base]
            .iter()
            .map(|argument| {
                argument.clone().unwrap_or_else(|| {
                    number += 1;
                    open(number - 1)
                })
            })
            .collect();
        bindings.fresh(number);
        let source = Term::structure("source", [Term::Atom(source)]);
        let literal = Structure::with_annotations(predicate, given, Some(Annotations::new([source], None)));
        let literal = Term::Structure(literal.into());
        bindings.unify(&plan.plan.trigger.literal, &literal);
        let trigger = Trigger::new(Change::Added, Subject::Achieve, bindings.apply(&literal));
        let mut frame = Frame {
            plan: Arc::clone(&plan.plan),
            trigger,
            bindings,
            stack: Vec::new(),
            called: Vec::new(),
            returns: (0..number).map(open).collect(),
            chosen_with: None,
        };
        self.write(activation, &mut frame);
        frame
    }

    /// Writes what is known now into a frame, and where it is.
    fn write(&self, activation: &Activation, frame: &mut Frame) {
        let Activation { plan, base, at, .. } = *activation;
        let (block, step) = at.innermost();
        let block = &plan.blocks[block as usize];
        let known = block.known.get(step as usize).copied().unwrap_or(block.known_after);
        for (slot, value) in self.registers[base..base + plan.variables].iter().enumerate() {
            if let (1, Some(value)) = (known >> slot & 1, value) {
                frame.bindings.unify(&Term::Var(Var::unnamed(slot as u32)), value);
            }
        }
        frame.bindings.commit();
        let levels = at.levels[..at.depth as usize].iter();
        frame.stack = levels
            .map(|(block, step)| Control::Steps(Arc::clone(&plan.blocks[*block as usize].body), *step as usize))
            .collect();
        frame.called = match block.steps.get(step as usize) {
            Some(Step::Achieve { answers, .. }) => answers.iter().map(|slot| Var::unnamed(*slot)).collect(),
            _ => Vec::new(),
        };
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

/// Writes a literal's arguments into a message, where there is room for them, or else the literal as a term.
#[inline]
fn write(content: &mut Content, predicate: Functor, arguments: &[Value], registers: &[Register]) -> Result<(), Bail> {
    match content {
        Content::Flat(flat) if arguments.len() <= Flat::MOST => {
            for value in arguments {
                value.put(registers, flat.next())?;
            }
        }
        _ => {
            let arguments = arguments.iter().map(|value| value.get(registers)).collect::<Result<Box<[_]>, Bail>>()?;
            *content = Content::Term(Term::Structure(Arc::new(Structure::settled(predicate, arguments, None))));
        }
    }
    Ok(())
}

impl Activation {
    /// One that begins, whose arguments and registers have been made.
    #[inline]
    fn new(plan: &'static DirectPlan, predicate: Functor, source: Atom, arguments: usize, count: usize) -> Self {
        let at = Place { depth: 1, levels: [(0, 0); steps::DEPTH] };
        Self { plan, predicate, source, arguments, base: arguments + count, at }
    }
}

impl Place {
    /// The block, and the step in it.
    #[inline]
    fn innermost(&self) -> (u16, u16) {
        self.levels[self.depth as usize - 1]
    }

    #[inline]
    fn advance(&mut self) {
        self.levels[self.depth as usize - 1].1 += 1;
    }

    fn enter(&mut self, block: usize) {
        self.levels[self.depth as usize] = (block as u16, 0);
        self.depth += 1;
    }
}
