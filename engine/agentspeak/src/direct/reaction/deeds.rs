//! What a reaction does.

use smallvec::SmallVec;

use super::super::Bail;
use super::Post;
use super::look::Shape;
use super::sheet::{Operand, Sheet};
use super::texts::name_of;
use crate::mind::{About, Brief, Count};
use crate::term::{Atom, Functor, Shared, Structure, Term, Word};

/// No more messages are sent than these.
pub(super) const MOST: usize = 4;

/// Messages are sent, and a belief is changed. Neither can be noticed before the other.
#[derive(Debug)]
pub(super) struct Deeds {
    pub(super) sends: Box<[Send]>,
    pub(super) change: Option<Change>,
}

/// A message.
#[derive(Debug)]
pub(super) struct Send {
    pub(super) to: Operand,
    pub(super) about: About,
    pub(super) count: Count,
    /// The arguments; behind them, constants.
    pub(super) arguments: [Operand; Brief::MOST],
}

/// The only fact of a predicate becomes another.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) predicate: Functor,
    /// What its arguments must have been, if that has not been found out by a question.
    pub(super) old: Option<Box<[Shape]>>,
    /// Which arguments become words, ...
    pub(super) words: Box<[(usize, Operand)]>,
    /// ... and which literals.
    pub(super) literals: Box<[(usize, Make)]>,
}

/// A term that is made, or is there.
#[derive(Debug)]
pub(super) enum Make {
    Operand(Operand),
    Literal(Functor, Box<[Make]>),
}

impl Change {
    pub(super) fn of(
        predicate: Functor,
        old: Option<Box<[Shape]>>,
        new: impl IntoIterator<Item = (usize, Make)>,
    ) -> Self {
        let (mut words, mut literals) = (Vec::new(), Vec::new());
        for (place, make) in new {
            match make {
                Make::Operand(operand) => words.push((place, operand)),
                literal @ Make::Literal(..) => literals.push((place, literal)),
            }
        }
        Self { predicate, old, words: words.into(), literals: literals.into() }
    }
}

#[inline(never)]
fn post_terms<P: Post + ?Sized>(post: &mut P, to: P::Place, brief: Brief) -> bool {
    post.post(to, brief)
}

impl Sheet<'_, Term> {
    /// Whom a message is for: somebody else, for what one tells oneself is read between two steps.
    #[inline(always)]
    pub(super) fn receiver(&mut self, to: &'static Operand, me: Atom) -> Result<Atom, Bail> {
        let word = self.value(to);
        let name = match word.as_atom() {
            Some(name) => name,
            None => self.named(word)?,
        };
        if name == Atom::SELF || name == me { Err(Bail) } else { Ok(name) }
    }

    #[inline(never)]
    fn named(&self, word: Word) -> Result<Atom, Bail> {
        if let Some(name) = name_of(word) {
            return Ok(name);
        }
        match self.term(word)? {
            Term::String(name) => Ok(Atom::new(&name)),
            _ => Err(Bail),
        }
    }

    /// Posts a message; says whether its receiver is there.
    #[inline(always)]
    pub(super) fn post<P: Post + ?Sized>(
        &mut self,
        send: &'static Send,
        to: P::Place,
        sender: Atom,
        id: u64,
        post: &mut P,
    ) -> Result<bool, Bail> {
        let Send { about, count, .. } = *send;
        let [first, second, third] = &send.arguments;
        let (first, second, third) = (self.value(first), self.value(second), self.value(third));
        if first.is_place() || second.is_place() || third.is_place() {
            let terms = [self.term(first)?, self.term(second)?, self.term(third)?];
            return Ok(post_terms(post, to, Brief::of_terms(about, sender, id, count, terms)));
        }
        // Only here, and of what the processor holds: so it is written once, where it travels.
        Ok(post.post(to, Brief::new(about, sender, id, count, [first, second, third])))
    }

    /// Changes the arguments of a fact. `spare` is room for a literal in it.
    #[inline(always)]
    pub(super) fn change(
        &mut self,
        change: &'static Change,
        fact: &mut Structure,
        spare: &mut Option<Shared<Structure>>,
    ) {
        fact.change_arguments(
            #[inline(always)]
            |arguments| {
                let mut is_flat = change.literals.is_empty();
                for (place, operand) in &change.words {
                    is_flat &= self.change_word(operand, &mut arguments[*place], spare);
                }
                for (place, make) in &change.literals {
                    let new = self.make(make, spare);
                    put(new, &mut arguments[*place], spare);
                }
                !is_flat
            },
        );
    }

    /// Makes an argument a word. Says whether a number or a constant has become one.
    #[inline(always)]
    fn change_word(
        &mut self,
        operand: &'static Operand,
        argument: &mut Term,
        spare: &mut Option<Shared<Structure>>,
    ) -> bool {
        let word = self.value(operand);
        if let (Some(number), Term::Number(own)) = (word.as_number(), &mut *argument) {
            *own = number;
            return true;
        }
        self.change_other(word, argument, spare)
    }

    #[inline(never)]
    fn change_other(&mut self, word: Word, argument: &mut Term, spare: &mut Option<Shared<Structure>>) -> bool {
        if let (Some(name), Term::Atom(own)) = (word.as_atom(), &mut *argument) {
            *own = name;
            return true;
        }
        put(self.term(word), argument, spare);
        false
    }

    #[inline(never)]
    fn make(&mut self, make: &'static Make, spare: &mut Option<Shared<Structure>>) -> Result<Term, Bail> {
        match make {
            Make::Operand(operand) => {
                let word = self.value(operand);
                self.term(word)
            }
            Make::Literal(functor, makes) => {
                let mut room = spare.take().filter(|room| is_room(room, *functor));
                if let Some(structure) = room.as_mut().and_then(Shared::get_mut) {
                    structure.change_arguments(|arguments| {
                        let arguments = makes.iter().zip(arguments);
                        !arguments.fold(true, |is_flat, (make, argument)| match make {
                            Make::Operand(operand) => is_flat & self.change_word(operand, argument, spare),
                            Make::Literal(..) => {
                                let new = self.make(make, spare);
                                put(new, argument, spare);
                                false
                            }
                        })
                    });
                } else {
                    let arguments =
                        makes.iter().map(|make| self.make(make, spare)).collect::<Result<SmallVec<[_; 4]>, Bail>>()?;
                    room = Some(Structure::settled(*functor, arguments, None).into());
                }
                room.map(Term::Structure).ok_or(Bail)
            }
        }
    }
}

/// Puts a term, if it could be made, where another was, whose room is kept for the next.
fn put(new: Result<Term, Bail>, argument: &mut Term, spare: &mut Option<Shared<Structure>>) {
    let Ok(new) = new else { return };
    if let Term::Structure(room) = std::mem::replace(argument, new) {
        *spare = Some(room);
    }
}

/// Is it what a literal of this predicate is but for its arguments?
fn is_room(room: &Structure, functor: Functor) -> bool {
    room.functor == functor && room.annotations.is_none() && room.is_settled()
}
