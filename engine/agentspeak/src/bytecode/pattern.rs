//! Heads, compiled: how the arguments of a trigger take those of an event apart.

use smallvec::SmallVec;

use crate::term::{Annotations, Bindings, Class, Functor, List, Structure, Term, Var};

/// What a term is to look like.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Anything: its value is not used.
    Any(Var),
    /// Anything: the variable stands for nothing yet.
    First(Var),
    /// This number or constant.
    Constant(Term),
    /// A list of such elements, and a rest like this.
    List(Box<[Self]>, Box<Self>),
    /// The list without elements.
    Empty,
    /// A literal with such arguments.
    Literal(Functor, Box<[Self]>),
    /// Whatever unifies with it.
    Other(Term),
}

/// How the literal of an event must look, and what it gives to variables.
#[derive(Clone, Debug)]
pub struct Head {
    functor: Functor,
    arguments: Box<[Pattern]>,
    annotations: Option<Annotations>,
}

impl Head {
    /// That of a literal whose variables stand for nothing yet. Nothing for what is no literal.
    ///
    /// `is_single`: is the variable named nowhere else?
    pub fn of(literal: &Term, is_single: &dyn Fn(Var) -> bool) -> Option<Self> {
        let functor = literal.predicate()?;
        let mut known = Vec::new();
        let structure = literal.as_structure();
        let arguments = structure.map_or(&[][..], |structure| structure.arguments());
        let arguments = arguments.iter().map(|argument| Pattern::of(argument, &mut known, is_single)).collect();
        let annotations = structure.and_then(Structure::annotations).cloned();
        Some(Self { functor, arguments, annotations })
    }

    /// How its arguments must look.
    pub(super) fn arguments(&self) -> &[Pattern] {
        &self.arguments
    }

    /// Could a literal with these arguments look like it, as far as they show at once?
    #[inline]
    pub(crate) fn may_match(&self, arguments: &[Term]) -> bool {
        let count = self.arguments.len().min(arguments.len());
        let (patterns, arguments) = (&self.arguments[..count], &arguments[..count]);
        for place in 0..count {
            let differs = match (&patterns[place], &arguments[place]) {
                (Pattern::First(_) | Pattern::Any(_), _) => false,
                (Pattern::Constant(Term::Number(own)), Term::Number(number)) => own != number,
                (Pattern::Constant(Term::Atom(own)), Term::Atom(name)) => own != name,
                (Pattern::Constant(Term::Number(_)), Term::Atom(_)) => true,
                (Pattern::Constant(Term::Atom(_)), Term::Number(_)) => true,
                (Pattern::Empty, Term::List(list)) => !list.is_empty(),
                (Pattern::List(..), Term::List(list)) => list.is_empty(),
                _ => false,
            };
            if differs {
                return false;
            }
        }
        true
    }

    /// Does the literal of an event, of the same predicate, look like it? What its variables, which are numbered from 0, stand for is
    /// noted in `given`, in terms of the plan's variables.
    ///
    /// Bindings that were made remain where it does not.
    pub fn matches(&self, literal: &Term, given: &mut Given, bindings: &mut Bindings) -> bool {
        let Term::Structure(structure) = literal else {
            return self.arguments.is_empty()
                && literal.predicate() == Some(self.functor)
                && self.matches_annotations(None, bindings);
        };
        if structure.passing_functor() != self.functor
            || !self.matches_arguments(structure.arguments(), given, bindings)
        {
            return false;
        }
        match structure.annotations() {
            Some(others) if self.annotations.is_some() && !others.is_ground() => {
                let moved = given.moved(literal, bindings);
                self.matches_annotations(moved.annotations(), bindings)
            }
            others => self.matches_annotations(others, bindings),
        }
    }

    /// The same of an event's annotations, whose variables are the plan's.
    #[inline]
    pub(crate) fn matches_annotations(&self, others: Option<&Annotations>, bindings: &mut Bindings) -> bool {
        self.annotations.as_ref().is_none_or(|own| bindings.unify_annotations(own, others))
    }

    /// The same of an event's arguments, of which there are as many as there are patterns.
    #[inline]
    pub(crate) fn matches_arguments(&self, arguments: &[Term], given: &mut Given, bindings: &mut Bindings) -> bool {
        for (pattern, argument) in self.arguments.iter().zip(arguments) {
            let matches = match argument {
                Term::Var(var) => match (given.get(*var), pattern) {
                    (Some(known), _) => {
                        let known = known.clone();
                        bindings.unify_or_not(&pattern.term(), &known)
                    }
                    (None, Pattern::Any(_)) => true,
                    (None, pattern) => {
                        given.set(*var, pattern.term());
                        true
                    }
                },
                argument if argument.is_ground() => pattern.matches(argument, bindings),
                argument => {
                    let moved = given.moved(argument, bindings);
                    bindings.unify_or_not(&pattern.term(), &moved)
                }
            };
            if !matches {
                return false;
            }
        }
        true
    }
}

/// What the variables of an event stand for, in terms of the variables of the plan that is for it.
#[derive(Clone, Default)]
pub struct Given(SmallVec<[Option<Term>; 2]>);

impl Given {
    #[inline]
    fn get(&self, var: Var) -> Option<&Term> {
        self.0[var.slot() as usize].as_ref()
    }

    #[inline]
    fn set(&mut self, var: Var, term: Term) {
        self.0[var.slot() as usize] = Some(term);
    }

    /// What is known of a variable, in terms of the plan's.
    pub(crate) fn known(&self, var: Var) -> Option<&Term> {
        self.0.get(var.slot() as usize)?.as_ref()
    }

    /// What a variable stands for: a new one, if nothing is known of it.
    pub fn term_of(&mut self, var: Var, bindings: &mut Bindings) -> Term {
        self.0[var.slot() as usize].get_or_insert_with(|| Term::Var(bindings.fresh_var())).clone()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// A term of the event in terms of the plan's variables.
    pub(crate) fn moved(&mut self, term: &Term, bindings: &mut Bindings) -> Term {
        term.renamed(&mut |var| self.term_of(var, bindings))
    }

    /// Are all of them variables of the plan's own, none of which stands for anything, or nothing?
    #[inline]
    pub fn is_open(&self, bindings: &Bindings) -> bool {
        let place = |own: &Option<Term>| match own {
            Some(Term::Var(own)) if bindings.is_open(*own) => Some(own.slot()),
            _ => None,
        };
        self.0.iter().enumerate().all(|(number, own)| {
            own.is_none()
                || place(own).is_some_and(|slot| !self.0[..number].iter().any(|other| place(other) == Some(slot)))
        })
    }

    /// The literal with what is known of its variables in their places, where each is an argument, and stands for something settled
    /// or for a variable of which nothing is known.
    pub fn known_in(&self, literal: &Term, bindings: &Bindings) -> Option<Term> {
        let structure = literal.as_structure()?;
        if structure.annotations().is_some_and(|annotations| !annotations.is_ground()) {
            return None;
        }
        let mut is_plain = true;
        let arguments = structure.arguments().iter().map(|argument| {
            let known = match argument {
                Term::Var(var) => self.get(*var).map(|known| bindings.deref(known)),
                other => Some(other).filter(|other| other.is_settled()),
            };
            match known {
                Some(known) if matches!(known, Term::Var(_)) || known.is_settled() => known.clone(),
                _ => {
                    is_plain = false;
                    argument.clone()
                }
            }
        });
        let literal = structure.like(arguments, structure.shared_annotations().cloned());
        is_plain.then_some(Term::Structure(literal))
    }

    /// Puts what is known of variables among the arguments, which are settled or variables, in their places.
    pub(crate) fn fill(&mut self, arguments: &mut [Term], bindings: &mut Bindings) {
        let is_plain = |argument: &Term| match argument {
            Term::Var(var) => {
                let known = self.get(*var).map(|known| bindings.deref(known));
                known.is_some_and(|known| matches!(known, Term::Var(_)) || known.is_settled())
            }
            _ => true,
        };
        let is_plain = arguments.iter().all(is_plain);
        for argument in arguments {
            if let Term::Var(var) = argument {
                let known = self.term_of(*var, bindings);
                *argument = if is_plain { bindings.deref(&known).clone() } else { bindings.apply(&known) };
            }
        }
    }

    /// What each stands for: new ones, where nothing is known.
    pub fn terms(&mut self, bindings: &mut Bindings) -> Vec<Term> {
        let count = self.0.len() as u32;
        (0..count).map(|slot| self.term_of(Var::unnamed(slot), bindings)).collect()
    }

    /// What is known of each.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &Option<Term>> {
        self.0.iter()
    }

    /// Is for so many variables, of which nothing is known.
    #[inline]
    pub fn reset(&mut self, count: u32) {
        self.clear();
        if count > 0 {
            self.0.extend((0..count).map(|_| None));
        }
    }

    /// Is for none.
    #[inline]
    pub fn clear(&mut self) {
        if !self.0.is_empty() {
            self.0.clear();
        }
    }
}

impl FromIterator<Term> for Given {
    fn from_iter<I: IntoIterator<Item = Term>>(terms: I) -> Self {
        Self(terms.into_iter().map(Some).collect())
    }
}

impl Pattern {
    fn of(term: &Term, known: &mut Vec<u32>, is_single: &dyn Fn(Var) -> bool) -> Self {
        match term {
            Term::Var(var) if is_single(*var) && var.name().is_none() => Self::Any(*var),
            Term::Var(var) if !known.contains(&var.slot()) => {
                known.push(var.slot());
                Self::First(*var)
            }
            Term::Number(_) | Term::Atom(_) => Self::Constant(term.clone()),
            Term::List(list) if list.is_empty() => Self::Empty,
            Term::List(list) => {
                let mut items = list.items();
                let elements = items.by_ref().map(|item| Self::of(item, known, is_single)).collect();
                let rest = items.tail().map_or(Self::Empty, |tail| Self::of(&Term::Var(tail), known, is_single));
                Self::List(elements, Box::new(rest))
            }
            Term::Structure(structure)
                if structure.passing_functor().class() == Class::Literal
                    && structure.annotations().is_none()
                    && !structure.arguments().is_empty() =>
            {
                let arguments = structure.arguments().iter().map(|argument| Self::of(argument, known, is_single));
                Self::Literal(structure.functor(), arguments.collect())
            }
            _ => {
                term.renamed(&mut |var| {
                    known.push(var.slot());
                    Term::Var(var)
                });
                Self::Other(term.clone())
            }
        }
    }

    /// Does a ground term look like it?
    #[inline]
    fn matches(&self, term: &Term, bindings: &mut Bindings) -> bool {
        match (self, term) {
            (Self::Any(_), _) => true,
            (Self::First(var), Term::Number(_) | Term::Atom(_) | Term::String(_) | Term::List(_)) => {
                bindings.set(*var, term.clone());
                true
            }
            (Self::Constant(Term::Number(known)), Term::Number(number)) => known == number,
            (Self::Constant(Term::Atom(known)), Term::Atom(name)) => known == name,
            (Self::Constant(_), Term::Number(_) | Term::Atom(_) | Term::String(_) | Term::List(_)) => false,
            (Self::Empty, Term::List(list)) => list.is_empty(),
            (Self::Empty, Term::Number(_) | Term::Atom(_) | Term::String(_)) => false,
            (Self::List(elements, rest), Term::List(list)) => {
                let mut items = list.items();
                for element in elements {
                    let Some(item) = items.next() else { return false };
                    if !element.matches(item, bindings) {
                        return false;
                    }
                }
                match &**rest {
                    Self::Any(_) => true,
                    Self::Empty => items.is_empty(),
                    rest => rest.matches(&Term::List(items.rest()), bindings),
                }
            }
            (Self::List(..), Term::Number(_) | Term::Atom(_) | Term::String(_)) => false,
            (Self::Literal(functor, arguments), Term::Structure(structure))
                if structure.passing_functor() == *functor && structure.is_settled() =>
            {
                arguments.iter().zip(structure.arguments()).all(|(known, other)| known.matches(other, bindings))
            }
            (Self::Literal(..), Term::Number(_) | Term::Atom(_) | Term::String(_) | Term::List(_)) => false,
            _ => bindings.unify_or_not(&self.term(), term),
        }
    }

    /// As a term whose variables are counted from there on.
    pub(super) fn term_at(&self, own: u32) -> Term {
        match self {
            Self::Any(var) | Self::First(var) => Term::Var(var.at(var.slot() + own)),
            Self::Constant(term) => term.clone(),
            Self::Other(term) if own == 0 => term.clone(),
            Self::Other(term) => term.renamed(&mut |var| Term::Var(var.at(var.slot() + own))),
            Self::Empty => Term::List(List::EMPTY),
            Self::List(elements, rest) => {
                let elements = elements.iter().map(|element| element.term_at(own));
                List::with_tail(elements, rest.term_at(own)).map_or_else(|tail| tail, Term::List)
            }
            Self::Literal(functor, arguments) => {
                let arguments = arguments.iter().map(|argument| argument.term_at(own));
                Term::Structure(Structure::new(*functor, arguments))
            }
        }
    }

    /// As a term.
    fn term(&self) -> Term {
        self.term_at(0)
    }
}
