//! What a reaction does.

use smallvec::SmallVec;

use super::super::Bail;
use super::Post;
use super::look::{Look, Operand};
use crate::mind::Brief;
use crate::term::{Atom, Functor, Structure, Term, Word};

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
    pub(super) performative: Atom,
    pub(super) predicate: Functor,
    pub(super) count: usize,
    /// The arguments; behind them, constants.
    pub(super) arguments: [Operand; Brief::MOST],
}

/// The only fact of a predicate becomes another.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) predicate: Functor,
    /// What its arguments must have been, if that is asked.
    pub(super) old: Option<Box<[Make]>>,
    pub(super) new: Box<[Make]>,
}

/// A term that is made, or is there.
#[derive(Debug)]
pub(super) enum Make {
    Operand(Operand),
    Literal(Functor, Box<[Make]>),
}

/// A belief that is changed has no more arguments than these.
pub(super) const WIDTH: usize = 6;

#[inline(never)]
fn post_terms<P: Post + ?Sized>(post: &mut P, to: Atom, brief: Brief) -> bool {
    post.post(to, brief)
}

/// What is believed then.
pub(super) struct Changed {
    words: [Word; WIDTH],
    /// Where the words' places are.
    terms: SmallVec<[Term; 2]>,
}

impl Changed {
    /// Puts an argument in its place.
    #[inline(always)]
    pub(super) fn put(&mut self, place: usize, argument: &mut Term) {
        let word = self.words[place];
        match (word.as_number(), word.as_atom()) {
            (Some(number), _) => *argument = Term::Number(number),
            (_, Some(name)) => *argument = Term::Atom(name),
            _ => {
                if let Some(place) = word.as_place() {
                    std::mem::swap(argument, &mut self.terms[place]);
                }
            }
        }
    }
}

impl Look<'_> {
    /// Whom a message is for.
    #[inline(always)]
    pub(super) fn receiver(&mut self, to: &'static Operand, me: Atom) -> Result<Atom, Bail> {
        let word = self.value(to);
        let name = match word.as_atom() {
            Some(name) => name,
            None => self.named(word)?,
        };
        Ok(if name == Atom::SELF { me } else { name })
    }

    #[inline(never)]
    fn named(&self, word: Word) -> Result<Atom, Bail> {
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
        to: Atom,
        sender: Atom,
        id: u64,
        post: &mut P,
    ) -> Result<bool, Bail> {
        let Send { performative, predicate, count, .. } = *send;
        let [first, second, third] = &send.arguments;
        let (first, second, third) = (self.value(first), self.value(second), self.value(third));
        if first.is_place() || second.is_place() || third.is_place() {
            let terms = [self.term(first)?, self.term(second)?, self.term(third)?];
            return Ok(post_terms(post, to, Brief::of_terms(performative, sender, id, predicate, count, terms)));
        }
        // Only here, and of what the processor holds: so it is written once, where it travels.
        Ok(post.post(to, Brief::new(performative, sender, id, predicate, count, [first, second, third])))
    }

    /// What is believed after a change.
    #[inline]
    pub(super) fn change(&mut self, change: &'static Change) -> Result<Changed, Bail> {
        if let Some(old) = &change.old {
            let known = self.known(change.predicate).ok_or(Bail)?;
            for (old, term) in old.iter().zip(known) {
                if !self.is_made(old, term)? {
                    return Err(Bail);
                }
            }
        }
        let mut changed = Changed { words: [Word::ZERO; WIDTH], terms: SmallVec::new() };
        for (word, new) in changed.words.iter_mut().zip(&change.new) {
            *word = match new {
                Make::Operand(operand) => self.value(operand),
                Make::Literal(..) => Word::place(0),
            };
            if word.is_place() {
                changed.terms.push(self.make(new)?);
                *word = Word::place(changed.terms.len() - 1);
            }
        }
        Ok(changed)
    }

    /// Is a term what would be made?
    #[inline]
    fn is_made(&mut self, make: &'static Make, term: &Term) -> Result<bool, Bail> {
        match make {
            Make::Operand(operand) => {
                let own = self.value(operand);
                match Word::of(term) {
                    Some(word) if !own.is_place() => Ok(own.is(word)),
                    _ => self.is_same(own, term),
                }
            }
            Make::Literal(functor, makes) => self.is_made_literal(*functor, makes, term),
        }
    }

    #[inline(never)]
    fn is_made_literal(&mut self, functor: Functor, makes: &'static [Make], term: &Term) -> Result<bool, Bail> {
        let Term::Structure(structure) = term else { return Ok(false) };
        if structure.functor != functor {
            return Ok(false);
        }
        if structure.annotations().is_some() {
            return Err(Bail);
        }
        for (make, term) in makes.iter().zip(&structure.arguments) {
            if !self.is_made(make, term)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    #[inline(never)]
    fn make(&mut self, make: &'static Make) -> Result<Term, Bail> {
        match make {
            Make::Operand(operand) => {
                let word = self.value(operand);
                self.term(word)
            }
            Make::Literal(functor, makes) => {
                let arguments = makes.iter().map(|make| self.make(make)).collect::<Result<SmallVec<[_; 4]>, Bail>>()?;
                Ok(Term::Structure(Structure::settled(*functor, arguments, None).into()))
            }
        }
    }
}
