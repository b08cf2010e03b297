//! Reactions: plans that do nothing but look at what is believed, change one belief at most, and send messages.
//!
//! They are what agents execute most. Nothing of such a plan is ever left over, so its variables need not last: they stand for what lies
//! in the message and in the beliefs, and nothing is made but what is believed and sent in the end. Until then nothing has been
//! done: where it turns out to be none for this, the plan is [executed](super::run) as any other.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Bail;
use super::formula::{Formula, Goal};
use super::library::Library;
use super::look::{Look, ROOM};
use super::run::count_executed;
use super::seen::Seen;
use super::steps::Step;
use super::value::Value;
use crate::mind::{Brief, Mind, World};
use crate::term::{Annotations, Atom, Functor, Structure, Term};

/// A belief of a reaction's has no more arguments than these.
const WIDTH: usize = 6;

/// What is believed then, instead of the only fact of some predicate: as words, like what is [seen](Seen).
struct Change {
    predicate: Option<Functor>,
    arguments: [New; WIDTH],
    /// What is no word.
    terms: SmallVec<[Term; 2]>,
}

#[derive(Clone, Copy)]
enum New {
    Number(u64),
    Atom(u64),
    /// A place among the terms.
    Term(u64),
}

/// Can it be seen by looking whether a plan with this context is applicable?
pub(super) fn is_quiet(variables: usize, context: &Formula) -> bool {
    variables <= ROOM && context.iter().all(only_looks)
}

/// Do these steps make such a plan a reaction?
pub(super) fn is_one(steps: &[Step]) -> bool {
    let mut changes = 0;
    let mut at = 0;
    while let Some(step) = steps.get(at) {
        at += 1;
        match step {
            Step::Send { to, arguments, .. } if arguments.len() <= Brief::MOST => {
                if !is_seen(to) || !arguments.iter().all(is_seen) {
                    return false;
                }
            }
            Step::Replace { arguments, .. } if arguments.len() <= WIDTH => changes += 1,
            Step::Delete { predicate, arguments } => {
                let Some(Step::Add { predicate: next, at_end: false, .. }) = steps.get(at) else { return false };
                if predicate != next || arguments.len() > WIDTH {
                    return false;
                }
                changes += 1;
                at += 1;
            }
            _ => return false,
        }
    }
    changes <= 1
}

/// Is the value one that need not be made?
fn is_seen(value: &Value) -> bool {
    match value {
        Value::Constant(_) | Value::Register(_) | Value::Sum(..) => true,
        Value::Arithmetic(_, both) => is_seen(&both.0) && is_seen(&both.1),
        Value::Negative(inner) => is_seen(inner),
        Value::Function(..) | Value::Literal(..) | Value::List(..) => false,
    }
}

/// Does the goal only look?
fn only_looks(goal: &Goal) -> bool {
    match goal {
        Goal::Compare(..) | Goal::Match(..) | Goal::Believe(..) => true,
        Goal::Not(inner) => inner.iter().all(only_looks),
        Goal::Act(..) | Goal::Member(..) | Goal::Range(..) | Goal::Collect(..) => false,
    }
}

impl Mind {
    /// Deals with a goal of somebody's, if the first applicable plan for it is a reaction. Says whether it was; nothing has been done if not.
    #[inline]
    pub(super) fn react(
        &mut self,
        library: &'static Library,
        predicate: Functor,
        sender: Atom,
        arguments: &[Term],
        world: &mut dyn World,
    ) -> bool {
        let source = if sender == self.name { Atom::SELF } else { sender };
        let mut look = Look::new(&self.beliefs);
        let Ok(Some(plan)) = look.choose(library.candidates(predicate, 0), arguments, source) else { return false };
        let steps = &*plan.blocks[0].steps;
        let mut change = Change { predicate: None, arguments: [New::Number(0); WIDTH], terms: SmallVec::new() };
        let Ok(sends) = look.change(steps, self.own_annotations.as_ref(), &mut change) else { return false };
        // What is done cannot be taken back: so is everybody there?
        let is_simple = change.predicate.is_none() && sends == 1;
        if !is_simple && !look.knows_all(steps, self.name, world) {
            return false;
        }
        for step in steps {
            let Step::Send { to, performative, predicate, arguments } = step else { continue };
            let Ok(to) = look.receiver(to, self.name) else { return false };
            self.messages += 1;
            let mut brief = Brief::new(*performative, self.name, self.messages, *predicate, arguments.len());
            for (place, value) in brief.arguments_mut().iter_mut().zip(arguments) {
                look.put(value, place);
            }
            // Whoever has left since is told nothing, as if that had happened a moment later.
            if !world.send_brief(to, brief) && is_simple {
                self.messages -= 1;
                return false;
            }
        }
        if let (Some(predicate), Some(annotations)) = (change.predicate, &self.own_annotations) {
            self.beliefs.alter_only(predicate, annotations, |place, argument| change.put(place, argument));
        }
        count_executed();
        true
    }
}

impl Change {
    #[inline(always)]
    fn put(&mut self, place: usize, argument: &mut Term) {
        match self.arguments[place] {
            New::Number(bits) => *argument = Term::Number(f64::from_bits(bits)),
            New::Atom(number) => *argument = Term::Atom(Seen::name(number)),
            New::Term(place) => std::mem::swap(argument, &mut self.terms[place as usize]),
        }
    }
}

impl Look<'_> {
    /// What the steps change in what is believed; says how many messages they send.
    #[inline(always)]
    fn change(
        &self,
        steps: &'static [Step],
        own: Option<&Arc<Annotations>>,
        change: &mut Change,
    ) -> Result<usize, Bail> {
        let mut sends = 0;
        for step in steps {
            match step {
                Step::Send { .. } => sends += 1,
                Step::Delete { predicate, arguments } => {
                    let known = self.beliefs.only(*predicate).ok_or(Bail)?;
                    for (value, term) in arguments.iter().zip(known) {
                        if !self.is(value, term, 0)? {
                            return Err(Bail);
                        }
                    }
                }
                Step::Add { predicate, arguments, .. } | Step::Replace { predicate, arguments } => {
                    if !own.is_some_and(|own| self.beliefs.can_alter(*predicate, own)) {
                        return Err(Bail);
                    }
                    change.predicate = Some(*predicate);
                    for (place, value) in change.arguments.iter_mut().zip(arguments) {
                        *place = match self.value(value, 0) {
                            Ok(Seen::Number(bits)) => New::Number(bits),
                            Ok(Seen::Atom(number)) => New::Atom(number),
                            _ => {
                                change.terms.push(self.make(value)?);
                                New::Term(change.terms.len() as u64 - 1)
                            }
                        };
                    }
                }
                _ => return Err(Bail),
            }
        }
        Ok(sends)
    }

    /// Is everybody there to whom messages are sent?
    #[inline]
    fn knows_all(&self, steps: &'static [Step], me: Atom, world: &dyn World) -> bool {
        steps.iter().all(|step| match step {
            Step::Send { to, .. } => self.receiver(to, me).is_ok_and(|to| world.knows(to)),
            _ => true,
        })
    }

    /// Whom a message is for.
    #[inline(always)]
    fn receiver(&self, to: &'static Value, me: Atom) -> Result<Atom, Bail> {
        let name = match self.value(to, 0)? {
            Seen::Atom(name) => Seen::name(name),
            Seen::Term(Term::String(name)) => Atom::new(name),
            _ => return Err(Bail),
        };
        Ok(if name == Atom::SELF { me } else { name })
    }

    /// Writes the term of a value [that need not be made](is_seen), whose variables all stand for something.
    #[inline(always)]
    fn put(&self, value: &'static Value, place: &mut Term) {
        match self.value(value, 0) {
            Ok(Seen::Number(bits)) => *place = Term::Number(f64::from_bits(bits)),
            Ok(Seen::Atom(number)) => *place = Term::Atom(Seen::name(number)),
            Ok(Seen::Term(term)) => *place = term.clone(),
            Ok(Seen::Open) | Err(Bail) => {}
        }
    }

    #[inline(never)]
    fn make(&self, value: &'static Value) -> Result<Term, Bail> {
        match value {
            Value::Literal(functor, values) => {
                let arguments =
                    values.iter().map(|value| self.make(value)).collect::<Result<SmallVec<[_; 4]>, Bail>>()?;
                Ok(Term::Structure(Structure::settled(*functor, arguments, None).into()))
            }
            value => self.value(value, 0)?.term(),
        }
    }
}
