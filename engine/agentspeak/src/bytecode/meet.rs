//! How what is asked for meets the head of a rule: both are gone through where they lie, and no term is made of either.

use super::pattern::{Head, Pattern};
use crate::term::{Bindings, Class, List, Structure, Term};

impl Head {
    /// Is what is asked for, of the same predicate and without annotations, like this? What it has for
    /// variables is its own, from `own` on; those of the goal are where they are.
    ///
    /// Bindings that were made remain where it is not. Where these arguments are not used again, it may take them.
    #[inline]
    pub(crate) fn answers(&self, goal: &mut [Term], may_take: bool, own: u32, bindings: &mut Bindings) -> bool {
        for (pattern, argument) in self.arguments().iter().zip(goal) {
            let meets = match (pattern, &*argument) {
                (Pattern::Any(_), _) => true,
                (Pattern::First(var), Term::Var(asked)) => {
                    let asked = bindings.value(*asked).cloned().unwrap_or(Term::Var(*asked));
                    if let Term::Var(_) = asked {
                        bindings.set(var.at(var.slot() + own), asked);
                        true
                    } else {
                        pattern.answers(&asked, own, bindings)
                    }
                }
                (Pattern::First(var), Term::List(_)) if may_take => {
                    bindings.set(var.at(var.slot() + own), std::mem::replace(argument, Term::from(0.0)));
                    true
                }
                (pattern, argument) => pattern.answers(argument, own, bindings),
            };
            if !meets {
                return false;
            }
        }
        true
    }
}

impl Pattern {
    /// Is a term that is asked for like this?
    fn answers(&self, asked: &Term, own: u32, bindings: &mut Bindings) -> bool {
        if let Term::Var(var) = asked {
            return match bindings.value(*var).cloned() {
                Some(Term::Var(last)) => self.answers_open(&Term::Var(last), own, bindings),
                None => self.answers_open(asked, own, bindings),
                Some(known) => self.answers_known(&known, own, bindings),
            };
        }
        self.answers_known(asked, own, bindings)
    }

    /// The same of a variable that stands for nothing.
    fn answers_open(&self, asked: &Term, own: u32, bindings: &mut Bindings) -> bool {
        match (self, asked) {
            (Self::Any(_), _) => true,
            // The variable has no part in what is made of what is new or known.
            (pattern, Term::Var(asked)) if pattern.is_made_at_once(own, bindings) => {
                let value = pattern.made(own, bindings);
                bindings.bind(*asked, value);
                true
            }
            (pattern, asked) => pattern.unifies(asked, own, bindings),
        }
    }

    /// The same of what is no variable.
    fn answers_known(&self, asked: &Term, own: u32, bindings: &mut Bindings) -> bool {
        match (self, asked) {
            (Self::Any(_), _) => true,
            (Self::First(var), Term::Number(_) | Term::Atom(_) | Term::String(_) | Term::List(_)) => {
                bindings.set(var.at(var.slot() + own), asked.clone());
                true
            }
            (Self::First(var), Term::Structure(structure)) if is_plain(structure) => {
                bindings.set(var.at(var.slot() + own), asked.clone());
                true
            }
            (Self::Constant(Term::Number(known)), Term::Number(number)) => known == number,
            (Self::Constant(Term::Atom(known)), Term::Atom(name)) => known == name,
            (Self::Constant(_), Term::Number(_) | Term::Atom(_) | Term::String(_) | Term::List(_)) => false,
            (Self::Empty, Term::List(list)) => list.is_empty(),
            (Self::List(elements, rest), Term::List(list)) => self.answers_list(elements, rest, list, own, bindings),
            (Self::Literal(functor, arguments), Term::Structure(structure))
                if is_plain(structure) && structure.annotations().is_none() =>
            {
                structure.passing_functor() == *functor
                    && arguments
                        .iter()
                        .zip(structure.arguments())
                        .all(|(known, asked)| known.answers(asked, own, bindings))
            }
            (Self::Empty | Self::List(..), Term::Number(_) | Term::Atom(_) | Term::String(_)) => false,
            (Self::Literal(..), Term::Number(_) | Term::Atom(_) | Term::String(_) | Term::List(_)) => false,
            (pattern, asked) => pattern.unifies(asked, own, bindings),
        }
    }

    fn answers_list(&self, elements: &[Self], rest: &Self, list: &List, own: u32, bindings: &mut Bindings) -> bool {
        let mut items = list.items();
        for element in elements {
            match items.next() {
                Some(item) => {
                    if !element.answers(item, own, bindings) {
                        return false;
                    }
                }
                None if items.tail().is_none() => return false,
                // What the variable behind it stands for is a list, too, or becomes one.
                None => return self.unifies(&Term::List(list.clone()), own, bindings),
            }
        }
        match (rest, items.tail()) {
            (Self::Any(_), _) => true,
            (rest, Some(tail)) => rest.answers(&Term::Var(tail), own, bindings),
            (Self::Empty, None) => items.is_empty(),
            (rest, None) => rest.answers_known(&Term::List(items.rest()), own, bindings),
        }
    }

    /// The same of whatever, by making a term of it.
    fn unifies(&self, asked: &Term, own: u32, bindings: &mut Bindings) -> bool {
        match self {
            Self::Other(Term::Var(var)) => bindings.unify_or_not(asked, &Term::Var(var.at(var.slot() + own))),
            _ => bindings.unify_or_not(asked, &self.term_at(own)),
        }
    }

    /// Is it a list or a literal of nothing but constants, variables that stand for nothing yet, and others that stand for
    /// something ground, or a constant?
    fn is_made_at_once(&self, own: u32, bindings: &Bindings) -> bool {
        let is_part = |pattern: &Self| match pattern {
            Self::Any(_) | Self::First(_) => true,
            Self::Other(Term::Var(var)) => bindings.value(var.at(var.slot() + own)).is_some_and(is_known),
            pattern => pattern.is_made_at_once(own, bindings),
        };
        match self {
            Self::Constant(_) | Self::Empty => true,
            Self::List(elements, rest) => {
                let is_rest = match &**rest {
                    Self::Empty | Self::First(_) => true,
                    Self::Other(Term::Var(var)) => {
                        let known = bindings.value(var.at(var.slot() + own));
                        known.is_some_and(|known| matches!(known, Term::List(_)) && is_known(known))
                    }
                    _ => false,
                };
                is_rest && elements.iter().all(is_part)
            }
            Self::Literal(functor, arguments) => !functor.is_elsewhere() && arguments.iter().all(is_part),
            Self::Any(_) | Self::First(_) | Self::Other(_) => false,
        }
    }

    /// The term that it is then, with what is known in it.
    fn made(&self, own: u32, bindings: &Bindings) -> Term {
        match self {
            Self::Other(Term::Var(var)) => {
                let var = var.at(var.slot() + own);
                bindings.value(var).cloned().unwrap_or(Term::Var(var))
            }
            Self::List(elements, rest) => {
                let elements = elements.iter().map(|element| element.made(own, bindings));
                List::with_tail(elements, rest.made(own, bindings)).map_or_else(|tail| tail, Term::List)
            }
            Self::Literal(functor, arguments) => {
                let arguments = arguments.iter().map(|argument| argument.made(own, bindings));
                Term::Structure(Structure::new(*functor, arguments))
            }
            pattern => pattern.term_at(own),
        }
    }
}

/// Is it a term as it is, without variables?
#[inline]
fn is_known(term: &Term) -> bool {
    match term {
        Term::Number(_) | Term::Atom(_) | Term::String(_) => true,
        Term::List(list) => list.is_ground() && term.is_settled(),
        Term::Structure(structure) => is_plain(structure) && term.is_ground() && term.is_settled(),
        Term::Var(_) | Term::Collection(_) => false,
    }
}

/// Is it a literal that a variable may stand for as it is?
#[inline]
fn is_plain(structure: &Structure) -> bool {
    structure.passing_functor().class() == Class::Literal && !structure.passing_functor().is_elsewhere()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::term::properties::{VARIABLES, pair};

    /// All of these with what is known of their variables, which are numbered.
    fn known(terms: &[Term], bindings: &Bindings) -> Term {
        Term::list(terms.iter().map(|term| bindings.apply(term)).collect::<Vec<_>>()).numbered().0
    }

    proptest! {
        /// A head is met where, and as, it unifies with what is asked.
        #[test]
        fn meeting_is_unification(pairs in vec(pair(true), 1..4), may_take: bool) {
            let (asked, own): (Vec<Term>, Vec<Term>) = pairs.into_iter().unzip();
            let head = Head::of(&Term::structure("p", own.clone()), &|_| false).expect("a literal");
            let mut met = Bindings::of(VARIABLES);
            let base = met.fresh(VARIABLES);
            let mut unified = met.clone();
            let own: Vec<Term> =
                own.iter().map(|term| term.renamed(&mut |var| Term::Var(var.at(var.slot() + base)))).collect();
            let holds = head.answers(&mut asked.clone(), may_take, base, &mut met);
            let due = asked.iter().zip(&own).all(|(asked, own)| unified.unify_or_not(asked, own));
            prop_assert_eq!(holds, due);
            if holds {
                let all = [asked, own].concat();
                prop_assert_eq!(known(&all, &met), known(&all, &unified));
            }
        }
    }
}
