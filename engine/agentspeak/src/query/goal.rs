//! Literals that are asked for, and the facts and rules that answer them.

use std::sync::Arc;

use crate::belief::{Entry, Key, Position, Table, key_of};
use crate::bytecode::{Operand, Rule};
use crate::term::{Annotations, Arguments, Bindings, Class, Functor, Structure, Term};

/// A literal that is asked for, with what is known of its arguments.
pub(super) struct Goal {
    pub(super) predicate: Functor,
    arguments: Arguments,
    annotations: Option<Arc<Annotations>>,
    /// What stands for a literal of whatever predicate: then there are no arguments.
    whole: Option<Term>,
}

/// Where to go on among the entries of a predicate.
pub(super) struct Entries {
    pub(super) goal: Goal,
    pub(super) key: Option<Key>,
    pub(super) from: Position,
    /// Is the entry at that position one of them?
    pub(super) is_next: bool,
}

impl Goal {
    /// The operand, if it is a literal without annotations in none of whose arguments anything has to be evaluated but
    /// variables. Those remain in them, though they may stand for something.
    #[inline]
    pub(super) fn of_operand(operand: &Operand, bindings: &Bindings, base: u32) -> Option<Self> {
        let (structure, operands) = match operand {
            Operand::Literal(structure, operands) => (structure, operands),
            Operand::Constant(Term::Structure(structure))
                if structure.passing_functor().class() == Class::Literal && structure.annotations().is_none() =>
            {
                let (predicate, arguments) = (structure.functor(), structure.arguments().into());
                return Some(Self { predicate, arguments, annotations: None, whole: None });
            }
            _ => return None,
        };
        let mut arguments = Arguments::new();
        for operand in operands {
            let argument = operand.part(bindings, base);
            if !argument.is_data() {
                return None;
            }
            arguments.push(argument);
        }
        Some(Self { predicate: structure.functor(), arguments, annotations: None, whole: None })
    }

    /// The same of a term; nothing if it is no literal.
    pub(super) fn of_term(term: &Term) -> Option<Self> {
        let predicate = term.predicate()?;
        Some(match term.as_structure() {
            Some(structure) => Self {
                predicate,
                arguments: structure.arguments().into(),
                annotations: structure.shared_annotations().cloned(),
                whole: None,
            },
            None => Self { predicate, arguments: Arguments::new(), annotations: None, whole: None },
        })
    }

    /// What stands for a literal of this predicate.
    pub(super) fn of_variable(variable: Term, predicate: Functor) -> Self {
        let annotations = variable.as_structure().and_then(|structure| structure.shared_annotations().cloned());
        Self { predicate, arguments: Arguments::new(), annotations, whole: Some(variable) }
    }

    /// As a term.
    pub(super) fn term(&self) -> Term {
        if let Some(whole) = &self.whole {
            return whole.clone();
        }
        if self.arguments.is_empty()
            && self.annotations.is_none()
            && self.predicate == Functor::new(self.predicate.name(), 0)
        {
            return self.predicate.name().into();
        }
        let (arguments, annotations) = (self.arguments.clone(), self.annotations.clone());
        Term::Structure(Structure::of_parts(self.predicate, arguments, annotations))
    }

    /// By which argument to look in the table.
    #[inline]
    pub(super) fn key(&self, table: &Table) -> Option<Key> {
        if table.is_indexed() { table.key(self.arguments.iter().map(key_of)) } else { None }
    }

    /// The first entry from a position on that may answer it.
    #[inline]
    pub(super) fn next<'a>(
        &self,
        table: &'a Table,
        from: Position,
        key: &mut Option<Key>,
    ) -> Option<(Position, &'a Entry)> {
        table.find_next(from, key, |entry| match entry {
            Entry::Fact(fact) => self.may_be(fact),
            Entry::Rule(rule) => rule.pattern.as_ref().is_none_or(|head| head.may_match(&self.arguments)),
        })
    }

    /// Could it be this fact, as far as constants show at once?
    #[inline]
    fn may_be(&self, fact: &Term) -> bool {
        let Term::Structure(fact) = fact else { return true };
        let (arguments, own) = (&self.arguments[..], fact.arguments());
        let count = arguments.len().min(own.len());
        let (arguments, own) = (&arguments[..count], &own[..count]);
        for place in 0..count {
            let differs = match (&arguments[place], &own[place]) {
                (Term::Number(number), Term::Number(own)) => number != own,
                (Term::Atom(name), Term::Atom(own)) => name != own,
                (Term::Number(_), Term::Atom(_)) | (Term::Atom(_), Term::Number(_)) => true,
                _ => false,
            };
            if differs {
                return false;
            }
        }
        true
    }

    /// Makes it the same as a fact, if that can be done. Bindings that were made remain where it cannot.
    #[inline]
    pub(super) fn unify_fact(&self, fact: &Term, bindings: &mut Bindings) -> bool {
        if let Some(whole) = &self.whole {
            return bindings.unify_or_not(whole, fact);
        }
        let Term::Structure(fact) = fact else {
            return self.annotations.as_ref().is_none_or(|own| bindings.unify_annotations(own, None));
        };
        for (argument, own) in self.arguments.iter().zip(fact.arguments()) {
            let unified = match (argument, own) {
                (Term::Number(number), Term::Number(own)) => number == own,
                (Term::Atom(name), Term::Atom(own)) => name == own,
                (Term::Var(var), Term::Number(_) | Term::Atom(_) | Term::String(_)) if bindings.is_open(*var) => {
                    bindings.bind(*var, own.clone());
                    true
                }
                (argument, own) => bindings.unify_or_not(argument, own),
            };
            if !unified {
                return false;
            }
        }
        self.annotations.as_ref().is_none_or(|own| bindings.unify_annotations(own, fact.annotations()))
    }

    /// Makes it the same as the head of a rule, whose variables are counted from `base` on. Where it is the `last` that may answer, the
    /// goal's arguments are handed over.
    pub(super) fn unify_rule(&mut self, rule: &Rule, base: u32, last: bool, bindings: &mut Bindings) -> bool {
        match &rule.pattern {
            Some(pattern) if self.annotations.is_none() && self.whole.is_none() => {
                pattern.answers(&mut self.arguments, last, base, bindings)
            }
            _ => {
                let head = bindings.apply_at(rule.head(), base);
                bindings.unify_or_not(&self.term(), &head)
            }
        }
    }

    /// Where it names annotations, and no variable for the rest: the fact with each choice of as many of its own. Nothing if there is
    /// one such choice only.
    pub(super) fn subsets(&self, fact: &Term) -> Option<Vec<Term>> {
        let wanted = self.annotations.as_ref().filter(|wanted| wanted.rest().is_none())?.items().len();
        let own = fact.annotations()?.items();
        if own.len() <= wanted {
            return None;
        }
        let structure = fact.as_structure()?;
        let mut found = Vec::new();
        let mut chosen: Vec<usize> = (0..wanted).collect();
        loop {
            let annotations = Annotations::new(chosen.iter().map(|place| own[*place].clone()), None);
            let arguments = structure.arguments().iter().cloned();
            let fact = Structure::with_annotations(structure.functor(), arguments, Some(annotations));
            found.push(Term::Structure(fact));
            // The next choice in lexicographic order.
            let movable = (0..wanted).rev().find(|place| chosen[*place] + (wanted - place) < own.len());
            let Some(place) = movable else { return Some(found) };
            let next = chosen[place] + 1;
            for (step, chosen) in chosen[place..].iter_mut().enumerate() {
                *chosen = next + step;
            }
        }
    }
}

/// Is it asked for among all that is believed, whatever the predicate?
pub(super) fn is_of_any_predicate(term: &Term) -> bool {
    match term {
        Term::Var(_) => true,
        Term::Structure(structure) => matches!(structure.passing_functor().class(), Class::Variable | Class::Qualified),
        _ => false,
    }
}
